"""What all tests need: the program, and the folders of the repository."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def program() -> str:
    return os.environ.get("UNDERCROFT_BIN", str(ROOT / "target" / "debug" / "undercroft"))


def run(*args: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([program(), *args], check=True, capture_output=True, **options)


def run_json(*args: str) -> Any:
    return json.loads(run(*args, "--json").stdout)


@pytest.fixture(scope="session")
def seeds() -> int:
    """Seeds of each preset: 5, or as many as scripts/laws asks for."""
    return int(os.environ.get("UNDERCROFT_PYTHON_SEEDS", "5"))
