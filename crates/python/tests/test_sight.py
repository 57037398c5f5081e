"""Field of view, surveys, paths and crowds are those of the command line."""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import Any

import numpy as np
import pytest
import undercroft as uc
from conftest import ROOT, program, run, run_json

MAPS = sorted((ROOT / "crates" / "undercroft" / "tests" / "maps").glob("*.txt"))


def free_cells(dungeon: uc.Dungeon, level: int) -> list[tuple[int, int]]:
    number = [known.z for known in dungeon.levels].index(level)
    size = dungeon.levels[number]
    free = ~dungeon.solid[number, : size.height, : size.width]
    return [(int(y), int(x)) for y, x in np.argwhere(free)]


def mask(value: dict[str, object], name: str, shape: tuple[int, int]) -> np.ndarray:
    cells = np.zeros(shape, bool)
    cells.reshape(-1)[np.array(value[name], int)] = True
    return cells


@pytest.mark.parametrize("file", MAPS, ids=lambda path: path.stem)
def test_views_equal_those_of_the_command_line(file: pathlib.Path) -> None:
    dungeon = uc.read(file)
    level = dungeon.levels[0].z if len(dungeon.levels) == 1 else 0
    cells = free_cells(dungeon, level)
    height, width = dungeon.levels[0].height, dungeon.levels[0].width
    for y, x in cells[:: max(len(cells) // 3, 1)][:3]:
        at = ["fov", str(file), "--at", f"{x},{y}", "--level", str(level)]
        exact = run_json(*at)
        shape = (exact["height"], exact["width"])
        assert (uc.fov(dungeon, (y, x), level=level) == mask(exact, "seen", shape)).all()
        near = run_json(*at, "--radius", "4")
        assert (uc.fov(dungeon, (y, x), level=level, radius=4) == mask(near, "seen", shape)).all()
        lit = run_json(*at, "--kind", "shadowcast", "--blocked-by", "solid")
        seen = mask(lit, "seen", shape) | mask(lit, "lit", shape)
        assert (uc.fov(dungeon, (y, x), level=level, kind="shadowcast", blocked_by="solid") == seen).all()
    if height * width <= 4096:
        survey = run_json("fov", str(file), "--survey", "--level", str(level))
        assert (uc.survey(dungeon, level=level) == np.array(survey["view_sizes"])).all()


def test_cases_of_sight_are_answered(tmp_path: pathlib.Path) -> None:
    checked = 0
    for file in sorted((ROOT / "crates" / "sight" / "tests" / "cases").rglob("*.json")):
        case = json.loads(file.read_text())
        shape = (case["gridRows"], case["gridCols"])
        solid = mask(case, "blockedCells", shape)
        seen = uc.fov(solid, (case["startY"], case["startX"]))
        if "expectedVisible" in case:
            assert (seen == mask(case, "expectedVisible", shape)).all(), file.name
            checked += 1
    drawn = sorted((ROOT / "crates" / "sight" / "tests" / "cases").rglob("*.txt"))
    for file in drawn:
        value = run_json("fov", str(file))
        rows = (value["height"], value["width"])
        width, height = (int(side) for side in value["observer"]["size"].split("x"))
        dungeon = uc.read(file)
        at = (value["observer"]["y"], value["observer"]["x"])
        seen = uc.fov(dungeon.solid[0], at, footprint=(height, width))
        assert (seen == mask(value, "seen", rows)).all(), file.name
        checked += 1
    assert checked > 0


def compare_paths(file: pathlib.Path, pairs: int, *, open_doors: bool = False) -> None:
    """Paths between cells of level 0, far apart and near, with those of the program."""
    dungeon = uc.read(file)
    cells = free_cells(dungeon, 0)
    step = max(len(cells) // (2 * pairs), 1)
    flags = ["--open-doors"] if open_doors else []
    for start, goal in zip(cells[::step][:pairs], cells[::-step][:pairs]):
        args = ["path", str(file), "--from", f"{start[1]},{start[0]}", "--to", f"{goal[1]},{goal[0]}", "--level", "0"]
        path = uc.path(dungeon, start, goal, open_doors=open_doors)
        try:
            answer = json.loads(run(*args, *flags, "--json").stdout)["paths"][0]
        except subprocess.CalledProcessError:
            assert path is None, (file.name, start, goal)
            continue
        assert path is not None and path.length == pytest.approx(answer["length"], abs=1e-12)
        points = [[y, x] for part in answer["segments"] for x, y in part["waypoints"]]
        assert path.points[:, -2:].tolist() == points


@pytest.mark.parametrize("file", MAPS, ids=lambda path: path.stem)
def test_paths_over_maps_equal_those_of_the_command_line(file: pathlib.Path) -> None:
    compare_paths(file, 3)
    compare_paths(file, 3, open_doors=True)


def test_paths_over_dungeons_equal_those_of_the_command_line(tmp_path: pathlib.Path) -> None:
    for preset, seed in (("small-dungeon", 3), ("tower", 4), ("cave", 2)):
        file = tmp_path / f"{preset}.json"
        file.write_text(uc.generate(preset, seed=seed).to_json())
        compare_paths(file, 2)


def test_many_lengths_equal_single_paths_and_gaps_are_infinite() -> None:
    walls = np.zeros((12, 20), bool)
    walls[:10, 9] = True
    walls[5, 0] = True
    paths, rng = uc.Paths(walls), np.random.default_rng(7)
    starts, goals = (np.stack([rng.integers(0, 12, 50), rng.integers(0, 20, 50)], axis=1) for _ in range(2))
    lengths = paths.lengths(starts, goals, threads=2)
    for start, goal, length in zip(starts.tolist(), goals.tolist(), lengths):
        path = uc.path(walls, tuple(start), tuple(goal))
        assert (path is None and np.isinf(length)) or (path is not None and path.length == length)
    closed = np.zeros((3, 5), bool)
    closed[:, 2] = True
    assert uc.path(closed, (0, 0), (0, 4)) is None
    assert np.isinf(uc.Paths(closed).lengths([[0, 0]], [[0, 4]])).all()
    wide = np.ones((4, 6), bool)
    wide[1, :] = False
    assert uc.path(wide, (1, 0), (1, 4)) is not None and uc.path(wide, (1, 0), (1, 4), footprint=(2, 2)) is None


def test_paths_take_stairs_between_levels() -> None:
    dungeon = uc.generate("tower", seed=7)
    walk = uc.solve(dungeon).cells
    start, goal = tuple(walk[0].tolist()), tuple(walk[-1].tolist())
    path = uc.path(dungeon, start, goal, open_doors=True)
    assert path is not None and path.points.shape[1] == 3 and path.length <= len(walk)


@pytest.mark.parametrize("file", MAPS, ids=lambda path: path.stem)
def test_crowds_equal_those_of_the_command_line(file: pathlib.Path, tmp_path: pathlib.Path) -> None:
    dungeon, state = uc.read(file), tmp_path / "state.json"

    def answer(*args: str) -> Any:
        """What the program prints; its exit code only says whether all arrived."""
        command = [program(), "crowd", str(file), "--level", "0", "--actors", "8", "--seed", "5", "--json", *args]
        return json.loads(subprocess.run(command, capture_output=True).stdout)["runs"][0]

    for mode in ("square", "diagonal", "no-diagonal", "anti-cross", "basic3", "basic3-anti-cross", "flow"):
        answer("--mode", mode, "--ticks", "0", "--save", str(state))
        wanted = answer("--mode", mode)
        crowd = uc.Crowd(dungeon, mode=mode, seed=5)
        for entry in json.loads(state.read_text())["actors"]:
            (x, y), (to_x, to_y) = entry["actor"]["current"], entry["actor"]["goal"]["cell"]
            crowd.send(crowd.spawn([(y, x)]), [(to_y, to_x)])
        report = crowd.step(2000)
        found = (report.actors, report.arrived, report.makespan, report.sum_of_costs, report.crossings, report.ticks)
        names = ("actors", "arrived", "makespan", "sum_of_costs", "crossings", "ticks")
        assert found == tuple(wanted[name] for name in names), mode


def test_bodies_of_a_crowd_keep_apart() -> None:
    crowd = uc.Crowd(np.zeros((8, 8), bool), mode="flow", seed=3)
    actors = crowd.spawn([(y, x) for y in range(3) for x in range(8)])
    crowd.send(actors, [(7, 4)])
    for _ in range(60):
        report = crowd.step()
        places = crowd.positions.astype(np.int64)
        apart = np.abs(places[:, None] - places[None]).max(axis=2)
        assert (apart[~np.eye(len(places), dtype=bool)] > 0).all()
    assert report.arrived == len(actors) and crowd.positions.shape == (24, 2)
