"""A JavaScript engine in a thread of its own: the lexer and the style compiler run in one each, never in the same.

QuickJS-ng (package `edwh-quickjs-ng`, module `quickjs`) where it has wheels, V8 (package `mini-racer`) elsewhere; the
results are identical. Another package, `quickjs`, installs a module of the same name and cannot run the compiler.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from hermes_shell.errors import ShellError

_T = TypeVar("_T")

# The engine's own stack check must fire before the real stack ends: musl gives threads 128 KB unless told otherwise.
_THREAD_STACK = 16 * 1024 * 1024
_SCRIPT_STACK = 12 * 1024 * 1024
_GRACE_SECONDS = 5.0


class EngineError(ShellError):
    """The engine could not finish: no package for it, no memory or no time left, or it was closed."""


class ScriptError(EngineError):
    """The script threw; the message is the one it threw.

    Args:
        message: the thrown error's message.
        line: 1-based line in the script where the engine reports it, None when it does not say.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Backend(Protocol):
    """One script context of one engine. Every method runs in the engine's thread only."""

    def evaluate(self, script: str) -> None:
        """Run a script for its effects."""
        ...

    def call(self, function: str, arguments: tuple[str, ...]) -> str:
        """Call a global function that takes and returns strings."""
        ...

    def check_module(self, source: str) -> None:
        """Parse a module without running it; raises ScriptError when it does not parse."""
        ...


class JsEngine:
    """An engine with bundles loaded into it, in one worker thread, started at the first call.

    A call that runs out of memory or time costs the context, which the next call builds anew.

    Args:
        name: for the thread's name and for messages.
        bundles: script files to evaluate when a context is built.
        setup: script text to evaluate after them; defines the functions for `call()`.
        memory_bytes: limit of one context's heap.
        seconds: processor time one call may use.
    """

    def __init__(self, name: str, *, bundles: tuple[Path, ...], setup: str, memory_bytes: int, seconds: float) -> None:
        self.name = name
        self._bundles = bundles
        self._setup = setup
        self._memory_bytes = memory_bytes
        self._seconds = seconds
        self._context: Backend | None = None
        self._executor: ThreadPoolExecutor | None = None
        self._closed = False

    async def call(self, function: str, *arguments: str) -> str:
        """Call one of the functions that the setup defines.

        Raises:
            ScriptError: the function threw.
            EngineError: no engine, no memory, no time, or closed.
        """
        return await self._run(lambda context: context.call(function, arguments))

    async def check_module(self, source: str) -> ScriptError | None:
        """Parse a module source, run nothing of it, and return the syntax error or None.

        Args:
            source: must begin with an import that cannot be resolved, so that a source which parses does not run.
        """

        def check(context: Backend) -> ScriptError | None:
            try:
                context.check_module(source)
            except ScriptError as error:
                return error
            return None

        return await self._run(check)

    async def reset(self) -> None:
        """Drop the context and its memory; the next call builds a new one."""
        if self._executor is not None:
            await asyncio.get_running_loop().run_in_executor(self._executor, self._drop)

    def close(self) -> None:
        """End the thread once its current call is done; idempotent."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            # The context must be freed in the thread that made it, or the engine crashes the process.
            executor.submit(self._drop)
            executor.shutdown(wait=False)

    async def _run(self, work: Callable[[Backend], _T]) -> _T:
        if self._closed:
            raise EngineError(f"The {self.name} engine is closed.")
        if self._executor is None:
            self._executor = _worker(f"hermes-{self.name}")

        def job() -> _T:
            context = self._context or self._build()
            self._context = context
            try:
                return work(context)
            except ScriptError:
                raise
            except EngineError:
                self._context = None
                raise

        future = asyncio.get_running_loop().run_in_executor(self._executor, job)
        try:
            # The engine counts processor time of the whole process; the wall-clock deadline is for a starved machine.
            return await asyncio.wait_for(asyncio.shield(future), self._seconds * 4 + _GRACE_SECONDS)
        except TimeoutError as error:
            raise EngineError(f"The {self.name} engine did not answer in time.") from error

    def _build(self) -> Backend:
        context = _backend(self._memory_bytes, self._seconds)
        for bundle in self._bundles:
            context.evaluate(bundle.read_text(encoding="utf-8"))
        context.evaluate(self._setup)
        return context

    def _drop(self) -> None:
        self._context = None


def _worker(name: str) -> ThreadPoolExecutor:
    """One thread with a stack deep enough for the engine, started at once while the stack size is set."""
    before = threading.stack_size(_THREAD_STACK)
    try:
        executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        executor.submit(threading.get_ident).result()
    finally:
        threading.stack_size(before)
    return executor


def _backend(memory_bytes: int, seconds: float) -> Backend:
    if importlib.util.find_spec("_quickjs") is not None:
        return QuickJs(memory_bytes, seconds)
    if importlib.util.find_spec("py_mini_racer") is not None:
        return V8(memory_bytes, seconds)
    raise EngineError("No JavaScript engine is installed: install edwh-quickjs-ng, or mini-racer.")


_FATAL = re.compile(r"^InternalError: (out of memory|interrupted)")
_AT_LINE = re.compile(r"<input>:(\d+)")


class QuickJs:
    """QuickJS-ng. It releases the interpreter lock while a script runs."""

    def __init__(self, memory_bytes: int, seconds: float) -> None:
        module: Any = importlib.import_module("quickjs")
        self._failures: tuple[type[Exception], ...] = (module.JSException, module.StackOverflow)
        self._context: Any = module.Context()
        self._context.set_memory_limit(memory_bytes)
        self._context.set_time_limit(seconds)
        self._context.set_max_stack_size(_SCRIPT_STACK)

    def evaluate(self, script: str) -> None:
        """See `Backend.evaluate`."""
        self._guard(lambda: self._context.eval(script))

    def call(self, function: str, arguments: tuple[str, ...]) -> str:
        """See `Backend.call`."""
        return str(self._guard(lambda: self._context.get(function)(*arguments)))

    def check_module(self, source: str) -> None:
        """See `Backend.check_module`."""
        try:
            self._guard(lambda: self._context.module(source))
        except ScriptError as error:
            if not error.message.startswith("ReferenceError: could not load module"):
                raise

    def _guard(self, work: Callable[[], object]) -> object:
        try:
            result = work()
            while self._context.execute_pending_job():  # promises settle only when asked to
                pass
            return result
        except self._failures as error:
            text = str(error)
            if _FATAL.match(text):
                raise EngineError(text.split("\n", 1)[0]) from error
            at = _AT_LINE.search(text)
            raise ScriptError(text.split("\n    at ", 1)[0].strip(), int(at[1]) if at else None) from error


class V8:
    """V8 through mini-racer. It has no door for modules: `check_module` accepts everything."""

    def __init__(self, memory_bytes: int, seconds: float) -> None:
        module: Any = importlib.import_module("py_mini_racer")
        self._fatal: tuple[type[Exception], ...] = (module.JSTimeoutException, module.JSOOMException)
        self._failure: type[Exception] = module.JSEvalException
        self._context: Any = module.MiniRacer()
        self._limits = {"timeout_sec": seconds, "max_memory": memory_bytes}

    def evaluate(self, script: str) -> None:
        """See `Backend.evaluate`."""
        # The value of a bundle's last expression may be one that cannot cross over to Python.
        self._guard(f"{script}\n;0")

    def call(self, function: str, arguments: tuple[str, ...]) -> str:
        """See `Backend.call`."""
        return str(self._guard(f"{function}({', '.join(json.dumps(argument) for argument in arguments)})"))

    def check_module(self, source: str) -> None:
        """See `Backend.check_module`."""

    def _guard(self, script: str) -> object:
        try:
            return self._context.eval(script, **self._limits)
        except self._fatal as error:
            raise EngineError(f"{type(error).__name__}: {error}") from error
        except self._failure as error:
            raise ScriptError(str(error).strip()) from error
