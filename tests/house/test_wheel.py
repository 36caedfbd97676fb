"""What a user installs holds everything, and works without the checkout.

Nothing is fetched: the wheel is built with the setuptools of the environment that runs the tests.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

LEFTOVERS = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info", ".*")
FOLDERS = {"dsl": "hoyle/dsl", "interpreter": "hoyle/interpreter", "rulesets": "hoyle/rulesets"}
DOOR = "hoyle/interpreter/api/"


def run(*command: str | Path, **how) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(root, tmp_path_factory) -> Path:
    """The folder into which the wheel was installed."""
    # Built from a copy, because setuptools leaves folders behind that could feed the next wheel.
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        if (root / name).exists():
            shutil.copy(root / name, source)
    for folder in FOLDERS:
        shutil.copytree(root / folder, source / folder, ignore=LEFTOVERS)

    wheels, target = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-index"]
    run(*pip, "wheel", *alone, "--no-build-isolation", "--wheel-dir", wheels, source)
    (wheel,) = wheels.glob("hoyle-*.whl")
    run(*pip, "install", *alone, "--no-compile", "--target", target, wheel)
    return target


def ask(installed: Path, code: str, folder: Path) -> str:
    """Run `code` with the wheel and the libraries, but not the checkout.

    -S leaves out the .pth files through which an editable install would stand in for what the
    wheel lacks.
    """
    libraries = sysconfig.get_path("purelib"), sysconfig.get_path("platlib")
    path = os.pathsep.join([str(installed), *libraries])
    surroundings = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return run(sys.executable, "-S", "-c", code, cwd=folder, env=surroundings)


def test_every_file_is_in_the_wheel(root, installed):
    expected = {"hoyle/py.typed"}
    for folder, package in FOLDERS.items():
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".lark", ".cards"}:
                name = f"{package}/{path.relative_to(root / folder).as_posix()}"
                expected.add(name.replace(DOOR, "hoyle/"))
    assert any(name.endswith(".lark") for name in expected)
    found = {
        path.relative_to(installed).as_posix()
        for path in (installed / "hoyle").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert found == expected


def test_it_can_be_imported(installed, tmp_path):
    where = ask(installed, "import hoyle; print(hoyle.__file__)", tmp_path)
    assert Path(where.strip()) == installed / "hoyle" / "__init__.py"


def test_every_module_can_be_imported(installed, tmp_path):
    code = (
        "import importlib, pkgutil, hoyle\n"
        "for found in pkgutil.walk_packages(hoyle.__path__, 'hoyle.'):\n"
        "    if not found.name.endswith('.__main__'):\n"
        "        print(importlib.import_module(found.name).__file__)\n"
    )
    places = ask(installed, code, tmp_path).split("\n")[:-1]
    assert places
    assert all(Path(place).is_relative_to(installed) for place in places)


def test_the_licence_travels_with_it(installed):
    assert list(installed.glob("hoyle-*.dist-info/licenses/LICENSE"))
