"""What a fragment may change, and when it comes."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_a_morph_takes_away_only_what_it_may(page: Page) -> None:
    page.evaluate(
        """async () => {
          window.html = '<details id="d"><summary>s</summary>body</details><p id="p" class="x">text</p>' +
            '<button id="b" hidden disabled>b</button>' +
            '<a id="a" aria-current="page">a</a>'
          await T.applyParts([{ target: '#workspace', html }])
          document.getElementById('d').open = true
          const p = document.getElementById('p')
          p.style.color = 'red'; p.setAttribute('data-plugin', '1'); p.setAttribute('title', 'mine')
          window.nodes = [...document.getElementById('workspace').children]
          await T.applyParts([{ target: '#workspace', html: html.replace('text',
            'new text').replace(' hidden disabled', '').replace(' aria-current="page"', '') }])
        }"""
    )
    state = page.evaluate(
        """() => {
          const [d, p, b, a] = document.getElementById('workspace').children
          return { kept: nodes.every((node, n) => node === [d, p, b, a][n]), open: d.open, text: p.textContent,
            color: p.style.color,
            plugin: p.dataset.plugin, title: p.title, hidden: b.hidden, disabled: b.disabled,
              current: a.hasAttribute('aria-current') }
        }"""
    )
    assert state == {
        "kept": True,
        "open": True,
        "text": "new text",
        "color": "red",
        "plugin": "1",
        "title": "mine",
        "hidden": False,
        "disabled": False,
        "current": False,
    }


def test_frames_are_applied_one_after_the_other_and_a_broken_part_stops_nothing(page: Page) -> None:
    page.evaluate(
        """async () => {
          const frames = []
          for (let n = 0; n < 30; n++) frames.push(T.applyParts([{ target: '#workspace',
            html: `<i>${n}</i><b>${n}</b>` }]))
          frames.push(T.applyParts([{ area: 'statusBar.left', remove: [], put: [{ id: 'x', html: 'no element',
            before: null }] }, { target: '#workspace', html: '<i>end</i>' }]))
          await Promise.all(frames)
        }"""
    )
    expect(page.locator("#workspace")).to_have_text("end")


def test_a_fragment_of_an_area_waits_for_the_end_of_a_drag_in_it(page: Page) -> None:
    page.evaluate(
        """async () => {
          await T.applyParts([{ target: '#workspace', html: '<p id="source" draggable="true">drag</p>' }])
          document.getElementById('source').dispatchEvent(new DragEvent('dragstart', { bubbles: true }))
          await T.applyParts([{ target: '#workspace', html: '<p>one</p>' }, { target: '#workspace',
            html: '<p>two</p>' },
            { area: 'statusBar.left', remove: [], put: [{ id: 'x', html: '<i data-item="x">x</i>', before: null }] }])
        }"""
    )
    expect(page.locator("[data-item=x]")).to_have_text("x")
    expect(page.locator("#workspace")).to_have_text("drag")
    page.evaluate("async () => { document.dispatchEvent(new DragEvent('dragend')); await T.applyParts([]) }")
    expect(page.locator("#workspace")).to_have_text("two")


def test_an_island_in_a_fragment_is_never_morphed(page: Page) -> None:
    page.evaluate(
        """async () => {
          const html = '<div id="island" data-island></div>'
          await T.applyParts([{ target: '#workspace', html }])
          document.getElementById('island').append('mine')
          await T.applyParts([{ target: '#workspace', html: html + '<p>more</p>' }])
        }"""
    )
    expect(page.locator("#island")).to_have_text("mine")
