"""`ctx.os.notify` in the page: what is sent, and what a click does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

AWAY = """
await startWindow()
let here = false
document.hasFocus = () => here
const { startNotifications, placeOf } = await host('os_notify')
const { createContext } = await host('context')
const { createIncarnation } = await host('incarnation')
const incarnation = createIncarnation('p', 1, 'r', 0)
incarnation.id = 'p'
const { os } = createContext(incarnation, { id: 'p', register() {} })
startNotifications()
fake.answers['os.notify'] = true
const sent = () => fake.ofType('call').filter(({ verb }) => verb === 'os.notify').map(({ args }) => args)
const click = (token, action = null) => fake.say({ t: 'notification', token, action })
"""


async def test_C3_input_goes_out_with_the_plugin_and_without_its_functions(run: Run) -> None:
    answer, sent = await run(
        AWAY
        + """
        const answer = await os.notify({ title: ' New\\n match ', body: 'b', silent: true, icon: '/a.png',
          activate: "/x", onActivate() {},
          actions: [{ id: "open", label: "Open", activate: "/y" }, { id: "no label" }, null] })
        return [answer, sent()]"""
    )
    assert answer is True
    assert sent == [
        {
            "plugin": "p",
            "token": "1",
            "title": "New match",
            "body": "b",
            "silent": True,
            "icon": "/a.png",
            "actions": [{"id": "open", "label": "Open"}],
        }
    ]


async def test_bad_input_a_focused_window_and_a_refusal_answer_false(run: Run) -> None:
    assert await run(
        AWAY
        + """
        const answers = [await os.notify(), await os.notify({ body: 'x' }), await os.notify({ title: 7 })]
        here = true
        answers.push(await os.notify({ title: 'x' }))
        here = false
        fake.answers['os.notify'] = false
        answers.push(await os.notify({ title: 'x' }))
        channel.call = () => Promise.reject(new Error('connection lost'))
        answers.push(await os.notify({ title: 'x' }))
        return [answers, sent().length]"""
    ) == [[False] * 6, 1]


async def test_a_click_navigates_then_calls_back_once(run: Run) -> None:
    assert await run(
        AWAY
        + """
        const ran = []
        const note = (name) => () => ran.push([name, location.hash])
        await os.notify({ title: 'x', activate: 'hermes://index/intent/1', onActivate: note('body'),
          actions: [{ id: 'open', label: 'Open', activate: { path: '/other' }, onAction: note('open') }] })
        await os.notify({ title: 'y', activate: '/z', actions: [{ id: 'no', label: 'No', onAction: note('no') }] })
        click('1', null); click('1', 'open'); click('2', 'no'); click('99')
        return ran"""
    ) == [["body", "#/index/intent/1"], ["no", "#/index/intent/1"]]


async def test_a_click_of_a_plugin_that_is_gone_or_fails_hurts_nobody(run: Run) -> None:
    assert await run(
        AWAY
        + """
        const ran = []
        await os.notify({ title: 'x', onActivate() { throw new Error('broken') } })
        await os.notify({ title: 'y', onActivate: () => ran.push(1) })
        click('1')
        incarnation.retire()
        click('2')
        return [ran, record.toasts.length]"""
    ) == [[], 1]


async def test_only_places_in_the_app_can_be_reached(run: Run) -> None:
    targets = ["/a", "hermes://a/b?c=1", {"path": "/x"}, "https://x", "//x", "/a/../b", "javascript:x", "/a b", {}, 5]
    assert await run(AWAY + "return argument.map(placeOf)", targets) == [
        "/a", "/a/b?c=1", "/x", None, None, None, None, None, None, None,
    ]  # fmt: skip


async def test_the_focus_is_told_when_it_changes_and_anew_on_every_connection(run: Run) -> None:
    assert await run(
        AWAY
        + """
        const told = () => fake.ofType('tell').filter(({ topic }) => topic === 'focus').map(({ args }) => args.focused)
        const turn = (now) => { here = now; dispatchEvent(new Event(now ? 'focus' : 'blur')) }
        turn(true); turn(true); turn(false); turn(true)
        const before = told().length
        fake.drop()
        await until(() => told().length > before)
        return told()"""
    ) == [True, False, True, True]
