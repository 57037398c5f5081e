"""Every example runs, and importing brings nothing that was not asked for."""

from __future__ import annotations

import doctest
import inspect
import json
import pathlib
import subprocess
import sys
from typing import Any

import pytest
import undercroft as uc
from conftest import ROOT
from undercroft._dataset import DatasetOptions


def documented() -> dict[str, object]:
    found: dict[str, object] = {"undercroft": uc}
    for name in uc.__all__:
        value = getattr(uc, name)
        if inspect.isfunction(value) or inspect.isclass(value):
            found[name] = value
            members = vars(value).items() if inspect.isclass(value) else ()
            for member, inner in members:
                if not member.startswith("_") and getattr(inner, "__doc__", None):
                    found[f"{name}.{member}"] = inner
    return found


@pytest.mark.parametrize("name", documented())
def test_examples_run(name: str) -> None:
    value = documented()[name]
    text = inspect.getdoc(value)
    assert text, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert failed == 0


def test_every_function_and_class_has_an_example() -> None:
    examples = {name: ">>>" in (inspect.getdoc(value) or "") for name, value in documented().items()}
    missing = [name for name, has_one in examples.items() if "." not in name and not has_one]
    assert missing == []


def test_options_that_are_handed_on_are_those_of_a_data_set() -> None:
    own = inspect.signature(uc.dataset).parameters.values()
    own_options = {known.name: known.annotation for known in own if known.kind is inspect.Parameter.KEYWORD_ONLY}
    handed_on = {name: hint.__forward_arg__ for name, hint in DatasetOptions.__annotations__.items()}
    assert handed_on == own_options


def test_importing_brings_no_extras() -> None:
    code = "import sys, undercroft; print([name for name in ('pyarrow', 'ray', 'gymnasium', 'matplotlib') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"


def test_importing_is_quick() -> None:
    code = "import numpy, time; t = time.process_time(); import undercroft; print(time.process_time() - t)"
    took = [float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout) for _ in range(3)]
    assert min(took) < 0.15, took


def first_program(page: str) -> str:
    """The first Python program of a page."""
    return (ROOT / "docs" / page).read_text().split("```python\n")[1].split("```")[0]


def test_the_programs_of_the_pages_run(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tour once named a cell of rock, so that its path was None, and a format that the release wheel did not have."""
    monkeypatch.chdir(tmp_path)
    exec(first_program("python.md"), {})
    assert (tmp_path / "gaol.tmx").exists()
    uc.dataset("small-dungeon", range(3)).to_parquet("d", progress=False)
    found: dict[str, Any] = {}
    exec(first_program("datasets.md"), found)
    assert (found["tiles"] == uc.generate("small-dungeon", seed=0).tiles).all()


def kinds(cell: dict[str, Any]) -> list[list[str]]:
    return [sorted(output.get("data", {"stdout": None})) for output in cell.get("outputs", [])]


def outlined(notebook: dict[str, Any]) -> list[Any]:
    return [(cell["cell_type"], "".join(cell["source"]), kinds(cell)) for cell in notebook["cells"]]


def test_the_tutorial_runs_and_its_notebook_is_up_to_date(tmp_path: pathlib.Path) -> None:
    """It has the cells of the tutorial, and an output of each kind that they make. What is drawn may be of an earlier version:
    scripts/notebook --write draws it again."""
    script = [sys.executable, str(ROOT / "scripts" / "notebook")]
    made = subprocess.run(script, check=True, capture_output=True, cwd=tmp_path, timeout=300).stdout
    kept = json.loads((ROOT / "docs" / "tutorial.ipynb").read_text())
    assert outlined(json.loads(made)) == outlined(kept)


@pytest.mark.laws
def test_the_tutorial_is_a_script(tmp_path: pathlib.Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "crates/python/tutorial.py")], check=True, cwd=tmp_path, timeout=300)
