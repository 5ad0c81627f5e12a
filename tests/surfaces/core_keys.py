"""Actions of the shell and of plugins, to press keys for."""

from __future__ import annotations

CORE = """() => {
  window.ran = []
  const core = (id, data) => T.registry.register({ id, area: 'keybinds', source: 'core', title: id, data })
  T.registerCommand('view.one', () => ran.push('one')); T.registerCommand('view.pass', () => (ran.push('pass'), false))
  core('view.one', { label: 'One', command: 'view.one', defaults: ['mod+1'], category: 'view' })
  core('view.pass', { label: 'Pass', defaults: ['mod+2'], passthrough: true })
  core('appearance.flip', { label: 'Flip', command: 'view.one', defaults: ['shift+x'] })
  window.plugin = (id, data) => T.registry.register({ id: 'p:' + id, area: 'keybinds', source: 'plugin:p',
    data: { id, label: id, run: () => ran.push(id), ...data } })
}"""
