/** What the menus of a composer hold: files and plugins' sources, models, reasoning levels. */
import { createElement as h, useEffect, useState } from '../vendor/react.js'
import { DropdownMenu } from '../vendor/radix.js'
import { REASONING_EFFORT_VALUES, reasoningEffortLabel } from '../sdk/reasoning.js'
import { decorationOf, modelOptions, shortName } from './composer_models.js'
import { MenuChoice, MenuChoices, MenuHeading, MenuNote, MenuRow } from './composer_popup.js'
import { Boundary } from './boundary.js'
import { guardedIcon } from './icon.js'
import { callPlugin } from './item_parts.js'
import { SEPARATOR } from './menu_parts.js'
import { registry } from './registry.js'

const FILTER_FROM = 12
const MOST_MODELS = 200

/** @param {{ pick: (accept: string) => void, insertText: (text: string) => void }} doors */
export const addMenu = ({ pick, insertText }) =>
  function AddMenu() {
    const sources = registry.getArea('composer.attachments').filter(({ data }) => typeof data?.label === 'string' && typeof data?.run === 'function')
    return [
      h(MenuRow, { key: 'files', icon: 'file-add', label: 'Add files…', run: () => pick('') }),
      h(MenuRow, { key: 'images', icon: 'file-media', label: 'Add images…', run: () => pick('image/png,image/jpeg,image/gif,image/webp') }),
      h(DropdownMenu.Separator, { ...SEPARATOR, key: 'typed' }),
      h(MenuRow, { key: 'at', icon: 'mention', label: 'Mention a file or folder', detail: '@', run: () => insertText('@') }),
      sources.length > 0 ? h(DropdownMenu.Separator, { ...SEPARATOR, key: 'plugins' }) : null,
      ...sources.map((source) =>
        h(MenuRow, {
          key: `${source.source}:${source.id}`, icon: typeof source.data.icon === 'string' ? source.data.icon : 'plug', label: source.data.label,
          run: () => callPlugin(source, 'attachment source', () => source.data.run({ insertText })),
        }),
      ),
    ]
  }

/** @param {{ live: () => string | null, choose: (model: string, provider: string) => void }} doors */
export const modelMenu = ({ live, choose }) =>
  function ModelMenu() {
    const [found, setFound] = useState(/** @type {import('./composer_models.js').ModelOptions | Error | null} */ (null))
    const [filter, setFilter] = useState('')
    useEffect(() => {
      let here = true
      modelOptions(live()).then((options) => here && setFound(options), (error) => here && setFound(error))
      return () => void (here = false)
    }, [])
    if (found === null) return h(MenuNote, null, 'Asking the gateway…')
    if (found instanceof Error) return h(MenuNote, null, `The models are not known: ${found.message}`)
    const rows = found.providers.filter(({ ready }) => ready).flatMap((provider) => provider.models.map((model) => ({ provider, model })))
    const wanted = filter.trim().toLowerCase()
    const shown = rows.filter(({ model, provider }) => `${provider.name} ${model}`.toLowerCase().includes(wanted)).slice(0, MOST_MODELS)
    const groups = [...new Set(shown.map(({ provider }) => provider))]
    return [
      rows.length > FILTER_FROM ? h(Filter, { key: 'filter', value: filter, change: setFilter }) : null,
      rows.length === 0 ? h(MenuNote, { key: 'none' }, 'The gateway offers no model.') : null,
      rows.length > 0 && shown.length === 0 ? h(MenuNote, { key: 'nothing' }, 'No model has this name.') : null,
      h(
        MenuChoices,
        { key: 'models', value: `${found.provider}\n${found.model}`, choose: (value) => choose(value.split('\n')[1], value.split('\n')[0]) },
        groups.map((provider) => [
          groups.length > 1 || provider.name ? h(MenuHeading, { key: `of ${provider.slug}` }, provider.name) : null,
          ...shown.filter((row) => row.provider === provider).map(({ model }) => h(ModelRow, { key: `${provider.slug}\n${model}`, provider: provider.slug, model })),
        ]),
      ),
    ]
  }

/** @param {{ provider: string, model: string }} props */
function ModelRow({ provider, model }) {
  const label = shortName(model)
  const { icon, badge, source } = decorationOf({ provider, model, label })
  const after = badge ? h('span', { 'data-slot': 'badge' }, h(Boundary, { variant: 'nothing', id: 'a badge', contribution: { source } }, /** @type {any} */ (badge))) : null
  return h(MenuChoice, { value: `${provider}\n${model}`, label, before: guardedIcon(icon, 'hs-composer-popup-icon', { source }), after })
}

/** @param {{ value: string, change: (value: string) => void }} props */
function Filter({ value, change }) {
  return h('input', {
    className: 'hs-composer-popup-filter', 'data-slot': 'input', type: 'text', placeholder: 'Find a model', 'aria-label': 'Find a model', value, autoFocus: true,
    onChange: (/** @type {any} */ event) => change(event.target.value),
    // Letters are the field's; arrows, Enter and Escape the menu's.
    onKeyDown: (/** @type {any} */ event) => !['ArrowDown', 'ArrowUp', 'Escape', 'Tab'].includes(event.key) && event.stopPropagation(),
  })
}

/** @param {{ now: () => string, choose: (level: string) => void }} doors */
export const reasoningMenu = ({ now, choose }) =>
  function ReasoningMenu() {
    return h(MenuChoices, { value: now(), choose }, REASONING_EFFORT_VALUES.map((level) => h(MenuChoice, { key: level, value: level, label: reasoningEffortLabel(level) })))
  }
