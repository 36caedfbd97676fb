"""Native code plays the interpreter's games: decision for decision, to the same end."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random

import pytest

import hoyle
from hoyle.interpreter.library.discovery import shipped_variants
from hoyle.interpreter.native.cannot_lower import CannotLower
from hoyle.interpreter.native.kernel import Kernel, Status, compile_machine
from hoyle.interpreter.runtime.fault import NoEnd, NothingToChoose
from tests.programs.strategies import Maker
from tests.programs.test_laws import checked, parsed

FindDifference = Callable[[Kernel, int], str]
