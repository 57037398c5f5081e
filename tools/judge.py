#!/usr/bin/env python3
"""A second judge of Undercroft's dungeons.

    python3 judge.py FILE…          a verdict per file, then one line per flaw: CODE subject: sentence
    python3 judge.py --json FILE…   one JSON object per file

It reads dungeon JSON, versions 1 and 2, and shares no code with Undercroft: it follows docs/dungeon-json.md. What
follows from something else (tiles, depths, numbers, plain texts) it computes again and compares. It needs Python 3.9
and nothing else. Exit codes: 0 every file is sound, 1 a file has flaws, 2 a file cannot be read or judged.

From top to bottom: the document (what can be read), cells, the dungeon (what it means), the order of the checks, the
checks, the command. A cell is a triple (x, y, z): x grows east, y south, z is the height of its level. Things have a
subject, by which a flaw names them. A check yields flaws: whether it is one, or the cells that are wrong; the code; the
subject, unless it is the first of these cells; the sentence.
"""

import argparse
import json
import os
import re
import sys
from collections import Counter, defaultdict, deque
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

LAST_EPOCH = 4
MAX_SIDE = 16384
MAX_BYTES = 1 << 24             # of a file
MAX_CELLS = 1 << 20             # of all levels, and of all floors; Undercroft itself reads more
MAX_MASK = 1 << 22              # cells of a mask
MAX_DEPTH = 124                 # of lists in a setting: readers of JSON stop at 127 values in each other
MAX_STEPS = 100_000_000         # of all searches on a file together
EDITED_WARNING = "It was changed by hand: recipe and seed give the dungeon from before."
WHITE_SPACE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
NORTH, EAST, SOUTH, WEST = NEIGHBORS4 = ((0, -1), (1, 0), (0, 1), (-1, 0))
NEIGHBORS8 = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
SIDES = dict(zip(("north", "east", "south", "west"), NEIGHBORS4))

class Unreadable(Exception):
    """The file is no dungeon that can be judged; the text is a clause."""

def need(holds, path, problem):
    if not holds:
        raise Unreadable(f"{path}: {problem}")

# The document: what can be read. A reader takes a JSON value and its path, and returns what it means or refuses it. ---

noted = []                      # the references of the document that is read: path, name of the list, id

class JsonObject(dict):
    repeated = None             # a key that the object has twice

    def __init__(self, items=()):
        super().__init__(items)
        if len(self) < len(items):
            self.repeated = Counter(key for key, _ in items).most_common(1)[0][0]

def refuse(path, wanted, value):
    is_plain = isinstance(value, (int, float, str, type(None)))
    shown = json.dumps(value) if is_plain else "an object" if isinstance(value, dict) else "a list"
    need(False, path or "the document", f"need {wanted}, got {shown[:60]}")

def rule(wanted, holds, meaning=lambda value, path: value):
    return lambda value, path: meaning(value, path) if holds(value) else refuse(path, wanted, value)

def integer(low, high):
    return rule(f"a whole number from {low} to {high}", lambda value: type(value) is int and low <= value <= high)

def text(most, least=0):
    return rule(f"a text of {least} to {most} characters", lambda value: isinstance(value, str)
                and least <= len(value) <= most and not re.search("[\ud800-\udfff]", value))

def word(*words): return rule("one of " + ", ".join(words), words.__contains__)

def list_of(read_item, least=0, most=MAX_BYTES, collect=list):
    return rule(f"a list of {least} to {most} values",
                lambda value: isinstance(value, list) and least <= len(value) <= most,
                lambda value, path: collect(read_item(item, f"{path}[{i}]") for i, item in enumerate(value)))

def tuple_of(length, read_item): return list_of(read_item, length, length, tuple)

def reference(name):
    def read(value, path):
        noted.append((path, name, ID(value, path)))
        return value
    return read

def fields(**readers):
    """An object with these keys and no others: a reader, or a reader and its default; null is the default None."""
    def read(value, path):
        if not isinstance(value, dict):
            refuse(path, "an object", value)
        unknown = value.repeated or next((key for key in value if key not in readers), None)
        if unknown is not None:
            refuse(path, f"keys such as {', '.join(list(readers)[:3])}, each once", unknown)
        result = SimpleNamespace()
        for key, reader in readers.items():
            reader, default = reader if isinstance(reader, tuple) else (reader, refuse)
            given = value.get(key, default)
            if given is refuse:
                refuse(path, f"the key {key}", None)
            setattr(result, key, default if given is default else reader(given, f"{path}.{key}".lstrip(".")))
        return result
    return read

def variant(kinds):
    """An object with one key, the kind, which holds what that kind has."""
    return rule("an object with one of the keys " + ", ".join(kinds), lambda value: isinstance(value, dict)
                and len(value) == 1 and not value.repeated and value.keys() <= kinds.keys(),
                lambda value, path: next((kind, kinds[kind](data, f"{path}.{kind}")) for kind, data in value.items()))

def read_pin(value, path):
    """An object whose key `pin` holds the kind."""
    kind = value.get("pin") if isinstance(value, dict) else None
    return PINS[word(*PINS)(kind, f"{path}.pin")](value, path)

def is_fraction(value):
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and -1 < value < 2
    return is_number and 0 <= round(value * 1e4) <= 1e4 and abs(value * 1e4 - round(value * 1e4)) < 1e-6

def is_setting(value, depth=0):
    if isinstance(value, list):
        return depth < MAX_DEPTH and all(is_setting(item, depth + 1) for item in value)
    return value is not None and not isinstance(value, dict)

def is_seed(value):
    """`7`, `7 route=9`, or nothing."""
    words = [piece for piece in re.split(f"[{WHITE_SPACE}]+", value) if piece] if isinstance(value, str) else [""]
    numbers = words[:1] + [piece.partition("=")[2] for piece in words[1:]]
    are_numbers = all(re.fullmatch(r"\+?[0-9]{1,40}", number) and int(number) < 1 << 64 for number in numbers)
    return value == "" or (are_numbers and bool(words))

ID, BYTE, I32, NUMBER = (integer(0, (1 << 32) - 1), integer(0, 255), integer(-(1 << 31), (1 << 31) - 1),
                          integer(1, (1 << 32) - 1))
NAME, NOTE, ANY_TEXT = text(200), text(2000), text(MAX_BYTES)
BOOLEAN = rule("true or false", lambda value: isinstance(value, bool))
FRACTION = rule("a number from 0 to 1 with at most four decimals", is_fraction)
SEED = rule("a seed such as 7 or 7 route=9", is_seed)
RECIPE = rule("numbers, words, true, false and lists of them by key",
              lambda value: isinstance(value, dict) and all(map(is_setting, value.values())))
ROOM_ID, DOOR_ID, LINK_ID = reference("rooms"), reference("doors"), reference("links")
CELL, TRIPLE, SIDE = tuple_of(2, I32), tuple_of(3, I32), word(*SIDES)
CELLS, ROOM_IDS, RECT = list_of(CELL), tuple_of(2, ROOM_ID), fields(left=I32, top=I32, right=I32, bottom=I32)
HIDDEN, WIDTH = (word("none", "undiscovered", "discovered"), "none"), integer(1, 4)
MODULES, TEXTS = (tuple_of(2, integer(1, MAX_SIDE)), None), list_of(ANY_TEXT)
CORRIDOR = dict(doors=tuple_of(2, DOOR_ID), path=CELLS, width=WIDTH, runway=tuple_of(2, BYTE), roughened=(CELLS, []),
                fallback=tuple_of(2, word("none", "one_cell", "no_runway", "last_resort")))
LINK_KINDS = {"corridor": fields(**CORRIDOR, hidden=HIDDEN), "secret": fields(**CORRIDOR, discovered=BOOLEAN),
              "shared": fields(door=DOOR_ID, hidden=HIDDEN), "stairs": fields(runs=tuple_of(2, list_of(CELL, 1, 3)))}
FIRST_LINK = fields(**dict(
    CORRIDOR, id=ID, kind=word("corridor", "shared", "stairs", "secret_passage"), rooms=ROOM_IDS,
    doors=list_of(DOOR_ID, 0, 2), path=(CELLS, []), discovered=(BOOLEAN, None), from_coord=(TRIPLE, None),
    to_coord=(TRIPLE, None), is_secret_passage=(BOOLEAN, False)))
LEVEL = fields(
    z=integer(-9999, 9999), name=(NAME, ""), surround=(word("rock", "trees", "brick", "water", "bare"), "rock"),
    width=integer(1, MAX_SIDE), height=integer(1, MAX_SIDE), rows=TEXTS, ground=(TEXTS, None))
NOTES = list_of(fields(text=NOTE, plain=NOTE, secret=BOOLEAN, kind=word(
    "sense", "inhabitant", "danger", "treasure", "oddity", "key", "lock", "trace", "goal")), 0, 64)
SHAPE = word("rect", "l", "t", "cross", "octagon", "circle", "apse", "pillared", "alcoves", "dais", "ring", "cloister",
             "court", "cave", "free")
ROLES = list_of(word("entrance", "goal", "boss", "treasure", "merchant", "event", "hall"))
TEMPLATE = fields(name=ANY_TEXT, turn=integer(0, 3), mirror=BOOLEAN, at=tuple_of(2, integer(-MAX_SIDE, MAX_SIDE - 1)))
SOCKETS = list_of(fields(cell=CELL, dir=SIDE, required=BOOLEAN, open=BOOLEAN)), []
ROOM = fields(
    id=ID, number=(NUMBER, None), name=(NAME, ""), purpose=(NAME, None), surface=(NAME, None), shape=(SHAPE, "free"),
    hearth=(fields(cell=CELL, normal=SIDE), None), dais=(RECT, None), z=I32, floor=list_of(TRIPLE, 1),
    roles=(ROLES, []), depth=ID, difficulty=FRACTION, plan=(TRIPLE, None), aligned=(BOOLEAN, False),
    template_group=(ANY_TEXT, None), template=(TEMPLATE, None), sockets=SOCKETS, notes=(NOTES, []))
HANGING = dict(z=I32, cells=list_of(CELL, 1, 4), normal=SIDE, state=word("open", "closed", "locked"),
               kind=word("door", "archway", "portcullis", "barred", "doorway"))
DOOR = fields(**HANGING, id=ID, room=(ROOM_ID, None), secret=(BOOLEAN, False))
MARKER = fields(kind=word("light", "key", "stairs", "spawn"), z=I32, cell=CELL, room=(ROOM_ID, None),
                link=(LINK_ID, None), label=(ANY_TEXT, None))
STANDING = dict(kind=text(200, 1), z=I32, cell=CELL, size=tuple_of(2, integer(1, 6)), turn=integer(0, 3),
                flat=(BOOLEAN, False), light=(fields(bright_feet=integer(0, 1000), dim_feet=integer(0, 1000)), None))
MOUNT = word("floor", "wall")
FEATURE = fields(**STANDING, id=ID, room=(ROOM_ID, None), blocks=BOOLEAN, opaque=BOOLEAN, secret=BOOLEAN, mount=MOUNT,
                 spawn=(reference("spawns"), None))
WAITING = dict(kind=word("player", "enemy", "loot", "trap", "npc"), z=I32, cell=CELL, difficulty=FRACTION,
               name=(NAME, None))
SPAWN = fields(**WAITING, id=ID, room=ROOM_ID, group=(reference("groups"), None))
GROUP = fields(id=ID, one=NAME, many=NAME, count=ID, mood=NAME, home=ROOM_ID, rooms=list_of(ROOM_ID), table=NAME)
INPUT = fields(key=word("mask.file", "templates.file", "house.program_file", "stock.file"), name=NAME, digest=ANY_TEXT,
               text=rule(f"a text of at most {1 << 18} bytes", lambda value: isinstance(value, str)
                         and len(value.encode(errors="replace")) <= 1 << 18))
STORY = fields(hook=(NOTE, ""), rumours=(list_of(NOTE, 0, 64), []))
ORIGIN = dict(recipe=(RECIPE, {}), seed=(SEED, ""), epoch=(ID, None))
PINNED_DOOR = fields(**HANGING, secret=(BOOLEAN, False))
PINNED_CORRIDOR = fields(**dict(CORRIDOR, doors=tuple_of(2, PINNED_DOOR), path=list_of(CELL, 1)))
PINNED_LINKS = {"corridor": PINNED_CORRIDOR, "secret": PINNED_CORRIDOR, "shared": PINNED_DOOR,
                "stairs": tuple_of(2, list_of(CELL, 1, 3))}
PINS = {kind: fields(**content, pin=word(kind), id=ID, by=(word("user", "hand"), "user")) for kind, content in {
    "room": dict(
        z=I32, floor=list_of(TRIPLE, 1), walls=(BOOLEAN, False), number=(NUMBER, None), name=(NAME, None),
        shape=(SHAPE, None), purpose=(NAME, None), roles=(ROLES, None), template=(TEMPLATE, None), sockets=SOCKETS,
        plan=(TRIPLE, None), notes=(NOTES, None), **{"from": (CELL, None)}),
    "link": dict(rooms=tuple_of(2, ID), kind=variant(PINNED_LINKS)),
    "door": dict(**HANGING, room=ID, secret=(BOOLEAN, False)),
    "entrance": dict(**HANGING, room=ID, runway=BYTE),
    "cells": dict(z=I32, at=CELL, rows=(TEXTS, []), ground=(TEXTS, [])),
    "feature": dict(**STANDING, mount=(MOUNT, "floor"),
                    **dict.fromkeys(("blocks", "opaque", "secret"), (BOOLEAN, False))),
    "spawn": WAITING, "name": dict(name=NAME),
    "stage": dict(stage=word("plan", "place", "route", "doors", "ground", "stock", "name"))}.items()}
PROVENANCE = fields(**ORIGIN, edited=(BOOLEAN, False), inputs=(list_of(INPUT, 0, 16), []),
                    pins=(list_of(read_pin, 0, 4096), []), pins_size=MODULES)
COMMON = dict(format=word("undercroft"), version=integer(1, 2), name=(NAME, ""), tile_feet=(integer(1, 1000), 5),
              outline=(RECT, None), goal=(ROOM_ID, None), warnings=(TEXTS, []), levels=list_of(LEVEL, 1),
              entrance=(fields(room=ROOM_ID, door=DOOR_ID, runway=BYTE, open_end=(BOOLEAN, False)), None),
              rooms=(list_of(ROOM), []), doors=(list_of(DOOR), []), markers=(list_of(MARKER), []),
              stubs=(list_of(fields(z=I32, path=CELLS, width=WIDTH)), []))
SECOND_VERSION = fields(
    **COMMON, module_grid=MODULES, links=(list_of(fields(id=ID, rooms=ROOM_IDS, kind=variant(LINK_KINDS))), []),
    windows=(list_of(fields(id=ID, z=I32, cell=CELL, normal=SIDE)), []), features=(list_of(FEATURE), []),
    spawns=(list_of(SPAWN), []), groups=(list_of(GROUP), []), story=(STORY, STORY(JsonObject(), "")),
    provenance=(PROVENANCE, PROVENANCE(JsonObject(), "")))
FIRST_VERSION = fields(**COMMON, **ORIGIN, lattice=MODULES, links=(list_of(FIRST_LINK), []))
SINCE_SECOND = dict(windows=[], features=[], spawns=[], groups=[], story=STORY(JsonObject(), ""), inputs=[], pins=[])

def read_json(data):
    def number(digits): return float(digits) if digits == "-0" or len(digits) > 40 else int(digits)
    def constant(name): raise Unreadable(f"{name} is no number of JSON")
    if len(data) > MAX_BYTES:
        raise Unreadable(f"it has more than {MAX_BYTES} bytes")
    try:
        content = data.decode("utf-8-sig")
        return json.loads(content, object_pairs_hook=JsonObject, parse_int=number, parse_constant=constant)
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is not UTF-8 at byte {error.start}") from None
    except ValueError as error:
        raise Unreadable(f"it is no JSON: {error}") from None
    except RecursionError:
        raise Unreadable("its values are nested too deeply") from None

def read_document(data):
    """A document of version 2 whose references hold; one of version 1 is read as such a one."""
    value = read_json(data)
    noted.clear()
    if not isinstance(value, dict) or value.get("format") != "undercroft":
        raise Unreadable('it is no object with "format": "undercroft"')
    is_first = value.get("version") == 1 and value["version"] is not True
    document = (FIRST_VERSION if is_first else SECOND_VERSION)(value, "")
    document.__dict__.update(SINCE_SECOND if is_first else vars(document.provenance))
    if is_first:
        document.module_grid, document.edited = document.lattice, EDITED_WARNING in document.warnings
        document.warnings = [warning for warning in document.warnings if warning != EDITED_WARNING]
    for path, name, id in noted:
        need(id < len(getattr(document, name)), path, f"there is no {name[:-1]} {id}")
    for i, link in enumerate(document.links if is_first else ()):
        link.kind = kind_of_first_version(document, link, f"links[{i}]")
    for name in ("rooms", "doors", "links", "windows", "features", "spawns", "groups"):
        for i, thing in enumerate(getattr(document, name)):
            thing.subject = f"{name[:-1]} {i}"
            need(thing.id == i, f"{name}[{i}].id", f"ids are positions, got {thing.id}")
    return document

def kind_of_first_version(document, link, path):
    """The kind of a link with its own data; fields that contradict the kind are refused."""
    is_passage, is_stairs = link.kind == "secret_passage", link.kind == "stairs"
    doors = {"shared": 1, "stairs": 0}.get(link.kind, 2)
    plans = tuple(document.rooms[room].plan if is_passage else None for room in link.rooms)
    agrees = (link.is_secret_passage, len(link.doors), link.from_coord, link.to_coord) == (is_passage, doors, *plans)
    if agrees and doors < 2:
        width = len(document.doors[link.doors[0]].cells) if link.doors else 1
        plain = (width, is_stairs, [], (0, 0), ("none", "none"))
        agrees = (link.width, len(link.path), link.roughened, link.runway, link.fallback) == plain
    agrees = agrees and (link.discovered is not None if is_passage else link.discovered is None or not is_stairs)
    need(agrees, path, f"the fields contradict the kind {link.kind}")
    hidden = {None: "none", False: "undiscovered", True: "discovered"}[link.discovered]
    data = SimpleNamespace(**vars(link), hidden=hidden)
    if doors == 1:
        data.door, = link.doors
    if is_stairs:
        data.path, data.runs = [], (link.path, link.path)
    return "secret" if is_passage else link.kind, data

# Cells. Every search pays for its steps, so that no file is judged for ever. -----------------------------------------

steps_left = [MAX_STEPS]

def spend(steps):
    steps_left[0] -= steps
    if steps_left[0] < 0:
        raise Unreadable(f"it takes more than {MAX_STEPS} steps to judge")

def plus(cell, step, times=1): return cell[0] + times * step[0], cell[1] + times * step[1], cell[2]
def back(step): return -step[0], -step[1]
def square(corner, side): return rect(corner, side, side)
def ring(floor): return {plus(cell, step) for cell in floor for step in NEIGHBORS8}.difference(floor)

def around4(cell):
    x, y, z = cell
    return (x, y - 1, z), (x + 1, y, z), (x, y + 1, z), (x - 1, y, z)

def rect(corner, width, height):
    x, y, z = corner
    return [(x + dx, y + dy, z) for dy in range(height) for dx in range(width)]

def written(rows, z, without="", left=0, top=0):
    """The cells below rows of glyphs, each with its glyph; those with one glyph are left out."""
    return (((x, y, z), glyph) for y, row in enumerate(rows, top) for x, glyph in enumerate(row, left)
            if glyph != without)

def lists_by_key(pairs):
    lists = defaultdict(list)
    for key, value in pairs:
        lists[key].append(value)
    return lists

def bounds(cells):
    """Left, top, right and bottom of the smallest rectangle; the last two lie beyond it."""
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    return min(xs), min(ys), max(xs) + 1, max(ys) + 1

def first_cell(cells):
    """The first of some cells in row order, as a subject."""
    y, x, z = min((y, x, z) for x, y, z in cells)
    return f"cell {z}:{x},{y}"

def reach(starts, beside, found=None):
    """Every place that steps from the starts lead to, with the fewest steps; added to what was found before."""
    found = {} if found is None else found
    queue, before = deque(start for start in starts if start not in found), len(found)
    found.update(dict.fromkeys(queue, 0))
    while queue:
        place = queue.popleft()
        for other in beside(place):
            if other not in found:
                found[other] = found[place] + 1
                queue.append(other)
    spend(len(found) - before + 1)
    return found

def flood(allowed, start):
    """The cells of a set that steps to four sides join with one of them."""
    return set(reach([start], lambda cell: filter(allowed.__contains__, around4(cell))))

def pieces(cells):
    """The connected pieces of a set of cells."""
    left, result = set(cells), []
    while left:
        result.append(flood(left, next(iter(left))))
        left -= result[-1]
    return result

# The dungeon: what the document means. Cells lie on their level, or the file is refused. ------------------------------

GROUNDS, TILES = " ~w:%;=", " #.,+<>"
ROCK, WALL, FLOOR, CORRIDOR_TILE, DOOR_TILE, UP, DOWN = TILES

class Dungeon:
    """What a document means, with the questions that several rules ask."""

    def __init__(self, document):
        self.__dict__.update(vars(document))
        self.is_generated, self.method = bool(self.recipe), self.recipe.get("method")
        self.epoch = (1 if self.is_generated else LAST_EPOCH) if self.epoch is None else self.epoch
        self.is_as_generated = self.is_generated and self.epoch >= 3 and not self.edited
        self.is_mapped = bool(self.rooms) and (self.is_generated or bool(self.links))
        self.claims = {}        # cell -> (tile, owner): the id of a room or a door, or (kind of corridor, id)
        self.meetings = set()   # pairs of corridors that share a cell or lie beside each other
        self.facts, self.skipped = {"loops": 0, "dead_end_rooms": 0}, []
        self.read_levels()
        self.read_rooms()
        for door in self.doors:
            door.step, door.cells = SIDES[door.normal], self.place(door.cells, door.z, door.subject)
            need(door.room is None or self.rooms[door.room].z == door.z, door.subject, "its room is on another level")
            need_line(door.cells, door.step, door.subject)
        self.links = [self.read_link(link) for link in self.links]
        self.read_places()
        self.open_ends = [(*rooms, link) for link in self.links if not link.is_secret
                          for rooms in (link.rooms, link.rooms[::-1])]
        self.corridors = [link for link in self.links if link.kind in ("corridor", "secret")]
        self.keys = [marker for marker in self.markers if marker.kind == "key"]
        self.locked = {link.id for link in self.links if any(door.state == "locked" for door in link.leaves)}
        self.locks = sorted({key.link for key in self.keys} & self.locked)
        self.barriers = self.door_barriers()
        self.plain_floors = self.floors_without_alcoves()
        self.read_pins()
        for file in self.inputs:
            file.rows = mask_rows(file.text) if file.key == "mask.file" else {}

    def place(self, cells, z, path):
        """Cells of a level, given with its height or without; it has to be there and to contain them."""
        need(z in self.level, path, f"there is no level {z}")
        spend(len(cells))
        cells = [cell if len(cell) == 3 else (*cell, z) for cell in cells]
        outside = next((cell for cell in cells if not self.contains(cell)), None)
        need(outside is None, path, f"the cell {outside} does not lie on its level")
        return cells

    def read_levels(self):
        self.levels.sort(key=lambda level: -level.z)
        self.level = {level.z: level for level in self.levels}
        need(len(self.level) == len(self.levels), "levels", "two have one height")
        area = sum(level.width * level.height for level in self.levels)
        need(area <= MAX_CELLS, "levels", f"they have more than {MAX_CELLS} cells")
        for level in self.levels:
            level.subject, width, height = f"level {level.z}", level.width, level.height
            level.ground = [" " * width] * height if level.ground is None else level.ground
            for rows, glyphs in ((level.rows, TILES), (level.ground, GROUNDS)):
                need(len(rows) == height and are_rows(rows, width, glyphs), level.subject,
                     f"need {height} rows of {width} characters of {glyphs!r}")

    def read_rooms(self):
        need(floor_area(self.rooms) <= MAX_CELLS, "rooms", "too much floor")
        for room in self.rooms:
            room.cells, dais = floor_cells(room, room.subject), room.dais
            room.floor_set, room.ring = set(room.cells), ring(room.cells)
            self.place(room.cells, room.z, room.subject)
            if dais:
                need(dais.left < dais.right and dais.top < dais.bottom, room.subject, "its dais is empty")
                self.place([(dais.left, dais.top), (dais.right - 1, dais.bottom - 1)], room.z, room.subject)
            for thing in room.sockets + ([room.hearth] if room.hearth else []):
                thing.cell, = self.place([thing.cell], room.z, room.subject)
        self.room_at = {cell: room for room in reversed(self.rooms) for cell in room.cells}

    def read_link(self, entry):
        (kind, data), path, ends = entry.kind, entry.subject, [self.rooms[room] for room in entry.rooms]
        link = SimpleNamespace(path=[], cells=[], width=1, roughened=[], hidden="none", runs=(), doors=())
        link.__dict__.update(vars(data), id=entry.id, subject=path, rooms=entry.rooms, kind=kind, ends=ends)
        need(link.runs or ends[0].z == ends[1].z, path, "only stairs join rooms on two levels")
        link.is_passage = kind == "secret"
        if link.is_passage:
            link.hidden = "discovered" if link.discovered else "undiscovered"
        elif kind == "shared":
            link.doors, link.width = (link.door,), len(self.doors[link.door].cells)
        link.leaves = [self.doors[door] for door in link.doors]
        link.is_secret = link.hidden != "none" or any(door.secret for door in link.leaves)
        need(all(door.z == ends[0].z for door in link.leaves), path, "a door is on another level")
        link.path, link.roughened = (self.place(cells, ends[0].z, path) for cells in (link.path, link.roughened))
        link.runs = [self.place(run, room.z, path) for run, room in zip(link.runs, ends)]
        if link.path:
            # Straight out from each door the runway, at the door's width; between the runways a square brush.
            first, last = max(link.runway[0], 1) - 1, len(link.path) - max(link.runway[1], 1)
            link.brush = link.path[first:last + 1] if first <= last else []
            link.runways = [runway(door, length) for door, length in zip(link.leaves, link.runway)]
            cells = link.runways[0] + brushed(link.brush, link.width) + link.runways[1]
            link.cells = self.place(cells, ends[0].z, path) + link.roughened
        return link

    def read_places(self):
        for stub in self.stubs:
            stub.path = self.place(stub.path, stub.z, "stubs")
            stub.cells = self.place(brushed(stub.path, stub.width), stub.z, "stubs")
        for thing in self.features + self.windows + self.markers + self.spawns:
            thing.cell, = self.place([thing.cell], thing.z, "features, windows, markers, spawns")
        for feature in self.features:
            feature.cells = self.place(rect(feature.cell, *feature.size), feature.z, feature.subject)
        # Markers of kind spawn, which files before epoch 4 have, are enemies of the room that they lie in.
        for marker in self.markers:
            marker.home = self.room_at.get(marker.cell) if marker.room is None else self.rooms[marker.room]
        older = [marker for marker in self.markers if marker.kind == "spawn" and marker.home]
        self.spawns = self.spawns + [
            SimpleNamespace(id=i, kind="enemy", cell=marker.cell, room=marker.home.id, group=None, name=None,
                            difficulty=None) for i, marker in enumerate(older, len(self.spawns))]
        self.markers = [marker for marker in self.markers if marker.kind != "spawn"]
        self.entrance_door, out = self.entrance and self.doors[self.entrance.door], self.outline
        if self.entrance:
            before = runway(self.entrance_door, self.entrance.runway)
            self.entrance.cells = self.place(before, self.entrance_door.z, "entrance")
        fits = not out or (0 <= out.left < out.right <= MAX_SIDE and 0 <= out.top < out.bottom <= MAX_SIDE)
        need(fits, "outline", "need a rectangle of cells on the map")

    def read_pins(self):
        """The doors and cells of pins, which lie on some map and not always on this one."""
        need(len({pin.id for pin in self.pins}) == len(self.pins), "provenance.pins", "two have one id")
        area = floor_area(pin for pin in self.pins if pin.pin == "room")
        need(area <= MAX_CELLS, "provenance.pins", f"they have more than {MAX_CELLS} cells")
        spend(area)
        for pin in self.pins:
            path, (kind, data) = f"pin {pin.id}", pin.kind if pin.pin == "link" else (pin.pin, pin)
            is_corridor, is_door = kind in ("corridor", "secret"), kind in ("shared", "door", "entrance")
            pin.doors, at = data.doors if is_corridor else [data] if is_door else [], []
            for door in pin.doors:
                door.cells = [(x, y, door.z) for x, y in door.cells]
                need_line(door.cells, SIDES[door.normal], path)
            if kind == "room":
                pin.cells = floor_cells(pin, path)
                pin.floor_set = set(pin.cells)
                at = pin.cells + [socket.cell for socket in pin.sockets]
            elif is_corridor or kind == "stairs":
                at = data.path + data.roughened if is_corridor else sum(data, [])
            elif kind == "cells":
                width, height = len((pin.rows + pin.ground + [""])[0]), max(len(pin.rows), len(pin.ground))
                fits = are_rows(pin.rows, width, TILES + "?") and are_rows(pin.ground, width, GROUNDS + "?")
                need(width and fits, path, "need rows of one length with the glyphs of levels")
                at = [pin.at, (pin.at[0] + width - 1, pin.at[1] + height - 1)]
            elif kind in ("feature", "spawn"):
                pin.cell = (*pin.cell, pin.z)
                at = rect(pin.cell, *getattr(pin, "size", (1, 1)))
            at = at + [cell for door in pin.doors for cell in door.cells]
            need(all(0 <= side < MAX_SIDE for cell in at for side in cell[:2]), path, "it lies on no map")

    def door_barriers(self):
        """How each door stops a visitor: "free", "keyed", or "shut" for good."""
        hidden = {door for link in self.links if link.hidden != "none" for door in link.doors}
        keyed = {door for lock in self.locks for door in self.links[lock].doors}
        stopping = {"open": (), "closed": ("portcullis", "barred"), "locked": ("portcullis", "barred", "door")}
        return ["shut" if door.secret or door.id in hidden else "keyed" if door.id in keyed and door.state == "locked"
                else "shut" if door.kind in stopping[door.state] else "free" for door in self.doors]

    def floors_without_alcoves(self):
        """For each room its floor without the alcoves that were cut for stairs: runs with floor on one side alone."""
        floors = [set(room.floor_set) for room in self.rooms]
        for _, _, room, _, run in self.stairs():
            fronts = [[plus(cell, step) in room.floor_set and plus(cell, step) not in run for cell in run]
                      for step in NEIGHBORS4]
            if [all(front) for front in fronts if any(front)] == [True]:
                floors[room.id] -= set(run)
        return [floor or room.floor_set for floor, room in zip(floors, self.rooms)]

    def contains(self, cell):
        level = self.level.get(cell[2])
        return level is not None and 0 <= cell[0] < level.width and 0 <= cell[1] < level.height

    def tile(self, cell): return self.level[cell[2]].rows[cell[1]][cell[0]] if self.contains(cell) else ROCK
    def ground(self, cell): return self.level[cell[2]].ground[cell[1]][cell[0]] if self.contains(cell) else " "
    def is_massive(self, cell): return self.tile(cell) in (ROCK, WALL)
    def is_drowned(self, cell): return self.ground(cell) in ("w", ":")
    def floor(self, cell): return self.owner(cell, FLOOR, UP, DOWN)
    def corridor(self, cell): return self.owner(cell, CORRIDOR_TILE)

    def owner(self, cell, *tiles):
        """The owner of a cell that is claimed as one of these tiles, or None."""
        tile, owner = self.claims.get(cell, (ROCK, None))
        return owner if tile in tiles else None

    def stairs(self):
        """Each run of stairs: its link, its end of the link, its room, the room at the other end, its cells."""
        return [(link, end, link.ends[end], link.ends[1 - end], run)
                for link in self.links for end, run in enumerate(link.runs)]

    def openings(self):
        """Each door from each of its sides: the room's id, the door, the step out of the room."""
        shared = [(link.rooms, self.doors[link.door]) for link in self.links if link.kind == "shared"]
        return [(door.room, door, door.step) for door in self.doors] + [
            (room, door, back(door.step)) for rooms, door in shared for room in set(rooms) - {door.room}]

    def door_uses(self):
        """What each door serves: the id of a link, "entrance", "back door", "nothing" or "several"."""
        uses = ["nothing"] * len(self.doors)
        serving = [(door, link.id) for link in self.links for door in link.doors]
        for door, use in serving + ([(self.entrance.door, "entrance")] if self.entrance else []):
            uses[door] = use if uses[door] == "nothing" else "several"
        if self.method == "house" and self.recipe.get("house.back_door") is True:
            kitchens = {room.id for room in self.rooms if room.purpose == "kitchen" and room.z == 0}
            for door in [door for door in self.doors if door.room in kitchens and uses[door.id] == "nothing"][:1]:
                uses[door.id] = "back door"
        return uses

    def keyed_doors(self, lock): return [door for door in self.links[lock].leaves if self.barriers[door.id] == "keyed"]

    def asked(self, key):
        """A whole number of the recipe, or None."""
        value = self.recipe.get(key)
        return value if type(value) is int and 0 <= value < 1 << 64 else None

    def has_own_keys(self):
        keys = self.recipe.get("keys")
        return keys != "shared" if isinstance(keys, str) else not (self.is_generated and self.epoch <= 1)

def are_rows(rows, width, glyphs): return all(len(row) == width and set(row) <= set(glyphs) for row in rows)
def floor_area(things): return sum(abs(length) for thing in things for _, _, length in thing.floor)
def runway(door, length): return [plus(cell, door.step, i) for i in range(1, length + 1) for cell in door.cells]
def brushed(path, width): return [cell for at in path for cell in square(at, width)]

def floor_cells(thing, path):
    """The cells of a room or of a pin, whose runs go row by row."""
    is_sorted = all((b[1], b[0]) >= (a[1], a[0] + a[2]) for a, b in zip(thing.floor, thing.floor[1:]))
    is_floor = is_sorted and all(length > 0 for _, _, length in thing.floor)
    need(is_floor, path, "runs of floor go row by row, no cell twice")
    return [(x + i, y, thing.z) for x, y, length in thing.floor for i in range(length)]

def need_line(cells, step, path):
    is_line = all(plus(a, (abs(step[1]), abs(step[0]))) == b for a, b in zip(cells, cells[1:]))
    need(is_line, path, "the cells of a door lie side by side across its normal, in order")

def mask_rows(code):
    """The rows of a run-length coded mask by height; None for those of all levels."""
    rows, z, area = defaultdict(list), None, 0
    for line in (line.removesuffix("\r") for line in re.sub("\n$", "", code).split("\n")):
        if line.startswith("level:"):
            z = int(line[6:]) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", line[6:]) else None
            continue
        match = re.fullmatch(r"(?:\+?([0-9]{1,9})\*)?((?:(?:0*[1-9][0-9]{0,8})?[#.])+)", line)
        times = int(match[1] or 1) if match else 0
        runs = [(int(count or 1), glyph) for count, glyph in re.findall("([0-9]*)([#.])", match[2])] if match else []
        area += times * sum(count for count, _ in runs)
        if not times or area > MAX_MASK:
            raise Unreadable(f"provenance.inputs: {line[:40]!r} is no row of a mask, or there are too many cells")
        rows[z] += ["".join(glyph * count for count, glyph in runs)] * times
    return rows

# Flaws, and the order of the checks. ---------------------------------------------------------------------------------

def find_flaws(dungeon):
    flaws = []

    def judge(*checks):
        for wrong, code, *subject, sentence in (flaw for check in checks for flaw in check(dungeon)):
            if wrong:
                thing = subject[0] if subject else first_cell(wrong)
                flaws.append({"code": code, "subject": getattr(thing, "subject", thing), "sentence": sentence})

    judge(judge_things)
    if flaws:
        return flaws
    judge(judge_borders_and_ground)
    if dungeon.is_mapped:
        judge(claim_rooms, claim_stairs, claim_doors, claim_corridors, judge_doors, judge_corridors,
              judge_blind_corridors, judge_sockets, judge_hearths_and_windows, judge_markers, judge_deep_ground,
              judge_tiles, judge_rooms, judge_links, judge_promises, judge_graph)
        if not flaws:           # numbers follow from rooms, doors and links; where those are wrong, so are they
            judge(judge_numbers)
    if dungeon.rooms:
        judge(judge_features, judge_spawns, judge_texts, judge_key_notes, judge_groups)
    if dungeon.is_generated:
        judge(judge_record)
    judge(judge_pins)
    return flaws

def judge_things(dungeon):
    """What is wrong with single things; nothing else is judged then."""
    for room in dungeon.rooms:
        yield not all(map(dungeon.contains, room.ring)), "outside-map", room, "Its ring does not lie on the map."
        is_whole = flood(room.floor_set, room.cells[0]) == room.floor_set
        yield not is_whole, "room-in-pieces", room, "The floor is not in one piece."
    for door in dungeon.doors if dungeon.is_mapped else ():
        yield door.room is None, "broken-reference", door, "The door has no room."
    for link in dungeon.corridors:
        yield not link.path, "out-of-limits", link, "The path has no cell."
    yield not all(stub.path for stub in dungeon.stubs), "out-of-limits", "dungeon", "A blind corridor has no cell."

def judge_borders_and_ground(dungeon):
    """What the tiles alone tell: closed borders, ground on floor, bridges that lead across something."""
    doorways = {cell for door in dungeon.doors if door.kind == "doorway" for cell in door.cells}
    for level in dungeon.levels:
        edges = level.rows[0] + level.rows[-1] + "".join(row[0] + row[-1] for row in level.rows)
        yield edges.strip(ROCK + WALL), "border-open", level, "The outermost cells are open."
        lies = [cell for cell, _ in written(level.ground, level.z, " ")]
        wrong = [at for at in lies if dungeon.is_massive(at) or dungeon.tile(at) == DOOR_TILE and at not in doorways]
        yield wrong, "ground-malformed", "Ground lies where there is no floor."
        bridges, broken = {cell for cell in lies if dungeon.ground(cell) == "="}, []
        for piece in pieces(bridges):
            crosses = any(dungeon.is_drowned(beside) for cell in piece for beside in around4(cell))
            broken += [cell for cell in piece if not crosses or not leads_across(dungeon, bridges, cell)]
        yield broken, "bridge-disconnected", "A bridge leads nowhere or crosses nothing."

def leads_across(dungeon, bridges, cell):
    """Whether a bridge leads from one end where people can stand straight to another."""
    def can_stand_beyond(step):
        end = cell
        while end in bridges:
            end = plus(end, step)
            spend(1)
        return not dungeon.is_massive(end) and not dungeon.is_drowned(end)
    return any(can_stand_beyond(step) and can_stand_beyond(back(step)) for step in (NORTH, EAST))

# The map: who claims each cell (floors first, then rings, stairs, doors, corridors), whether the claims agree, and
# whether the tiles show them. ----------------------------------------------------------------------------------------

LINK_CORRIDOR, BLIND_CORRIDOR, BEFORE_ENTRANCE = range(3)
MISSING = {FLOOR: "floor-missing", WALL: "ring-broken", DOOR_TILE: "door-missing", UP: "stairs-missing",
           DOWN: "stairs-missing", CORRIDOR_TILE: "corridor-missing"}
STRAY = {FLOOR: "floor-without-room", WALL: "wall-without-room", DOOR_TILE: "door-tile-without-door",
         UP: "stairs-without-link", DOWN: "stairs-without-link", CORRIDOR_TILE: "corridor-without-link"}

def claim_rooms(dungeon):
    overlaps, intrusions, claims = set(), set(), dungeon.claims
    for room in dungeon.rooms:
        overlaps |= {(claims.setdefault(cell, (FLOOR, room.id))[1], room.id) for cell in room.cells}
    for room in dungeon.rooms:
        found = [claims.setdefault(cell, (WALL, room.id)) for cell in room.ring]
        intrusions |= {(min(room.id, owner), max(room.id, owner)) for tile, owner in found if tile == FLOOR}
    for a, b in overlaps:
        yield a != b, "rooms-overlap", f"room {a}", f"Rooms {a} and {b} have the same floor."
    for a, b in intrusions - overlaps:
        yield True, "floor-in-ring", f"room {a}", f"Floor of room {a} or {b} lies in the ring of the other."

def claim_stairs(dungeon):
    for link, end, room, other, run in dungeon.stairs():
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in zip(run, run[1:])}
        yield len(steps) > 1 or not steps <= set(NEIGHBORS4), "stairs-run", link, "A run is bent or has a gap."
        is_joined = end == 1 or (abs(room.z - other.z) == 1 and link.runs[0][0][:2] == link.runs[1][0][:2])
        for cell in run:
            if dungeon.claims.get(cell) != (FLOOR, room.id):
                is_joined = False
                break
            dungeon.claims[cell] = (DOWN if room.z > other.z else UP, room.id)
        yield not is_joined, "stairs-unpaired", link, "The runs lie elsewhere or do not meet."

def claim_doors(dungeon):
    for door, cell in ((door, cell) for door in dungeon.doors for cell in door.cells):
        other = dungeon.owner(cell, DOOR_TILE)
        yield other is not None, "doors-touch", f"door {other}", f"Door {door.id} shares a cell."
        if other is None and dungeon.floor(cell) is None:
            dungeon.claims[cell] = (DOOR_TILE, door.id)

def claim_corridors(dungeon):
    corridors = [((LINK_CORRIDOR, link.id), link.cells) for link in dungeon.corridors]
    corridors += [((BLIND_CORRIDOR, i), stub.cells) for i, stub in enumerate(dungeon.stubs)]
    corridors += [((BEFORE_ENTRANCE, 0), dungeon.entrance.cells)] if dungeon.entrance else []
    for corridor, cells in corridors:
        claims = [(cell, *dungeon.claims.setdefault(cell, (CORRIDOR_TILE, corridor))) for cell in cells]
        dungeon.meetings |= {(other, corridor) for _, tile, other in claims if tile == CORRIDOR_TILE}
        through = [cell for cell, tile, _ in claims if tile != CORRIDOR_TILE]
        yield through, "corridor-through-room", *link_of(corridor), "It runs through a room or a door."

def link_of(corridor):
    """The subject of a link's corridor; none for another one, of which it is the first of the cells that are wrong."""
    return [f"link {corridor[1]}"] if corridor[0] == LINK_CORRIDOR else []

def judge_tiles(dungeon):
    """The tiles show what is claimed, and rock elsewhere."""
    strays, missing, sentence = defaultdict(list), defaultdict(list), "Rooms, doors and links ask for other tiles."
    for cell, tile in (pair for level in dungeon.levels for pair in written(level.rows, level.z)):
        claimed, owner = dungeon.claims.get(cell, (ROCK, None))
        if claimed == ROCK != tile or claimed == FLOOR and tile in (UP, DOWN):
            strays[STRAY[tile], cell[2]].append(cell)
        elif tile != claimed:
            missing[MISSING[claimed], owner].append(cell)
    for (code, _), cells in strays.items():
        yield cells, code, sentence
    for (code, owner), cells in missing.items():
        subject = link_of(owner) if code == "corridor-missing" else [
            f"{'door' if code == 'door-missing' else 'room'} {owner}"]
        yield cells, code, *subject, sentence

def judge_doors(dungeon):
    uses = dungeon.door_uses()
    for door in dungeon.doors:
        is_shut = door.state != "open" and door.kind in ("archway", "doorway")
        yield is_shut, "doorway-state", door, f"It is {door.state}, and has no leaf."
        wrong = [cell for cell in door.cells if dungeon.floor(cell) is not None
                 or dungeon.floor(plus(cell, door.step, -1)) != door.room]
        near = {step for step in NEIGHBORS8 if wrong and dungeon.floor(plus(wrong[0], step)) is not None}
        code = "door-at-corner" if near and near.isdisjoint(NEIGHBORS4) else "door-off-ring"
        yield wrong, code, door, f"It does not open into room {door.room}."
        leads_on = wrong or all(leads_to(dungeon, door, plus(cell, door.step), uses[door.id]) for cell in door.cells)
        yield not leads_on, "door-leads-nowhere", door, "What it serves does not lie beyond it."
        touching = {dungeon.owner(beside, DOOR_TILE) for cell in door.cells for beside in around4(cell)} - {None}
        yield max(touching, default=0) > door.id, "doors-touch", door, "It touches another door."

def leads_to(dungeon, door, beyond, use):
    """Whether what a door serves lies on the cell beyond it."""
    if use in ("nothing", "several"):
        return True
    if use == "back door" or (use == "entrance" and not dungeon.entrance.runway):
        return beyond not in dungeon.claims
    if use != "entrance" and dungeon.links[use].kind == "shared":
        return dungeon.floor(beyond) in set(dungeon.links[use].rooms) - {door.room}
    return dungeon.corridor(beyond) is not None

def judge_corridors(dungeon):
    alone = {(LINK_CORRIDOR, link.id) for link in dungeon.links
             if dungeon.method in ("plan", "accrete") or link.is_passage or link.id in dungeon.locks}
    for link in dungeon.corridors:
        this, problem = (LINK_CORRIDOR, link.id), path_problem(dungeon, link)
        yield problem, problem, link, "The path, its doors and its runways do not agree."
        apart = [cell for cell in link.roughened if all(dungeon.corridor(beside) is None for beside in around4(cell))]
        yield apart, "roughened-apart", link, "A roughened cell lies beside no corridor."
        near = {beside for cell in link.cells for beside in around4(cell)} if this in alone else ()
        others = {dungeon.corridor(cell) for cell in near} - {None}
        dungeon.meetings |= {(min(this, other), max(this, other)) for other in others}
    for a, b in dungeon.meetings:
        is_meeting = a != b and (a in alone or b in alone) and BLIND_CORRIDOR not in (a[0], b[0])
        yield is_meeting, "corridor-not-alone", f"link {a[1]}", "Its corridor meets another one."

def gaps(path): return [b for a, b in zip(path, path[1:]) if b not in around4(a)]

def judge_blind_corridors(dungeon):
    for i, stub in enumerate(dungeon.stubs):
        broken = gaps(stub.path)[:1]
        yield broken, "path-broken", "The path of a blind corridor has a gap."
        twice = [cell for cell, count in Counter(stub.path).items() if count > 1 and not broken]
        yield twice, "path-not-simple", "The path of a blind corridor crosses itself."
        near = {dungeon.corridor(beside) for cell in stub.cells for beside in (cell, *around4(cell))}
        is_apart = near <= {None, (BLIND_CORRIDOR, i)}
        yield is_apart and stub.path, "stub-apart", "A blind corridor leaves no other corridor."

def path_problem(dungeon, link):
    """The code of the first thing that is wrong with a path; the others follow from it."""
    owed, paths = dungeon.asked("corridors.runway") or 0, (link.path, link.path[::-1])
    is_line = len({x for x, _, _ in link.path}) == 1 or len({y for _, y, _ in link.path}) == 1
    opened = set(brushed(link.brush[:1] + link.brush[-1:], link.width)).union(*link.runways)
    wrong = {
        "path-broken": gaps(link.path) or not (link.brush or set(link.runways[0]) & set(link.runways[1])),
        "path-misses-door": False, "runway-false": False,
        "path-not-simple": "last_resort" not in link.fallback and len(set(link.path)) < len(link.path),
        "fallback-disagrees": False,
        "path-in-rock": any(cell not in opened for length, path in zip(link.runway, paths) for cell in path[:length])}
    for door, claimed, fallback, path in zip(link.leaves, link.runway, link.fallback, paths):
        brush, before, axis = set(square(path[0], link.width)), set(runway(door, 1)), abs(door.step[0])
        is_within = {cell[axis] for cell in brush} <= {cell[axis] for cell in before}
        wrong["path-misses-door"] |= not (before <= brush or (is_within and brush & before))
        bends = (i for i in range(1, 256) if path[i:i + 1] != [plus(path[i - 1], door.step)])
        real, fell_back = next(bends, 256), fallback in ("one_cell", "no_runway") and len(door.cells) == link.width
        wrong["runway-false"] |= real < claimed or (fell_back and claimed < owed <= real)
        agrees = {"none": claimed >= owed or (is_line and claimed == len(path)), "one_cell": claimed == 1,
                  "no_runway": claimed == 0, "last_resort": True}
        wrong["fallback-disagrees"] |= not agrees[fallback]
    return next((code for code in wrong if wrong[code]), None)

def judge_sockets(dungeon):
    for room, socket in ((room, socket) for room in dungeon.rooms for socket in room.sockets):
        step, (tile, owner) = SIDES[socket.dir], dungeon.claims.get(socket.cell, (ROCK, None))
        is_door, is_in_room = tile == DOOR_TILE, dungeon.floor(plus(socket.cell, step, -1)) == room.id
        is_across = is_door and dungeon.doors[owner].step not in (step, back(step))
        is_shut = socket.required and not (is_door and dungeon.tile(socket.cell) == DOOR_TILE)
        code = ("socket-misplaced" if tile not in (DOOR_TILE, WALL) or not is_in_room
                else "socket-state-false" if socket.open != is_door or (is_across and not is_shut)
                else "socket-shut" if is_shut else None)
        yield code and [socket.cell], code, f"A socket of room {room.id} is not what it says."

def judge_hearths_and_windows(dungeon):
    taken = set()
    for room in (room for room in dungeon.rooms if room.hearth):
        cell, step = room.hearth.cell, SIDES[room.hearth.normal]
        front, along = plus(cell, step), EAST if step[1] else SOUTH
        before = {dungeon.claims.get(front), dungeon.claims.get(plus(front, along))}
        is_good = dungeon.owner(cell, WALL) is not None and before == {(FLOOR, room.id)}
        yield not is_good and [cell], "hearth-misplaced", "It needs a wall and two cells of floor."
        taken.add(cell)
    for window in dungeon.windows:
        is_good = window.cell not in taken and is_good_window(dungeon, window.cell, SIDES[window.normal])
        yield not is_good and [window.cell], "window-misplaced", "It is not alone in an outer wall."
        taken.add(window.cell)

def is_good_window(dungeon, cell, step):
    beyond, inside, along = plus(cell, step), dungeon.floor(plus(cell, step, -1)), (step[1], step[0])
    court, walls = dungeon.floor(beyond), (cell, plus(cell, along), plus(cell, along, -1))
    is_outside = dungeon.contains(beyond) and beyond not in dungeon.claims if court is None else (
        dungeon.rooms[court].shape == "court")
    return cell[2] >= 0 and is_outside and inside is not None and all(
        dungeon.owner(wall, WALL) is not None and dungeon.floor(plus(wall, step, -1)) == inside for wall in walls)

def judge_markers(dungeon):
    for marker in dungeon.markers:
        room = dungeon.floor(marker.cell)
        is_lost = room is None and marker.kind != "light" if marker.room is None else room != marker.room
        yield is_lost and [marker.cell], "marker-misplaced", f"A {marker.kind} is not in its room."

def judge_deep_ground(dungeon):
    """Deep water and chasms part neither rooms nor corridors, and lie in no doorway."""
    wet = [level for level in dungeon.levels if any(set(row) & set("w:") for row in level.ground)]
    before_doors = [plus(cell, door.step, i) for door in dungeon.doors for cell in door.cells for i in (1, -1)]
    ends = before_doors + [key.cell for key in dungeon.keys] + [cell for *_, run in dungeon.stairs() for cell in run]
    ends_of = lists_by_key((dungeon.floor(cell), cell) for cell in ends)
    for room in dungeon.rooms if wet else ():
        cut = parted(dungeon, {cell for cell in room.cells if not dungeon.is_massive(cell)}, ends_of[room.id])
        yield cut, "ground-cuts-off", room, "Ground parts its doors, stairs or keys."
    tiles = (pair for level in wet for pair in written(level.rows, level.z))
    for piece in pieces(cell for cell, tile in tiles if tile == CORRIDOR_TILE):
        yield parted(dungeon, piece, before_doors), "ground-cuts-off", "Ground parts the doors of a corridor."
    for door in dungeon.doors:
        is_drowned = any(map(dungeon.is_drowned, door.cells))
        yield is_drowned, "ground-cuts-off", door, "Deep water or a chasm lies in the door."

def parted(dungeon, floor, ends):
    """The ends that ground parts from the first one that the floor joins with them."""
    dry, cut = {cell for cell in floor if not dungeon.is_drowned(cell)}, []
    left = [end for end in ends if end in floor] if len(dry) < len(floor) else []
    while left:
        joined, now = flood(floor, left[0]), flood(dry, left[0]) if left[0] in dry else ()
        cut += [end for end in left if end in joined and end not in now]
        left = [end for end in left if end not in joined]
    return cut

# Rooms: shapes, daises, numbers that come twice, alignment. ----------------------------------------------------------

def judge_rooms(dungeon):
    walls_of = lists_by_key((room, (door.id, step)) for room, door, step in dungeon.openings())
    has_grid = dungeon.recipe.get("rooms.natural") is not True and dungeon.method != "templates"
    wall, (across, down), numbers = int(dungeon.method == "house"), dungeon.module_grid or (1, 1), {}
    for room, floor in zip(dungeon.rooms, dungeon.plain_floors):
        left, top, right, bottom = bounds(floor)
        is_shaped = has_shape(room.shape, floor) or has_shape(room.shape, room.floor_set)
        yield not is_shaped, "shape-mismatch", room, f"The floor is not that of the shape {room.shape}."
        opposite = {NORTH: (left, bottom - 2, right, bottom), EAST: (left, top, left + 2, bottom),
                    SOUTH: (left, top, right, top + 2), WEST: (right - 2, top, right, bottom)}
        expected = opposite[min(walls_of[room.id])[1]] if room.shape == "dais" and walls_of[room.id] else None
        dais = room.dais and tuple(vars(room.dais).values())
        yield dais != expected, "dais-misplaced", room, "The dais is not opposite the first door."
        first = numbers.setdefault(room.number, room.id) if room.number is not None else room.id
        yield first != room.id, "number-twice", f"room {first}", f"Room {room.id} has its number, too."
        is_off = (left - wall) % across or right % across or (top - wall) % down or bottom % down
        is_wrong = dungeon.module_grid and room.aligned == bool(is_off or not has_grid or room.shape == "cave")
        yield is_wrong, "alignment-false", room, "Whether it is aligned is not what it says."

def has_shape(shape, floor):
    """Whether a floor follows the rule of a shape in one of its turns and mirrors."""
    left, top, right, bottom = bounds(floor)
    width, height = right - left, bottom - top
    if shape in ("free", "cave", "court"):
        return True
    if shape in ("rect", "dais"):
        is_large = min(width, height) >= 4 and max(width, height) >= 6
        return len(floor) == width * height and (shape == "rect" or is_large)
    spend(8 * width * height)
    pairs, is_right = {cell[:2] for cell in floor}, False
    rows = [[(x, y) in pairs for x in range(left, right)] for y in range(top, bottom)]
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1])]
        is_right = is_right or follows(shape, rows) or follows(shape, [row[::-1] for row in rows])
    return is_right

def follows(shape, rows):
    """Whether a floor that fills its box is that of a shape, unturned."""
    h, w = len(rows), len(rows[0])
    least, both_odd, half, row = min(w, h), w % 2 == h % 2 == 1, 4 if min(w, h) >= 11 else 2, 2 if h >= 9 else 1
    def side(x): return min(x, w - 1 - x)
    def end(y): return min(y, h - 1 - y)
    def off_x(x): return abs(2 * x - w + 1)
    def off_y(y): return abs(2 * y - h + 1)
    def disc(x, y): return off_x(x) ** 2 + (2 * y - w + 1) ** 2 <= w * w
    across = next((i for i in range(w) if rows[0][w - 1 - i]), w)
    down = next((i for i in range(h) if rows[i][w - 1]), h)
    deep = 3 if h > 2 and all(rows[2]) else 2
    fits, rule = {
        "l": (2 <= across <= w - 3 and 2 <= down <= h - 3, lambda x, y: x < w - across or y >= down),
        "t": (w >= 7 and h >= 5 and w % 2 == 1, lambda x, y: y < deep or off_x(x) <= 2),
        "cross": (both_odd and least >= 7, lambda x, y: off_x(x) <= half or off_y(y) <= half),
        "octagon": (w == h >= 5, lambda x, y: side(x) + end(y) >= 3 * w // 10),
        "circle": (w == h >= 5 and both_odd, disc),
        "apse": (w >= 5 and w % 2 == 1 and h >= w // 2 + 3, lambda x, y: y >= w // 2 or disc(x, y)),
        "pillared": (both_odd and least >= 7, lambda x, y: x % 2 == 0 or y not in (row, h - 1 - row)),
        "alcoves": (w >= 5 and h >= 5 and w >= h - 2, lambda x, y: 0 < y < h - 1 or (x % 2 == 1 and x <= w - 2)),
        "ring": (least >= 7, lambda x, y: side(x) < 2 or end(y) < 2),
        "cloister": (both_odd and least >= 9, lambda x, y: min(side(x), end(y)) != 2 or x % 2 == 1 or y % 2 == 1),
    }[shape]
    return fits and all(rows[y][x] == rule(x, y) for y in range(h) for x in range(w))

# Links, and what the generator promises since epoch 3 of dungeons that are still as it made them. ---------------------

def judge_links(dungeon):
    for door, use in zip(dungeon.doors, dungeon.door_uses()):
        code = "door-without-link" if use == "nothing" else "door-serves-two"
        yield use in ("nothing", "several"), code, door, f"It serves {use}."
    has_caves = not dungeon.recipe or (dungeon.epoch < 3 and dungeon.recipe.get("rooms.natural") in (True, 1.0))
    pairs = Counter(frozenset(link.rooms) for link in dungeon.links)
    for link in dungeon.links:
        doors, (a, b) = link.leaves, link.ends
        widest = max(link.width, 3 if has_caves or a.shape == b.shape == "cave" else 0)
        owners = sorted(link.rooms) if link.kind == "shared" else link.rooms
        fits = a is not b and all(door.room == room and len(door.cells) <= widest for door, room in zip(doors, owners))
        yield not fits, "link-door-mismatch", link, "Its doors are not those of its rooms, or are too wide."
        secrets, needed = sum(door.secret for door in doors), len(doors) if link.is_passage else 1
        is_marked = secrets >= needed if link.hidden == "undiscovered" else not secrets
        yield not is_marked, "secret-mark-wrong", link, "Its doors are not as secret as it says."
        is_near = a.plan and b.plan and sum(abs(p - q) for p, q in zip(a.plan, b.plan)) < 2
        is_near = link.is_passage and (is_near or pairs[frozenset(link.rooms)] > 1)
        yield is_near, "secret-too-near", link, "Its rooms are linked, or near in the plan."

def judge_promises(dungeon):
    if not dungeon.is_as_generated:
        return
    places = set()
    for room in dungeon.rooms:
        is_wrong = room.plan and (room.plan in places or room.plan[2] != room.z)
        yield is_wrong, "plan-mismatch", room, "Its place is taken or on another level."
        places.add(room.plan)
    steps_at = lists_by_key((cell, link.id) for link, *_, run in dungeon.stairs() for cell in run)
    doors_at, keyed = {cell for door in dungeon.doors for cell in door.cells}, {key.link for key in dungeon.keys}
    near = [(dx, dy) for dx, dy, _ in square((-2, -2, 0), 5) if 1 <= abs(dx) + abs(dy) <= 2]
    for link in dungeon.links:
        a, b = link.ends
        around = [plus(cell, step) for run in link.runs for cell in run for step in near]
        warning = f"The stairs between rooms {a.id} and {b.id} are within 2 cells of a door or of other stairs."
        is_near = any(cell in doors_at or set(steps_at.get(cell, ())) - {link.id} for cell in around)
        is_near = is_near and warning not in dungeon.warnings and not is_held(dungeon, link)
        yield is_near, "stairs-near-door", link, "A door or stairs are near, and no warning says so."
        dx, dy = (abs(p - q) for p, q in list(zip(a.plan or (), b.plan or ()))[:2] or ((0, 0), (0, 0)))
        is_far = dx + dy > 0 if link.runs else dx != dy and dx + dy != 1 and not link.is_passage
        yield is_far, "plan-mismatch", link, "It joins rooms that are no neighbors in the plan."
        is_explained = link.hidden != "none" or link.id in keyed or len(link.path) > 8 or any(
            door.kind in ("doorway", "barred") or door.state == "locked" or door.secret for door in link.leaves)
        is_pair = link.kind == "corridor" and dungeon.asked("doors.per_link") == 1 and not is_explained
        is_pair = is_pair and not is_held(dungeon, link)
        yield is_pair, "door-pair", link, "Both ends of a short corridor have a leaf or a frame."

# The room graph, and walks from the entrance. ------------------------------------------------------------------------

def judge_graph(dungeon):
    parts, seen, beside = 0, {}, lists_by_key((room, other) for room, other, _ in dungeon.open_ends)
    for room in (room.id for room in dungeon.rooms if room.id not in seen):
        parts, seen = parts + 1, reach([room], beside.__getitem__, seen)
    degrees = Counter(room for link in dungeon.links for room in link.rooms)
    dungeon.facts = {"loops": len(dungeon.open_ends) // 2 + parts - len(dungeon.rooms),
                     "dead_end_rooms": sum(degree == 1 for degree in degrees.values())}
    for role, place in (("goal", dungeon.goal), ("entrance", dungeon.entrance and dungeon.entrance.room)):
        wrong = next((room for room in dungeon.rooms if role in room.roles and room.id != place), None)
        yield wrong and (role == "goal" or dungeon.entrance), "role-misplaced", wrong, f"It is not the {role}."
        yield place is None and dungeon.is_generated, f"{role}-missing", "dungeon", f"There is no {role}."
    if not dungeon.entrance:
        return
    yield from judge_entrance(dungeon, dungeon.entrance, dungeon.entrance_door)
    dungeon.depths = reach([dungeon.entrance.room], beside.__getitem__)
    for room in dungeon.rooms:
        depth = dungeon.depths.get(room.id, room.depth)
        yield depth != room.depth, "depth-wrong", room, f"It is {depth} links from the entrance."
    yield from judge_reach(dungeon)
    yield from judge_keys(dungeon)

def judge_entrance(dungeon, entrance, door):
    """The runway of the entrance ends blind, and nothing walkable lies straight on."""
    level, last = dungeon.level[door.z], [plus(cell, door.step, entrance.runway) for cell in door.cells]
    steps = set(NEIGHBORS4) - {back(door.step)} if entrance.runway else {door.step}
    around = {plus(cell, step) for cell in last for step in steps} - set(last)
    ahead = [plus(cell, door.step, i) for cell in last for i in range(1, max(level.width, level.height))]
    code = ("entrance-mismatch" if door.room != entrance.room
            else "entrance-not-blind" if not all(map(dungeon.is_massive, around))
            else "entrance-blocked" if dungeon.is_as_generated and not all(map(dungeon.is_massive, ahead)) else None)
    yield code, code, door, "It is no door of its room, does not end blind, or is blocked."

class Walk:
    """A visitor on the tiles: every cell in reach while doors with these barriers are shut."""

    def __init__(self, dungeon, *barriers):
        self.dungeon, self.reached = dungeon, {}
        self.shut = {cell for door in dungeon.doors if dungeon.barriers[door.id] in barriers for cell in door.cells}
        self.later_steps = {cell for *_, run in dungeon.stairs() for cell in run[1:]}

    def start(self):
        room, door = self.dungeon.rooms[self.dungeon.entrance.room], self.dungeon.entrance_door
        inside = plus(door.cells[0], door.step, -1)
        return self.go([inside if inside in room.floor_set else room.cells[0]])

    def go(self, cells):
        reach(filter(self.can_enter, cells), self.beside, self.reached)
        return self

    def can_enter(self, cell):
        return not (cell in self.shut or self.dungeon.is_massive(cell) or self.dungeon.is_drowned(cell))

    def beside(self, cell):
        """The cells on four sides; and that of the next level, where both have stairs whose runs begin there."""
        (x, y, z), tile = cell, self.dungeon.tile(cell)
        other, opposite = ((x, y, z + 1), DOWN) if tile == UP else ((x, y, z - 1), UP)
        is_pair = tile in (UP, DOWN) and self.dungeon.tile(other) == opposite and not {cell, other} & self.later_steps
        return filter(self.can_enter, (*around4(cell), other) if is_pair else around4(cell))

    def collect(self, without=None):
        """Takes every key in reach and opens its lock until nothing is new; the links whose keys were found."""
        found, held = set(), {None}
        while held:
            held = {key.link for key in self.dungeon.keys if key.cell in self.reached} - {None, without} - found
            found |= held
            cells = {cell for link in held for door in self.dungeon.keyed_doors(link) for cell in door.cells}
            self.shut -= cells
            self.go([cell for cell in cells if any(beside in self.reached for beside in around4(cell))])
        return found

    def lost_rooms(self): return {room.id for room in self.dungeon.rooms if self.reached.keys().isdisjoint(room.cells)}

def judge_reach(dungeon):
    lost = Walk(dungeon, "shut").start().lost_rooms()
    cut_off = Walk(dungeon).start().lost_rooms() if lost else set()
    for code, rooms in (("room-unreachable", cut_off), ("room-shut-off", lost - cut_off)):
        yield rooms, code, f"room {min(rooms, default=0)}", f"No walk leads to the rooms {sorted(rooms)[:8]}."

def judge_keys(dungeon):
    for key in (key for key in dungeon.keys if key.link not in dungeon.locked):
        room = first_cell([key.cell]) if key.room is None else f"room {key.room}"
        subject = room if key.link is None else f"link {key.link}"
        yield True, "key-without-lock", subject, "A key belongs to no locked link."
    walk = Walk(dungeon, "shut", "keyed").start()
    if dungeon.locks and walk.reached and dungeon.has_own_keys():
        shut = sorted(set(dungeon.locks) - walk.collect())
        yield shut, "key-out-of-reach", f"link {min(shut, default=0)}", f"Keys of {shut[:8]} stay shut off."
    elif dungeon.locks and walk.reached:
        yield from judge_shared_keys(dungeon, walk)

def judge_shared_keys(dungeon, walk):
    """No order of spending keys that open any lock and are used up leaves a part of the dungeon shut."""
    locks, zones, zone_of = dungeon.locks, [], {}
    sides = [[[plus(door.cells[0], door.step, side) for side in (-1, 1)] for door in dungeon.keyed_doors(lock)]
             for lock in locks]
    beyond = [pair for pairs in sides for a, b in pairs for pair in ((a, b), (b, a))]
    while walk:
        zone_of.update(dict.fromkeys(walk.reached, len(zones)))
        zones.append(sum(key.cell in walk.reached for key in dungeon.keys))
        walks = (Walk(dungeon, "shut", "keyed").go([b]) for a, b in beyond if a in zone_of and b not in zone_of)
        walk = next((walk for walk in walks if walk.reached), None)
    joins = [{zone_of[side] for pair in pairs for side in pair if side in zone_of} for pairs in sides]
    seen, states = set(), [frozenset()] if len(locks) <= 16 else []
    dungeon.skipped += [] if states else ["keys-run-out: more than 16 locks with shared keys are not judged"]
    while states:
        opened = states.pop()
        reached = reach([0], lambda zone: set().union(*(joins[lock] for lock in opened if zone in joins[lock])))
        spend(len(locks) ** 2)
        left = sum(zones[zone] for zone in reached) - len(opened)
        if len(reached) < len(zones) and left == 0:
            stuck = [lock for i, lock in enumerate(locks) if i not in opened]
            yield True, "keys-run-out", f"link {stuck[0]}", f"No key may be left for links {stuck[:8]}."
            return
        if len(reached) < len(zones) and left < len(locks) - len(opened):
            can_open = [lock for lock in range(len(locks)) if lock not in opened and joins[lock] & reached.keys()]
            more = {opened | {lock} for lock in can_open} - seen
            seen, states = seen | more, states + list(more)

# Numbers: rooms count 1, 2, … in walking order, passages excepted. --------------------------------------------------

PASSAGES = ("corridor", "passage", "elbow", "long-elbow", "crossing", "zigzag")

def judge_numbers(dungeon):
    if not dungeon.is_as_generated or not dungeon.entrance:
        return
    open_links = Counter(room for room, _, _ in dungeon.open_ends)
    held = [(held_thing(dungeon, pin), pin.number) for pin in dungeon.pins if pin.pin == "room" and pin.number]
    pinned = {room.id: number for room, number in held if room and room.number == number}
    free = (number for number in range(1, 1 << 32) if number not in pinned.values())
    for room in (dungeon.rooms[room] for room in walking_order(dungeon)):
        has_square = any(room.floor_set.issuperset(square(cell, 2)) for cell in room.cells)
        is_tagged = room.template is not None and room.template.name in PASSAGES
        is_passage = is_tagged or (open_links[room.id] >= 2 and not has_square)
        number = pinned[room.id] if room.id in pinned else None if is_passage else next(free)
        yield room.number != number, "number-order", room, f"In the walk its number is {number}."

def walking_order(dungeon):
    """The ids of the rooms as a walk visits them, level after level; rooms that it does not reach come last."""
    depths, rooms, came, branches = dungeon.depths, dungeon.rooms, {}, defaultdict(list)
    for room, other, link in dungeon.open_ends:
        if room in depths and depths[room] == depths[other] + 1:
            # The first cells of the doors or the stairs by which a walk leaves the other room and enters this one.
            cells = [run[0] for run in link.runs] or [door.cells[0] for door in (link.leaves[0], link.leaves[-1])]
            step = (other, link.id, *(cells if link.rooms[0] == other else cells[::-1]))
            came[room] = min(came.get(room, step), step)
    size, has_goal = [1] * len(rooms), [room.id == dungeon.goal for room in rooms]
    for room in sorted(came, key=lambda room: -depths[room]):
        parent = came[room][0]
        branches[parent].append(room)
        size[parent], has_goal[parent] = size[parent] + size[room], has_goal[parent] or has_goal[room]

    def turn(branch):
        parent, _, left, _ = came[branch]
        entered = came[parent][3] if parent in came else dungeon.entrance_door.cells[0]
        return has_goal[branch], size[branch], bearing(bounds(rooms[parent].cells), entered, left), branch

    order, stack = [], [dungeon.entrance.room]
    while stack:
        order.append(stack.pop())
        stack += sorted(branches[order[-1]], key=turn, reverse=True)
    heights = {z: i for i, z in enumerate(dict.fromkeys(rooms[room].z for room in order))}
    order.sort(key=lambda room: heights[rooms[room].z])
    return order + [room.id for room in rooms if room.id not in depths]

def bearing(box, came, to):
    """A direction from the middle of a box, clockwise from where the walk came in: whole quarters, and a slope."""
    left, top, right, bottom = box
    (ax, ay), (x, y) = ((2 * cell[0] + 1 - left - right, 2 * cell[1] + 1 - top - bottom) for cell in (came, to))
    ax, ay = (ax, ay) if (ax, ay) != (0, 0) else (0, -1)
    forward, aside = ax * x + ay * y, ax * y - ay * x
    quarters = ((forward, aside), (aside, -forward), (-forward, -aside), (-aside, forward))
    return next(((i, Fraction(across, along)) for i, (along, across) in enumerate(quarters)
                 if along > 0 and across >= 0), (0, 0))

# Contents: features, spawns, texts, groups. --------------------------------------------------------------------------

def judge_features(dungeon):
    features_of = lists_by_key((feature.room, feature) for feature in dungeon.features)
    before_doors = [(room, (plus(cell, back(step)), [back(step)]))
                    for room, door, step in dungeon.openings() for cell in door.cells]
    on_stairs = [(room.id, (cell, NEIGHBORS4)) for _, _, room, _, run in dungeon.stairs() for cell in run]
    at_keys = [(key.home and key.home.id, (key.cell, ())) for key in dungeon.keys]
    openings = lists_by_key(before_doors + on_stairs + at_keys)
    for room, features in features_of.items():
        yield from judge_room(dungeon, None if room is None else dungeon.rooms[room], features, openings[room])

def judge_room(dungeon, room, features, openings):
    """The features of a room, or those of corridors: each by itself, in layers, and those that block together."""
    floor, blocked = {cell for cell in room.cells if not dungeon.is_massive(cell)} if room else set(), set()
    anchors = list(dict.fromkeys(cell for cell, _ in openings if cell in floor))
    kept_clear = {plus(cell, step) for cell, steps in openings if cell in floor for step in (*steps, (0, 0))} & floor
    for feature in features:
        code, cells = feature_problem(dungeon, room, floor, kept_clear, feature)
        yield cells, code, f"Feature {feature.id} ({feature.kind}) may not be there."
        if room and not cells and feature.blocks and feature.mount == "floor":
            blocked |= set(feature.cells)
    layers = lists_by_key(
        ((feature.mount, feature.turn if feature.mount == "wall" else feature.flat, cell), feature.id)
        for feature in features for cell in feature.cells)
    shared = lists_by_key((pair, cell) for (*_, cell), ids in layers.items() for pair in zip(ids, ids[1:]))
    for (a, b), cells in shared.items():
        yield cells, "features-overlap", f"Features {a} and {b} are in one place."
    free = {cell for cell in floor if not dungeon.is_drowned(cell)}
    if blocked and any(len(pieces(piece - blocked)) > 1 for piece in pieces(free)):
        yield True, "feature-blocks-path", room, "Features part what was joined."
    elif blocked and parts_wide_bodies(free, free - blocked, anchors):
        yield True, "feature-narrows", room, "Features leave no path for a body of 2×2 cells."

def feature_problem(dungeon, room, floor, kept_clear, feature):
    """What is wrong with one feature, and its cells that are wrong; none where it lies well."""
    front, is_deep = NEIGHBORS4[(feature.turn + 2) % 4], feature.size[feature.turn % 2 == 0] != 1
    is_floor = (lambda cell: cell in floor) if room else (lambda cell: dungeon.tile(cell) == CORRIDOR_TILE)
    is_wall = (lambda cell: dungeon.tile(cell) == WALL) if room else dungeon.is_massive
    if is_deep or feature.flat if feature.mount == "wall" else feature.flat and feature.blocks:
        return "feature-size", [feature.cell]
    if room and feature.z != room.z:
        return "feature-outside-room", [feature.cell]
    if feature.mount == "wall":
        return "feature-wall-mount", [at for at in feature.cells if not is_wall(at) or not is_floor(plus(at, front))]
    outside = [cell for cell in feature.cells if not is_floor(cell)]
    if outside or (feature.blocks and not room):
        return "feature-outside-room", outside or [feature.cell]
    floats = not feature.flat and all(dungeon.ground(cell) in ("~", "w") for cell in feature.cells)
    sunk = [cell for cell in feature.cells if dungeon.ground(cell) in ((":",) if floats else (":", "w"))]
    in_door = [cell for cell in feature.cells if cell in kept_clear]
    return ("feature-outside-room", sunk) if sunk else ("feature-in-door", in_door)

def parts_wide_bodies(free, left, anchors):
    """Whether two anchors that a body of 2×2 cells joins on the free cells it no longer joins on those left."""
    def parts(cells):
        places = {cell for cell in cells if cells.issuperset(square(cell, 2))}
        piece_of = {cell: i for i, piece in enumerate(pieces(places)) for cell in piece}
        return [{piece_of.get(at) for at in square(plus(anchor, (-1, -1)), 2)} - {None} for anchor in anchors]

    before, after = parts(free), parts(left)
    spend(len(anchors) ** 2)
    return any(before[a] & before[b] and not after[a] & after[b] for a, b in combinations(range(len(anchors)), 2))

def judge_spawns(dungeon):
    taken, holders = set(), {feature.spawn: feature for feature in dungeon.features if feature.spawn is not None}
    held_by = lists_by_key(((feature.room, cell), feature.spawn) for feature in dungeon.features
                           if feature.blocks and feature.mount == "floor" for cell in feature.cells)
    blocking = {place: set(spawns) for place, spawns in held_by.items()}
    for spawn in dungeon.spawns:
        cell, holder = spawn.cell, holders.get(spawn.id)
        is_outside = cell not in dungeon.rooms[spawn.room].floor_set or (holder and cell not in holder.cells)
        is_below = blocking.get((spawn.room, cell), set()) - {spawn.id}
        is_wrong = is_outside or is_below or dungeon.is_massive(cell) or dungeon.is_drowned(cell)
        yield is_wrong and [cell], "spawn-blocked", f"Spawn {spawn.id} cannot be there."
        yield cell in taken and [cell], "spawns-overlap", "Two spawns are in one cell."
        taken.add(cell)
    is_older, kinds = not dungeon.is_generated or dungeon.epoch < 4, {spawn.kind for spawn in dungeon.spawns}
    others = [spawn for spawn in dungeon.spawns if not (is_older and spawn.kind == "enemy" and spawn.group is None)]
    if dungeon.entrance and (dungeon.features or others) and "player" not in kinds:
        yield True, "player-spawn-missing", f"room {dungeon.entrance.room}", "No spawn is for players."

PIECE = re.compile(r"\{\{|\}\}|\{[^{}]*\}|\{[^{}]*|\}")
REFERENCE = re.compile(
    r"\{(?:(room|link|door|group|feature|spawn):0*([0-9]{1,10})|(level):(-?)0*([0-9]{1,10})|(key))\}")
BEGINNING = re.compile(f"((?:^|[.!?])[{WHITE_SPACE}.!?]*)(.)", re.DOTALL)

def references(told):
    """What stands between braces in a text: each piece with its kind and id, or None where it is no reference."""
    for piece in PIECE.findall(told):
        parsed = REFERENCE.fullmatch(piece)
        if parsed and not parsed[6]:
            id = int(parsed[2] or parsed[4] + parsed[5])
            yield piece, (parsed[1] or parsed[3], id) if -1 << 31 <= id < (1 << 31 if parsed[3] else 1 << 32) else None
        elif piece not in ("{{", "}}"):
            yield piece, ("key", 0) if parsed else None

def words_for(dungeon, kind, id):
    """What people read for a reference; None where it names nothing."""
    things = {0: "key"} if kind == "key" else dungeon.level if kind == "level" else dict(
        enumerate(getattr(dungeon, kind + "s")[id:id + 1], id))
    thing = things.get(id)
    if kind == "link" and thing:
        kind, thing = "room", max(reversed(thing.ends), key=lambda room: room.depth)
    if kind == "door" and thing:
        kind, thing = "room", None if thing.room is None else dungeon.rooms[thing.room]
    return thing and {
        "room": lambda: f"room {thing.id}" if thing.number is None else str(thing.number), "key": lambda: "key",
        "group": lambda: thing.one if thing.count == 1 else thing.many, "level": lambda: thing.name or f"level {id}",
        "feature": lambda: thing.kind.replace("-", " "),
        "spawn": lambda: thing.kind if thing.name is None else thing.name}[kind]()

def write_out(dungeon, told):
    """A text with its references written out and capitals at the beginning of its sentences."""
    def plain(match):
        named = next(references(match[0]), (None, None))[1]
        words = named and words_for(dungeon, *named)
        return match[0][1:] if match[0] in ("{{", "}}") else match[0] if words is None else words

    return BEGINNING.sub(lambda match: match[1] + match[2].upper(), PIECE.sub(plain, told))

def judge_texts(dungeon):
    hidden = [link for link in dungeon.links if link.hidden == "undiscovered"]
    secret = {("link", link.id) for link in hidden} | {("door", door.id) for door in dungeon.doors if door.secret}
    secret |= {("door", door) for link in hidden if link.is_passage for door in link.doors}
    secret |= {("feature", feature.id) for feature in dungeon.features if feature.secret}
    secret |= {("spawn", spawn.id) for spawn in dungeon.spawns if spawn.kind in ("loot", "trap")}
    texts = [(room, note.secret, note.text) for room in dungeon.rooms for note in room.notes]
    texts += [("dungeon", False, told) for told in [dungeon.story.hook] + dungeon.story.rumours]
    found = ((subject, is_hidden, *pair) for subject, is_hidden, told in texts for pair in references(told))
    for subject, is_hidden, piece, named in found:
        is_broken = not named or words_for(dungeon, *named) is None
        yield is_broken, "reference-broken", subject, f"{piece[:60]!r} names nothing."
        is_told = named in secret and not is_broken and not is_hidden
        yield is_told, "secret-revealed", subject, f"An open text refers to {piece}, which is a secret."
    for room in dungeon.rooms:
        is_stale = any(note.plain != write_out(dungeon, note.text) for note in room.notes)
        yield is_stale, "text-stale", room, "A note is not its text written out."

def judge_key_notes(dungeon):
    """Notes about keys are where keys are; a note about a lock sends to a key that is not behind that lock."""
    lost, keys_of = {}, lists_by_key((key.link, key) for key in dungeon.keys)
    key_rooms, has_notes = {key.room for key in dungeon.keys}, any(room.notes for room in dungeon.rooms)
    locked_in = lists_by_key((room, dungeon.links[link]) for link in dungeon.locked
                             for room in set(dungeon.links[link].rooms))
    for room in dungeon.rooms:
        has_note = any(note.kind == "key" for note in room.notes)
        is_wrong = has_note != (room.id in key_rooms) and (has_note or (has_notes and dungeon.is_as_generated))
        yield is_wrong, "key-note-wrong", room, "A key and a note about it are not together."
        can_judge = dungeon.entrance and dungeon.has_own_keys()
        for note in (note for note in room.notes if note.kind == "lock" and can_judge):
            named = {reference for _, reference in references(note.text) if reference}
            about = [link for link in locked_in[room.id]
                     if named & {("link", link.id), *(("door", door) for door in link.doors)}] or locked_in[room.id]
            for key in (key for link in about for key in keys_of[link.id] if ("room", key.room) in named):
                if key.link not in lost:
                    walk = Walk(dungeon, "shut", "keyed").start()
                    walk.collect(without=key.link)
                    lost[key.link] = walk.lost_rooms()
                yield key.room in lost[key.link], "key-note-wrong", room, f"Room {key.room} is behind that lock."

def judge_groups(dungeon):
    owners, members = {}, lists_by_key((spawn.group, spawn.room) for spawn in dungeon.spawns)
    for group in dungeon.groups:
        is_wrong = group.count != len(members[group.id]) or not {group.home, *members[group.id]} <= set(group.rooms)
        yield is_wrong, "group-count", f"room {group.home}", f"Group {group.id} counts others, or strays."
        for room in [room for room in group.rooms if owners.setdefault(room, group.id) != group.id][:1]:
            yield True, "group-count", f"room {room}", f"Groups {owners[room]} and {group.id} share the room."

# Pins: what they hold is there, as they say. --------------------------------------------------------------------------

def has_doors(pin, doors, is_same=False):
    """Whether each door of a pin is among some doors: in its place, or also of its kind and state."""
    def about(door): return door.kind, door.state, getattr(door, "secret", False), SIDES[door.normal][0] == 0
    return all(any(door.cells == held.cells and (not is_same or about(door) == about(held)) for door in doors)
               for held in pin.doors)

def is_link_of(dungeon, pin, link):
    """Whether a link has the kind, the doors, and the path or the runs of a link pin, in either direction."""
    (kind, data), plain = pin.kind, lambda cells: [cell[:2] for cell in cells]
    if kind != link.kind or not has_doors(pin, link.leaves):
        return False
    if kind == "stairs":
        heights = {held.z for held in dungeon.pins if held.pin == "room" and held.id in pin.rooms}
        runs = list(map(plain, link.runs))
        return heights <= {room.z for room in link.ends} and list(data) in (runs, runs[::-1])
    return kind == "shared" or (data.path in (plain(link.path), plain(link.path[::-1]))
                                and (data.width, data.roughened) == (link.width, plain(link.roughened)))

def is_held(dungeon, link):
    """Whether a pin holds a link or a door of it."""
    return any(is_link_of(dungeon, pin, link) if pin.pin == "link"
               else pin.pin == "door" and has_doors(pin, link.leaves) for pin in dungeon.pins)

def meaning_of(dungeon, pin):
    """The things of a pin's kind, which one it holds, and whether that has its attributes, with its roles and notes."""
    def is_there(thing): return (thing.cell, thing.kind) == (pin.cell, pin.kind)
    def is_door(door): return has_doors(pin, [door])
    def has_leaf(door): return has_doors(pin, [door], is_same=True)
    def has(thing, *keys): return all(getattr(pin, key) in (None, getattr(thing, key)) for key in keys)
    def always(thing): return True
    return {
        "room": (dungeon.rooms,
                 lambda room: room.z == pin.z and pin.floor_set in (room.floor_set, dungeon.plain_floors[room.id]),
                 lambda room: has(room, "number", "name", "shape", "purpose", "template") and all(
                     item in getattr(room, key) for key in ("roles", "notes") for item in getattr(pin, key) or ())),
        "link": (dungeon.links, lambda link: is_link_of(dungeon, pin, link),
                 lambda link: has_doors(pin, link.leaves, is_same=True)),
        "door": (dungeon.doors, is_door, has_leaf),
        "entrance": ([dungeon.entrance_door] if dungeon.entrance else [], is_door,
                     lambda door: has_leaf(door) and pin.runway == dungeon.entrance.runway),
        "feature": (dungeon.features, is_there, lambda feature: pin.light == feature.light and has(
            feature, "size", "turn", "flat", "blocks", "opaque", "secret", "mount")),
        "spawn": (dungeon.spawns, is_there,
                  lambda spawn: (pin.name, pin.difficulty) == (spawn.name, spawn.difficulty)),
        "cells": (dungeon.levels, lambda level: level.z == pin.z, always),
        "name": ([dungeon], always, lambda dungeon: pin.name == dungeon.name),
        "stage": ([dungeon], always, always)}[pin.pin]

def held_thing(dungeon, pin):
    things, is_it, _ = meaning_of(dungeon, pin)
    spend(len(things))
    return next(filter(is_it, things), None)

def judge_pins(dungeon):
    at_doors = {cell for pin in dungeon.pins for door in pin.doors for cell in door.cells}
    rooms = {pin.id for pin in dungeon.pins if pin.pin == "room"} | {None}
    lost = [pin for pin in dungeon.pins if not {getattr(pin, "room", None), *getattr(pin, "rooms", ())} <= rooms]
    for pin in lost:
        yield True, "pin-malformed", "dungeon", f"Pin {pin.id} names a room pin that is not there."
    for pin in dungeon.pins if not lost else ():
        thing, wrong = held_thing(dungeon, pin), []
        first = pin.cells[:1] if pin.pin == "room" else pin.cells if pin.pin == "door" else None
        missing = first_cell(first) if first else "dungeon"
        yield not thing, "pin-missing", missing, f"What pin {pin.id} holds ({pin.pin}) is not there."
        is_changed = thing and not meaning_of(dungeon, pin)[2](thing)
        subject = "dungeon" if pin.pin in ("feature", "spawn") else getattr(thing, "subject", "dungeon")
        yield is_changed, "pin-attribute-changed", subject, f"The {pin.pin} is not as pin {pin.id} says."
        if thing and pin.pin == "room" and pin.walls:
            wrong = [cell for cell in ring(pin.cells) - at_doors if dungeon.tile(cell) != WALL]
        if thing and pin.pin == "cells":
            held = [(pair, real) for rows, real in ((pin.rows, dungeon.tile), (pin.ground, dungeon.ground))
                    for pair in written(rows, pin.z, "?", *pin.at)]
            wrong = [cell for (cell, glyph), real in held if real(cell) != glyph or not dungeon.contains(cell)]
        yield wrong, "pin-cell-changed", f"Cells are not what pin {pin.id} says."

# The record: counts, sizes, seed, epoch and the files that the dungeon carries. ---------------------------------------

def judge_record(dungeon):
    masks, rooms, area = defaultdict(list), len(dungeon.rooms), sum(len(room.cells) for room in dungeon.rooms)
    is_explained, halls = dungeon.warnings or dungeon.edited, sum("hall" in room.roles for room in dungeon.rooms)
    asked, floor, width, height = map(dungeon.asked, ("rooms.count", "templates.floor_cells", "width", "height"))
    yield not dungeon.seed, "provenance-broken", "dungeon", "The seed is missing."
    yield not 1 <= dungeon.epoch <= LAST_EPOCH, "provenance-broken", "dungeon", f"The epoch {dungeon.epoch} is unknown."
    is_wrong = asked is not None and (rooms < asked and not is_explained or rooms - halls > asked)
    yield is_wrong, "count-disagrees", "dungeon", f"The recipe asks for {asked} rooms, there are {rooms}."
    is_wrong = area < (floor or 0) and not is_explained
    yield is_wrong, "count-disagrees", "dungeon", f"The recipe asks for {floor} floor cells, not {area}."
    for level in dungeon.levels if dungeon.method != "plan" else ():
        is_wrong = width not in (None, level.width) or height not in (None, level.height)
        yield is_wrong, "count-disagrees", "dungeon", f"Level {level.z} has not the size of the recipe."
    for file in dungeon.inputs:
        is_wrong = file.digest != fnv(file.text)
        yield is_wrong, "input-digest", "dungeon", f"The digest of {file.name!r} is not that of its text."
        for z, rows in file.rows.items() if not is_wrong else ():
            masks[z] += rows
    for level in dungeon.levels if masks and not dungeon.edited else ():
        free = masks.get(level.z, masks.get(None))
        is_wrong = free is not None and any(y >= len(free) or free[y][x:x + 1] != "."
                                            for (x, y, _), _ in written(level.rows, level.z, ROCK))
        yield is_wrong, "masked-cell", level, "The mask blocks cells that are not rock."

def fnv(told):
    """FNV-1a with 64 bits, in 16 hexadecimal digits."""
    digest = 0xCBF29CE484222325
    for byte in told.encode():
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{digest:016x}"

# The command. --------------------------------------------------------------------------------------------------------

def judge_bytes(data):
    """The verdict on the bytes of a file as an object; raises Unreadable."""
    steps_left[0] = MAX_STEPS
    try:
        dungeon = Dungeon(read_document(data))
        flaws = find_flaws(dungeon)
    except RecursionError:
        raise Unreadable("its values are nested too deeply") from None
    except MemoryError:
        raise Unreadable("it takes too much memory to judge") from None
    return {"sound": not flaws, "flaws": flaws, "skipped": dungeon.skipped, "facts": dungeon.facts}

def read_file(path):
    try:
        if path == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(path, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"it cannot be opened: {error.strerror}") from None

def main():
    parser = argparse.ArgumentParser(description="Judge dungeon JSON of Undercroft without Undercroft.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="dungeon JSON, version 1 or 2; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object per file")
    options, worst = parser.parse_args(), 0
    for path in options.files:
        try:
            verdict = {"file": path, **judge_bytes(read_file(path))}
        except Unreadable as error:
            worst = 2
            print(f"{path}: {error}.", file=sys.stderr)
            continue
        worst = max(worst, 0 if verdict["sound"] else 1)
        lines = ["{code} {subject}: {sentence}".format(**flaw) for flaw in verdict["flaws"]]
        print(json.dumps(verdict) if options.json else "\n".join([f"{path}: {'flawed' if lines else 'sound'}"] + lines))
    return worst

def run(program):
    """Runs a program. Where its output cannot be written it ends with 2 and a sentence, quietly where a pipe closed."""
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = program()
        sys.stdout.flush()
        return code
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"standard output: {error.strerror}.", file=sys.stderr)
        return 2

if __name__ == "__main__":
    sys.exit(run(main))
