"""`python -m hermes_shell`: the same as the command `hermes-shell`."""

from __future__ import annotations

import sys

from hermes_shell.cli import main

sys.exit(main())
