"""The plugin loader: finds, checks, serves and watches `<home>/desktop-plugins/<folder>/plugin.js`.

The parts, each one noun: `discover` (which folders are plugins), `sources` (their bytes, and what the page gets of
them), `lint` (what they import; `lint_cache` keeps it), `jsengine` (the engine behind lint and styles), `locate` (where
an error is), `watch` (what changed), `inventory` (what is known of each: a `record`, fed by `report`s, shown as a
`row`), `styles` (their utility classes, with `stylesheet` and `tokens`) and `loader`, which joins them.
"""
