// Panes whose chrome is of a wrong type, throws or is not there.
import { jsx } from 'react/jsx-runtime'

const broken = (what) => () => {
  throw new Error(`no ${what}`)
}

const FIELDS = {
  throws: {
    tabLead: broken('lead'), tabTitle: broken('title'), headerContent: broken('content'), tabMenuPrefix: broken('rows'), newTab: broken('tab'),
    headerVeto: broken('veto'),
  },
  nothing: {
    tabLead: () => undefined, tabTitle: () => undefined, tabWrap: () => undefined, headerContent: () => undefined, tabMenuPrefix: () => undefined,
    headerVeto: () => undefined, newTab: undefined,
  },
  wrong: {
    tabLead: {}, tabTitle: { text: 'x' }, tabWrap: 5, headerContent: {}, tabMenuPrefix: 5, headerVeto: 'yes', newTab: 'yes',
    collapsible: {}, defaultCollapsed: [], uncloseable: () => true, hideOnly: {}, revealAliases: {}, closeBehavior: {}, lifecycleKeepAlive: {}, tabDrag: {},
  },
  large: {
    tabTitle: 'long '.repeat(200), tabLead: () => jsx('div', { style: { width: 900, height: 900 }, children: 'big' }),
    headerContent: () => jsx('div', { style: { width: 2000, height: 400 }, children: 'wide' }),
  },
}

export default {
  id: 'broken-chrome',
  register(ctx) {
    for (const [id, data] of Object.entries(FIELDS)) {
      ctx.register({ id, area: 'panes', title: id, data: { placement: 'right', ...data }, render: () => jsx('p', { children: `${id} body` }) })
    }
  },
}
