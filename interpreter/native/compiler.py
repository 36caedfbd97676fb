"""LLVM: from a kernel's text to an object, and from an object to a function that can be called."""

from __future__ import annotations

import contextlib
import ctypes
from functools import cache
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from hoyle.interpreter.native.kept_objects import find_object_file, keep_object

QUICK, BEST = 0, 2  # how much work goes into the code, as LLVM counts it


def find_object(text: str) -> Path:
    """Where the good code of a module's text is kept."""
    return find_object_file(text, describe_host())


def load_kept(kept: bytes | None) -> LoadedObject | None:
    """Good code that was made before, if it can be used."""
    if kept is not None:
        with contextlib.suppress(RuntimeError, ValueError):  # LLVM's word for what it cannot read
            return LoadedObject(kept)
    return None


def make_well(text: str) -> LoadedObject:
    """Good code for a module's text, which is kept."""
    made = compile_object(text, BEST)
    keep_object(find_object(text), made)
    return LoadedObject(made)


def make_quickly(text: str) -> LoadedObject:
    """Code for a module's text, made in a hurry."""
    return LoadedObject(compile_object(text, QUICK))


@cache
def _host() -> tuple[str, str, str]:
    """The processor: its triple, its name and its features."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


@cache
def has_deposit() -> bool:
    """Whether the processor has the instruction that finds the k-th bit of a mask (`pdep`)."""
    triple, _, features = _host()
    return triple.startswith("x86_64") and "+bmi2" in features.split(",")


def describe_host() -> str:
    """Everything of LLVM and the processor that an object depends on."""
    version = ".".join(map(str, llvm.llvm_version_info))
    return " ".join((llvmlite.__version__, version, str(BEST), *_host()))


def compile_object(text: str, level: int) -> bytes:
    """The object of a module's text."""
    triple, name, features = _host()
    module = llvm.parse_assembly(text)
    module.verify()  # what is wrong is an error then; it would end the process later
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=name,
        features=features,
        opt=level,
        reloc="pic",
        codemodel="small",
    )
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    if level == BEST:
        # lists are short: code for many entries at once costs more than it brings
        options.loop_vectorization = options.slp_vectorization = False
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
    made: bytes = machine.emit_object(module)
    return made


class LoadedObject:
    """An object in memory; its function lives as long as this does."""

    def __init__(self, data: bytes) -> None:
        triple, name, features = _host()
        machine = llvm.Target.from_triple(triple).create_target_machine(
            cpu=name, features=features, opt=0, jit=True
        )
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self.engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(data))
        self.engine.finalize_object()
        address = self.engine.get_function_address("hoyle_kernel")
        if not address:
            raise ValueError("this is no object of a kernel")
        self.call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
