#!/usr/bin/env python3
"""Replays a solution move by move, by the rules of docs/solve.md and the tiles as the second judge reads them.

    undercroft solve deep.json --json > walk.json
    python3 replay.py deep.json walk.json       needs judge.py beside it

It prints one line: that the walk is legal and ends where it should, or the first move that is not allowed. Walks that use
secret doors (`--with-secrets`) are outside its scope. Exit codes: 0 legal, 1 not, 2 a file cannot be read.
"""

import json
import sys

sys.dont_write_bytecode = True
import judge


class Visitor:
    """Someone who walks through a dungeon, takes every key that they come to and opens locks."""

    def __init__(self, dungeon):
        self.dungeon, self.walk = dungeon, judge.Walk(dungeon, "shut", "keyed")
        self.is_own, self.taken, self.opened = dungeon.has_own_keys(), [], []
        blocking = [feature for feature in dungeon.features if feature.blocks]
        self.walk.shut |= {cell for feature in blocking for cell in feature.cells}
        keyed = [(door, link) for link in dungeon.links for door in link.doors if dungeon.barriers[door] == "keyed"]
        self.lock_at = {cell: link for door, link in keyed for cell in dungeon.doors[door].cells}

    def start(self):
        entrance = self.dungeon.entrance
        door, room = self.dungeon.doors[entrance.door], self.dungeon.rooms[entrance.room]
        inside = judge.plus(door.cells[0], judge.back(door.step))
        return inside if inside in room.floor_set else room.cells[0]

    def enter(self, cell):
        """Takes what lies on a cell; a key is taken once."""
        self.taken += [key for key in self.dungeon.keys if key.cell == cell and key not in self.taken]

    def unlock(self, cell):
        """Opens the lock of a cell where it has one and a key is at hand."""
        link = self.lock_at.get(cell)
        has_key = any(key.link == link.id for key in self.taken) if self.is_own and link else (
            len(self.taken) > len(self.opened))
        if link and link.id not in self.opened and has_key:
            self.opened.append(link.id)
            self.walk.shut -= {cell for cell, lock in self.lock_at.items() if lock is link}

    def step(self, here, there):
        """Makes a step; whether it is allowed."""
        self.unlock(there)
        is_allowed = there in self.walk.beside(here)
        self.enter(there)
        return is_allowed


def problem(dungeon, walk):
    """What is wrong with a walk; None where it is legal and ends where it should."""
    if walk["goal"] not in ("goal", "all") or not isinstance(walk["possible"], bool):
        raise ValueError
    if dungeon.entrance is None or dungeon.goal is None:
        return "the dungeon has no entrance or no goal"
    if not walk["possible"]:
        return "the file has no walk, since none was found"
    cells = [(x, y, part["level"]) for part in walk["segments"] for x, y in part["cells"]]
    visitor = Visitor(dungeon)
    if not cells or cells[0] != visitor.start():
        return f"it does not begin at {visitor.start()}"
    visitor.enter(cells[0])
    for number, (here, there) in enumerate(zip(cells, cells[1:]), 1):
        if not visitor.step(here, there):
            return f"step {number} from {here} to {there} is not allowed"
    if len(cells) - 1 != walk["steps"] or len(visitor.opened) != walk["locks"]:
        return f"it has {len(cells) - 1} steps and opens {len(visitor.opened)} locks, and says otherwise"
    visited = {dungeon.room_at[cell].id for cell in cells if cell in dungeon.room_at}
    missing = {room.id for room in dungeon.rooms} - visited if walk["goal"] == "all" else set()
    if missing or (walk["goal"] != "all" and cells[-1] not in dungeon.rooms[dungeon.goal].floor_set):
        return f"it does not get to {'rooms ' + str(sorted(missing)[:8]) if missing else 'the goal'}"
    return None


def replay(dungeon_bytes, walk):
    """What is wrong with a walk through the dungeon of a file."""
    judge.steps_left[0] = judge.MAX_STEPS
    return problem(judge.Dungeon(judge.read_document(dungeon_bytes)), walk)


def main(arguments):
    if len(arguments) != 2:
        print("usage: replay.py DUNGEON WALK", file=sys.stderr)
        return 2
    path = arguments[1]
    try:
        walk = judge.read_json(judge.read_file(path))
        path = arguments[0]
        wrong = replay(judge.read_file(path), walk)
    except judge.Unreadable as error:
        print(f"{path}: {error}.", file=sys.stderr)
        return 2
    except (KeyError, TypeError, ValueError):
        print(f"{arguments[1]}: this is no walk of undercroft solve --json.", file=sys.stderr)
        return 2
    print(wrong or "the walk is legal and ends where it should")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(judge.run(lambda: main(sys.argv[1:])))
