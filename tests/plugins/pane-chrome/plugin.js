// Panes with every chrome flag, as plugins write them.
import { host } from '@hermes/plugin-sdk'
import { useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'

const body = (text) => () => jsx('p', { children: text })

function Lead() {
  const [count, setCount] = useState(0)
  return jsx('b', { 'data-test': 'lead', onClick: () => setCount(count + 1), children: count })
}

function Title() {
  return jsx('em', { children: 'Board title' })
}

export default {
  id: 'pane-chrome',
  register(ctx) {
    let opened = 0
    const pane = (id, data, title = id) => ctx.register({ id, area: 'panes', title, data: { placement: 'right', ...data }, render: body(`${id} body`) })
    pane('board', {
      tabLead: () => jsx(Lead, {}),
      tabTitle: Title,
      tabWrap: (tab) => jsx('span', { 'data-test': 'wrap', children: tab }),
      headerContent: () => jsx('button', { onClick: () => host.notify({ message: 'Filtered' }), children: 'Filter' }),
      newTab: () => {
        opened += 1
        pane(`board-${opened}`, {}, `Board ${opened}`)
        host.revealPane(`pane-chrome:board-${opened}`)
      },
      tabMenuPrefix: ({ Item }) => jsx(Item, { onSelect: () => host.notify({ message: 'Pinned' }), children: 'Pin board' }),
      revealAliases: ['boards'],
    })
    pane('fixed', { uncloseable: true, tabDrag: false })
    pane('hides', { hideOnly: true })
    pane('kept', {})
    pane('thrown', { lifecycleKeepAlive: false })
    pane('shy', { placement: 'left', defaultCollapsed: true, closeBehavior: 'dismiss' })
    pane('full', { placement: 'main', headerVeto: () => globalThis.fullPage !== false })
    pane('flat', { placement: 'bottom', collapsible: false, height: '120px' })
    ctx.register({
      id: 'do',
      area: 'statusBar.left',
      render: () =>
        jsxs('span', {
          children: [
            jsx('button', { onClick: () => ctx.panes.reveal('kept'), children: 'Reveal kept' }),
            jsx('button', { onClick: () => host.revealPane('boards'), children: 'Reveal boards' }),
            jsx('button', { onClick: () => host.undismissPane('pane-chrome:kept'), children: 'Undismiss kept' }),
            jsx('button', { onClick: () => ctx.panes.reveal('hello:pane'), children: 'Reveal foreign' }),
            jsx('button', { onClick: () => openRoom(), children: 'Open room' }),
          ],
        }),
    })

    const shown = []
    globalThis.shownPanes = shown
    host.paneVisibility('pane-chrome:kept').subscribe((now) => shown.push(now))

    let version = 0
    function openRoom() {
      version += 1
      const text = `Room ${version}`
      globalThis.closeRoom = host.openWorkspace(' room ', {
        title: 'Room',
        render: () => jsxs('label', { children: [text, jsx('input', { 'aria-label': 'Note' })] }),
        onClose: () => void (globalThis.roomClosed = (globalThis.roomClosed ?? 0) + 1),
      })
    }
  },
}
