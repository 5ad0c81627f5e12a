// Notes kept in ctx.storage, with a palette row and a shortcut that adds one.
import { Button, EmptyState, Input, KEYBINDS_AREA, PALETTE_AREA, PANES_AREA, atom, host, useValue } from '@hermes/plugin-sdk'
import { useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'

export default {
  id: 'notes',
  name: 'Notes',
  description: 'A list of short notes that is still there tomorrow.',
  register(ctx) {
    const notes = atom(ctx.storage.get('notes', []))

    const save = next => {
      notes.set(next)
      ctx.storage.set('notes', next)
    }
    const add = text => {
      if (text.trim()) save([...notes.get(), text.trim()])
    }
    const addTimestamp = () => {
      add(`Noted at ${new Date().toLocaleTimeString()}`)
      host.notify({ kind: 'success', message: 'Note added' })
    }

    function Notes() {
      const list = useValue(notes)
      const [text, setText] = useState('')

      return jsxs('div', {
        className: 'flex h-full flex-col gap-2 p-3 text-sm',
        children: [
          jsxs('form', {
            className: 'flex gap-2',
            onSubmit: event => {
              event.preventDefault()
              add(text)
              setText('')
            },
            children: [
              jsx(Input, {
                'aria-label': 'New note',
                placeholder: 'New note',
                value: text,
                onChange: event => setText(event.target.value)
              }),
              jsx(Button, { type: 'submit', children: 'Add' })
            ]
          }),
          list.length === 0
            ? jsx(EmptyState, { title: 'No notes yet', description: 'What you add here stays in this home.' })
            : jsx('ul', {
                'aria-label': 'Notes',
                className: 'flex flex-col gap-1',
                children: list.map((note, index) =>
                  jsxs(
                    'li',
                    {
                      className: 'flex items-center justify-between gap-2',
                      children: [
                        jsx('span', { className: 'truncate', children: note }),
                        jsx(Button, {
                          'aria-label': `Remove ${note}`,
                          size: 'xs',
                          variant: 'ghost',
                          onClick: () => save(notes.get().filter((_, i) => i !== index)),
                          children: 'Remove'
                        })
                      ]
                    },
                    `${index}-${note}`
                  )
                )
              })
        ]
      })
    }

    ctx.registerMany([
      {
        id: 'pane',
        area: PANES_AREA,
        title: 'notes',
        data: { placement: 'right', width: '300px' },
        render: () => jsx(Notes, {})
      },
      {
        id: 'add',
        area: PALETTE_AREA,
        data: {
          id: 'notes.add',
          label: 'Notes: add the time',
          action: 'notes.add',
          keywords: ['note', 'remember'],
          detail: () => `${notes.get().length} notes`,
          run: addTimestamp
        }
      },
      {
        id: 'add',
        area: KEYBINDS_AREA,
        data: { id: 'notes.add', label: 'Add a note with the time', defaults: ['mod+shift+u'], run: addTimestamp }
      }
    ])
  }
}
