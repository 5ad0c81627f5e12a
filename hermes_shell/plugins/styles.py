"""The utility classes of all enabled plugins as one sheet, compiled while the shell runs.

One sheet, because a sheet a plugin would break the order of Tailwind's rules. Incremental compilers in an engine of
their own are fed only what they have not seen. The scan over-approximates: whatever looks like a class name and makes a
rule is in the sheet. A class put together at run time (`"p-" + n`) cannot be found; Tailwind itself has that rule.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from hermes_shell.cache_file import write_atomically
from hermes_shell.plugins.jsengine import EngineError, JsEngine
from hermes_shell.plugins.stylesheet import LAYERS, TAILWIND, input_css
from hermes_shell.plugins.tokens import made_rules, scan

# Two compilers: the whole takes 60 ms and more to print again, because it flattens every rule each time; the patch
# holds only what is newer than the whole and takes a few.
SETUP = """
const compilers = {}
let failure = null
globalThis.begin = (name, css) => {
  failure = null
  delete compilers[name]
  tailwind.compile(css, { polyfills: 0 }).then((made) => { compilers[name] = made }, (error) => { failure = error })
  return ""
}
globalThis.state = (name) => { if (failure) throw failure; return compilers[name] ? "ready" : "empty" }
globalThis.build = (name, tokens) => compilers[name].build(tokens.split("\\n"))
"""
_MEMORY_BYTES = 256 * 1024 * 1024
_SECONDS = 30.0
_OLD_SHEETS = 4
_RECENT_FOLDERS = 8
_STALE_REVS = 200
_FOREIGN_TOKENS = 50_000
_SAVE_SECONDS = 1.0
_MERGE_SECONDS = 0.3
_PATCH_TOKENS = 1500
_PATCH_RULES = 200
_TIMINGS = 100

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sheet:
    """One state of the sheet: its content hash and its bytes."""

    hash: str
    css: bytes


class _CacheRecord(BaseModel):
    model_config = ConfigDict(strict=True, defer_build=True)
    key: str
    css: str
    rules: list[str]
    fed: list[str]


class StyleCompiler:
    """Compiles and keeps the sheet. All methods belong to one event loop; scanning and compiling run in threads.

    Args:
        cache: the file that keeps the sheet between runs; read here.
        announce: publishes an announcement of a kind with data.
        url: makes the URL of a sheet of its hash.
    """

    def __init__(self, cache: Path, announce: Callable[..., object], url: Callable[[str], str]) -> None:
        self._cache = cache
        self._announce = announce
        self._url = url
        self._input = input_css()
        compiler = TAILWIND / "compiler.js"
        self._key = hashlib.sha256(compiler.read_bytes() + self._input.encode()).hexdigest()
        self._engine = JsEngine(
            "styles", bundles=(compiler,), setup=SETUP, memory_bytes=_MEMORY_BYTES, seconds=_SECONDS
        )
        self._lock = asyncio.Lock()
        self._pending: set[str] = set()
        self._unmerged: set[str] = set()
        self._merge: asyncio.Task[None] | None = None
        self._more = asyncio.Event()
        self._recent: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._foreign = 0
        self._save: asyncio.Task[None] | None = None
        self._closed = False
        self._sheets: deque[Sheet] = deque(maxlen=_OLD_SHEETS)
        self.compile_ms: deque[float] = deque(maxlen=_TIMINGS)
        css, self._rules, self._fed = self._load()
        self._whole = css
        self._sheets.append(_sheet(css))

    @property
    def current(self) -> Sheet:
        """The newest sheet; at start the one of the last run."""
        return self._sheets[-1]

    @property
    def rules(self) -> frozenset[str]:
        """The tokens that made rules."""
        return frozenset(self._rules)

    def sheet(self, wanted: str) -> bytes | None:
        """The bytes of one of the last few sheets by hash: a page may still ask for the one before."""
        return next((sheet.css for sheet in self._sheets if sheet.hash == wanted), None)

    def as_json(self) -> dict[str, str]:
        """Hash and URL of the current sheet, for the page."""
        return {"hash": self.current.hash, "url": self._url(self.current.hash)}

    async def feed(self, folder: str, rev: str, data: bytes) -> None:
        """Add the classes of a revision; returns when the sheet has them and was announced.

        New rules first stand behind all others, as a patch; soon after, the whole is printed in Tailwind's order.

        Args:
            folder: whose revision it is; only what its revision before did not have is compiled.
            rev: hash of the bytes; a known one costs nothing.
            data: the bytes of the plugin.js.

        Raises:
            EngineError: the compiler did not finish; the sheet stays as it was, and the revision may be fed again.
        """
        if rev in self._fed or self._closed:
            return
        self._fed[rev] = None
        tokens = await asyncio.to_thread(scan, data)
        fresh = tokens - self._rules - self._recent.get(folder, frozenset())
        self._recent[folder] = tokens
        self._recent.move_to_end(folder)
        while len(self._recent) > _RECENT_FOLDERS:
            self._recent.popitem(last=False)
        self._pending |= fresh
        try:
            await self._compile()
        except EngineError:
            self._fed.pop(rev, None)
            self._recent.pop(folder, None)
            raise
        self._plan_save()

    async def warm(self) -> None:
        """Start the compilers with what is known, so that the first new class does not wait for them.

        Raises:
            EngineError: a compiler did not finish.
        """
        async with self._lock:
            if not self._closed:
                await self._begin("whole")
                await self._begin("patch")

    async def merged(self) -> None:
        """Wait until no patch is left and the sheet is in Tailwind's order."""
        while self._merge is not None:
            await asyncio.wait({self._merge})

    def settle(self, revs: Iterable[str]) -> bool:
        """Say which revisions there are now. True when so many are gone that the sheet was dropped: feed all again."""
        now = set(revs)
        gone = [rev for rev in self._fed if rev not in now]
        if len(gone) <= _STALE_REVS:
            return False
        self._fed.clear()
        self._rules.clear()
        self._unmerged.clear()
        self._recent.clear()
        self._foreign = _FOREIGN_TOKENS + 1
        return True

    async def close(self) -> None:
        """Save what is not saved yet and end the engine."""
        self._closed = True
        tasks = [task for task in (self._merge, self._save) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if tasks:
            await asyncio.to_thread(self._store, self._record())
        self._engine.close()

    async def _compile(self) -> None:
        async with self._lock:
            tokens, self._pending = self._pending, set()
            if not tokens:
                return
            begun = time.perf_counter()
            try:
                if self._rules and len(tokens) <= _PATCH_TOKENS:
                    await self._patch(tokens)
                else:
                    await self._print(tokens)
            except EngineError:
                self._pending |= tokens
                raise
            self.compile_ms.append((time.perf_counter() - begun) * 1000)

    async def _patch(self, tokens: set[str]) -> None:
        await self._begin("patch")
        css = await self._engine.call("build", "patch", "\n".join(tokens))
        made = made_rules(css, tokens)
        self._foreign += len(tokens) - len(made)
        if made:
            self._rules |= made
            self._unmerged |= made
            self._publish(f"{self._whole}\n{css}")
            self._plan_merge()

    async def _print(self, tokens: set[str]) -> None:
        """Print the whole sheet, with these tokens and what stands in the patch."""
        if self._foreign > _FOREIGN_TOKENS:
            # The compiler keeps every token it ever refused: start it anew with those that made rules.
            await self._engine.reset()
            self._foreign = 0
        await self._begin("whole")
        self._whole = await self._engine.call("build", "whole", "\n".join(tokens | self._unmerged))
        self._unmerged.clear()
        self._publish(self._whole)
        made = await asyncio.to_thread(made_rules, self._whole, tokens)
        self._rules |= made
        self._foreign += len(tokens) - len(made)
        await self._engine.call("begin", "patch", self._input)

    async def _begin(self, name: str) -> None:
        """Make sure there is this compiler; the whole has every known rule. An engine that failed has lost both."""
        if await self._engine.call("state", name) == "ready":
            return
        await self._engine.call("begin", name, self._input)
        if await self._engine.call("state", name) != "ready":
            raise EngineError("The style compiler did not start.")
        if name == "whole" and self._rules:
            await self._engine.call("build", name, "\n".join(self._rules))
        elif name == "patch" and self._unmerged:
            await self._engine.call("build", name, "\n".join(self._unmerged))

    def _publish(self, css: str) -> None:
        made = _sheet(css)
        if made.hash != self.current.hash:
            self._sheets.append(made)
            self._announce("styles", hash=made.hash, url=self._url(made.hash))

    def _plan_merge(self) -> None:
        """Print the whole once no new class came for a moment; a patch that grew long is not waited for."""
        if self._merge is None:
            self._more.clear()
            self._merge = None if self._closed else asyncio.create_task(self._merge_later())
        elif len(self._unmerged) < _PATCH_RULES:
            self._more.set()

    async def _merge_later(self) -> None:
        try:
            while True:
                await asyncio.wait_for(self._more.wait(), _MERGE_SECONDS)
                self._more.clear()
        except TimeoutError:
            pass
        try:
            async with self._lock:
                await self._print(set())
        except EngineError as error:
            _log.error("The utility sheet keeps its patch: %s", error)
        finally:
            self._merge = None
            self._plan_save()

    def _plan_save(self) -> None:
        if self._save is None and not self._closed:
            self._save = asyncio.create_task(self._save_later())

    async def _save_later(self) -> None:
        await asyncio.sleep(_SAVE_SECONDS)
        record = self._record()
        self._save = None
        await asyncio.to_thread(self._store, record)

    def _record(self) -> dict[str, object]:
        css = self.current.css.decode("utf-8")
        return {"key": self._key, "css": css, "rules": sorted(self._rules), "fed": list(self._fed)}

    def _store(self, record: dict[str, object]) -> None:
        write_atomically(self._cache, json.dumps(record).encode())

    def _load(self) -> tuple[str, set[str], dict[str, None]]:
        try:
            record = _CacheRecord.model_validate_json(self._cache.read_bytes())
        except (OSError, ValidationError):
            return LAYERS, set(), {}
        if record.key != self._key:
            return LAYERS, set(), {}
        return record.css, set(record.rules), dict.fromkeys(record.fed)


def _sheet(css: str) -> Sheet:
    data = css.encode("utf-8")
    return Sheet(hashlib.sha256(data).hexdigest()[:16], data)
