"""Every kind of node of a machine is compiled, and has its words in `hoyle machine`."""

from typing import get_args

from hoyle.dsl.machine import program as p
from hoyle.interpreter.narration.disassembler import DESCRIBED
from hoyle.interpreter.runtime.instructions import COMPILERS


def test_no_kind_of_node_is_forgotten():
    assert COMPILERS.keys() == set(get_args(p.Work))
    assert DESCRIBED.keys() == set(get_args(p.Node))
