"""Slots of one node of a contribution's data, as a pane's tab has them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

TAB = """() => {
  const slot = (field) => `<hermes-slot id="slot:panes:p:a:${field}" area="panes" cid="p:a" field="${field}"
    hx-morph-skip-children></hermes-slot>`
  window.tab = (fields) => `<div role="tablist"><div class="hs-tab" data-tab="p:a">
    <button type="button" role="tab" id="t">${fields.map(slot).join('')}</button></div></div>`
  window.pane = (data) => T.registry.register({ id: 'p:a', area: 'panes', source: 'plugin:p', title: ' Board ',
    render: () => 'body', data })
  window.show = (...fields) => T.applyParts([{ target: '[data-zone="right"]', html: tab(fields) }])
}"""


@pytest.fixture(autouse=True)
def tab(page: Page) -> None:
    page.evaluate(TAB)


def slot(page: Page, field: str) -> str:
    """The text of one slot, once it is mounted or shows an error."""
    found = page.locator(f"hermes-slot[field={field}][data-state]")
    expect(found).to_be_attached()
    return found.inner_text()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("'plain'", "plain"),
        ("7", "7"),
        ("T.h('b', null, 'node')", "node"),
        ("() => 'made'", "made"),
        ("T.React.memo(() => 'memo')", "memo"),
        ("class extends T.React.Component { render() { return 'class' } }", "class"),
        ("() => undefined", "Board"),
        ("() => null", "Board"),
        ("undefined", "Board"),
    ],
)
def test_a_title_is_any_node_and_never_nothing(page: Page, value: str, text: str) -> None:
    page.evaluate(f"() => {{ pane({{ tabTitle: {value} }}); void show('tabTitle') }}")
    assert slot(page, "tabTitle") == text


@pytest.mark.parametrize(
    "wrap",
    [
        "(tab) => T.h('i', { id: 'wrap' }, tab)",
        "({ children }) => T.h('i', { id: 'wrap' }, children)",
        "T.React.memo(({ children }) => T.h('i', { id: 'wrap' }, children))",
        "(tab) => T.React.cloneElement(tab, { id: 'wrap' })",
    ],
)
def test_a_wrapper_stands_around_the_title_in_each_form(page: Page, wrap: str) -> None:
    page.evaluate(f"() => {{ pane({{ tabWrap: {wrap}, tabTitle: () => 'Inner' }}); void show('tabTitle') }}")
    expect(page.locator("#t #wrap")).to_have_text("Inner")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{ tabTitle: () => { throw new Error('no title') } }", "no title"),
        ("{ tabTitle: {} }", ""),
        ("{ tabWrap: () => null }", "tabWrap returned nothing"),
        ("{ tabWrap: 'x' }", "tabWrap is string, not a component"),
    ],
)
def test_a_title_that_cannot_be_drawn_is_a_mark_beside_the_plain_one(page: Page, data: str, message: str) -> None:
    page.evaluate(f"() => {{ pane({data}); void show('tabTitle') }}")
    assert slot(page, "tabTitle").split() == ["Error", "Board"]
    mark = page.locator("#t [data-slot=boundary][data-variant=mark]")
    assert message in (mark.get_attribute("title") or "")
    assert mark.evaluate("mark => mark.querySelector('button')") is None
    expect(page.locator("hermes-slot[field=tabTitle]")).to_have_attribute("data-state", "error")


def test_a_mark_tries_again_on_a_click_and_lets_the_tab_have_it(page: Page) -> None:
    page.evaluate(
        """() => {
          window.broken = true
          pane({ tabLead: () => { if (window.broken) throw new Error('later'); return 'dot' } })
          void show('tabLead')
          document.addEventListener('click', ({ target }) => { window.tabbed = target.closest('#t') !== null })
        }"""
    )
    expect(page.locator("[data-variant=mark]")).to_be_attached()
    page.evaluate("() => { window.broken = false; document.querySelector('[data-variant=mark]').click() }")
    expect(page.locator("#t")).to_have_text("dot")
    assert page.evaluate("tabbed") is True


def test_content_of_a_strip_that_throws_is_a_chip_with_retry(page: Page) -> None:
    page.evaluate("() => { pane({ headerContent: () => { throw new Error('broken') } }); void show('headerContent') }")
    expect(page.get_by_role("button", name=re.compile("p:a: broken.*Retry"))).to_be_visible()


def test_fields_keep_state_over_a_re_registration_and_a_move_and_leave_nothing(page: Page) -> None:
    page.evaluate(
        """() => {
          const Lead = ({ name }) => { const [count, setCount] = T.React.useState(0)
            return T.h('b', { id: 'lead', onClick: () => setCount(count + 1) }, name + count) }
          window.lead = (name) => pane({ tabLead: () => T.h(Lead, { name }) })
          window.dispose = lead('a'); void show('tabLead', 'tabTitle')
        }"""
    )
    page.locator("#lead").click()
    page.evaluate(
        """async () => { dispose(); window.dispose = lead('b')
          const away = { target: '[data-zone="right"]', html: '' }
          await T.applyParts([away, { target: '#workspace', html: tab(['tabLead']) }]) }"""
    )
    expect(page.locator("#workspace #lead")).to_have_text("b1")
    page.evaluate("() => dispose()")
    expect(page.locator("#workspace hermes-slot")).to_have_text("")
    expect(page.locator("#workspace hermes-slot[data-state]")).to_have_count(0)
    page.evaluate("() => T.applyParts([{ target: '#workspace', html: '' }])")
    expect(page.locator(".hermes-host")).to_have_count(0)


def test_the_server_is_told_what_type_a_node_is_and_nothing_else(page: Page) -> None:
    sent = page.evaluate(
        """async () => {
          const { describer } = await import('/static/host/descriptor.js')
          const fields = { a: 'presence', b: 'presence', c: 'presence', d: 'presence' }
          const describe = describer([{ id: 'panes', fields }])
          return describe({ area: 'panes', id: 'x', order: 0, seq: 0, source: 'core',
            data: { a: () => 1, b: { secret: 1 }, c: 'text', d: false } }, true).fields
        }"""
    )
    assert sent == {"a": "function", "b": "object", "c": "string"}
