"""What a plugin does wrong in a render is said in words, by the real React."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

MISTAKES = {
    "() => ({ a: 1 })": "Objects are not valid as a React child (found: object with keys {a}).",
    "() => h(undefined)": "for composite components) but got: undefined.",
    "() => h('div', { style: 'color: red' })": "The `style` prop expects a mapping",
    "() => h('br', null, 'x')": "br is a void element tag",
    "() => h('p', { dangerouslySetInnerHTML: 'x' })": "must be in the form `{__html: ...}`",
    "() => h('p', { dangerouslySetInnerHTML: { __html: 'x' } }, 'y')": "Can only set one of `children`",
    "() => { React.useState(0)[1](Math.random()) }": "Too many re-renders.",
    "() => { const [n, set] = React.useState(0); React.useLayoutEffect(() => set(n + 1)) }": "Maximum update depth",
    "() => { const [n, set] = React.useState(0); React.useEffect(() => set(1)); if (n) React.useRef() }": "more hooks",
    "() => { const [n, set] = React.useState(0); if (!n) React.useEffect(() => set(1)) }": "fewer hooks",
    "() => React.use(5)": "An unsupported type was passed to use(): 5",
}


@pytest.mark.parametrize("component", MISTAKES)
def test_mistake_in_a_render_is_said_in_words(page: Page, component: str) -> None:
    page.evaluate(
        """async (component) => {
          const { Boundary } = await import('/static/host/boundary.js')
          const { createRoot } = await import('/static/vendor/react-dom-client.js')
          const Broken = new Function('React', 'h', `return ${component}`)(T.React, T.h)
          const box = document.body.appendChild(document.createElement('div'))
          createRoot(box).render(T.h(Boundary, { variant: 'pane', id: 'p:x' }, T.h(Broken)))
        }""",
        component,
    )
    expect(page.locator("[data-slot=boundary]")).to_contain_text(MISTAKES[component])


def test_unknown_numbers_and_other_messages_stay(page: Page) -> None:
    said = page.evaluate(
        """async () => {
          const { inWords } = await import('/static/host/react_errors.js')
          const other = 'Minified React error #999; visit https://react.dev/errors/999 for the full message or …'
          const short = 'Minified React error #137; visit https://react.dev/errors/137 for the full message or …'
          const inside = 'about Minified React error #31; visit x y'
          return [inWords(other) === other, inWords(''), inWords(inside), inWords(short)]
        }"""
    )
    assert said[:3] == [True, "", "about Minified React error #31; visit x y"]
    assert said[3].startswith("? is a void element tag")
