"""Stubs and sources: mypy --strict, and stubtest against the installed module."""

from __future__ import annotations

import pathlib
import subprocess
import sys

from conftest import ROOT

HERE = pathlib.Path(__file__).parent


def check(*args: str, folder: pathlib.Path) -> None:
    result = subprocess.run([sys.executable, "-m", *args], capture_output=True, text=True, cwd=folder)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_package_its_tests_and_the_tutorial_pass_mypy(tmp_path: pathlib.Path) -> None:
    config = str(ROOT / "crates" / "python" / "pyproject.toml")
    check("mypy", "--config-file", config, "-p", "undercroft", folder=tmp_path)
    sources = [HERE.parent / "tutorial.py", *HERE.glob("*.py")]
    check("mypy", "--config-file", config, *map(str, sources), folder=tmp_path)


def test_the_stubs_are_those_of_the_module(tmp_path: pathlib.Path) -> None:
    config = str(ROOT / "crates" / "python" / "pyproject.toml")
    check("mypy.stubtest", "undercroft._engine", "--mypy-config-file", config, folder=tmp_path)
