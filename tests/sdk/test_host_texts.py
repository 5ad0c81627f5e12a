"""`host`: language packs, and texts of plugins."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_language_packs_extend_and_leave_without_a_trace(run: Run) -> None:
    assert await run(
        """
        const save = () => sdk.translateNow('common.save')
        const before = save()
        const stop = sdk.host.i18n.registerAppLocale('en', { translations: { common: { save: 'Keep' },
          'catalog.results': '{0} results' } })
        const polish = sdk.host.i18n.registerAppLocale('pl', { endonym: 'Polski',
          translations: { common: { save: 'Zapisz' } } })
        const during = [save(), sdk.translateNow('common.cancel'), sdk.translateNow('catalog.results', 7),
          sdk.host.i18n.languageOptions()]
        stop(); stop(); polish()
        return [before, during, save(), sdk.translateNow('no.such.key'), sdk.host.i18n.languageOptions().length]"""
    ) == [
        "Save",
        [
            "Keep",
            "Cancel",
            "7 results",
            [
                {"id": "en", "endonym": "English", "rtl": False, "source": "bundled"},
                {"id": "pl", "endonym": "Polski", "rtl": False, "source": "plugin"},
            ],
        ],
        "Save",
        "no.such.key",
        1,
    ]


async def test_plugin_texts_repaint_when_they_arrive_late(run: Run) -> None:
    assert await run(
        """
        const { registerBundles } = await load('host/translations.js')
        function View() {
          const t = sdk.usePluginI18n('demo')
          return h('p', {}, `${t('hi', 'Ann')} ${sdk.useI18n().t.common.save}`, h(sdk.LocalizedTabTitle,
            { select: (t) => t.common.close }))
        }
        show(h(View))
        const before = document.querySelector('#root p').textContent
        registerBundles('demo', { en: { hi: (name) => `Hello ${name}` } })
        await new Promise(requestAnimationFrame)
        return [before, document.querySelector('#root p').textContent]"""
    ) == ["hi SaveClose", "Hello Ann SaveClose"]
