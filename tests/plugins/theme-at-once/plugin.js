// Patterns 3 and 8: a theme is registered and requested at once, and registered again with a large image on every move.
import { THEMES_AREA, requestTheme } from '@hermes/plugin-sdk'
import { jsx } from 'react/jsx-runtime'

const colors = background => ({
  background,
  foreground: '#f2f2f2',
  primary: '#7fd1ae',
  card: background,
  sidebarBackground: background
})

export default {
  id: 'theme-at-once',
  register(ctx) {
    const publish = (background, image = '') =>
      ctx.register({
        id: 'night',
        area: THEMES_AREA,
        data: { name: 'test-night', label: 'Test night', description: 'For a test', colors: colors(background), image }
      })

    publish('#101418')
    globalThis.themeRequested = requestTheme('test-night')
    globalThis.unknownRequested = requestTheme('no-such-theme')
    ctx.register({
      id: 'drag',
      area: 'statusBar.right',
      render: () =>
        jsx('button', {
          onClick: () => {
            const image = `data:image/png;base64,${'A'.repeat(300_000)}`
            for (let step = 0; step < 60; step += 1) {
              publish('#101418', image + step)
              ctx.storage.set('image', image + step)
            }
          },
          children: 'Drag colours'
        })
    })
  }
}
