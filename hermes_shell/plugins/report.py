"""Reports: what one window says of one plugin."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from hermes_shell.plugins.row import Phase, Status, without_address

_Short = Annotated[str, Field(max_length=2000), AfterValidator(without_address)]


class ReportError(BaseModel):
    """An error as a window reports it."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    message: Annotated[str, Field(max_length=20000), AfterValidator(without_address)] = ""
    phase: Phase = "evaluate"
    stack: Annotated[str, Field(max_length=50000), AfterValidator(without_address)] | None = None
    line: int | None = None
    column: int | None = None
    source_line: _Short | None = None


class Report(BaseModel):
    """What one window says of one plugin (architecture, section 4)."""

    model_config = ConfigDict(extra="ignore", defer_build=True)
    folder: Annotated[str, Field(max_length=1000)]
    id: _Short | None = None
    name: _Short | None = None
    description: _Short | None = None
    version: Annotated[str, Field(max_length=100)] | None = None
    default_enabled: bool | None = None
    status: Status
    error: ReportError | None = None
    rev: Annotated[str, Field(max_length=100)] | None = None
    stale: bool = False
    warnings: Annotated[list[_Short], Field(max_length=100)] = []
    load_ms: float | None = None
