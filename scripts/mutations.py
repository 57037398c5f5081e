"""Mutations of dungeon JSON for scripts/judges: each breaks one rule that the file alone decides.

A mutation is a code, a name, the things that it can be applied to, and the change. The things are pairs of a subject
and a value; the first one that the change does not refuse (NEXT) is changed. The flaw has the subject of
the thing, or the one that the change returns: ANY where several are right, UNREADABLE for a file that both refuse.
"""

import copy

ANY, UNREADABLE, NEXT = "any", "unreadable", "next"
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
MUTATIONS = []


class Draft:
    """A copy of a dungeon that may be changed, with questions about it."""

    def __init__(self, dungeon):
        self.data = copy.deepcopy(dungeon)
        for name in ("features", "spawns", "groups", "windows"):
            self.data.setdefault(name, [])

    def __getattr__(self, name):
        return self.data[name]

    @property
    def recipe(self):
        return self.provenance["recipe"]

    def level(self, z):
        return next(level for level in self.levels if level["z"] == z)

    def tile(self, z, cell):
        return self.level(z)["rows"][cell[1]][cell[0]]

    def set_tile(self, z, cell, glyph, key="rows"):
        level = self.level(z)
        level.setdefault(key, [" " * level["width"]] * level["height"])
        row = level[key][cell[1]]
        level[key][cell[1]] = row[:cell[0]] + glyph + row[cell[0] + 1:]

    def z(self, link):
        return self.rooms[link["rooms"][0]]["z"]

    def cells(self, room):
        return [[x + i, y] for x, y, length in room["floor"] for i in range(length)]

    def plain_cell(self, room):
        """The first cell of a room that is plain floor."""
        return next(cell for cell in self.cells(room) if self.tile(room["z"], cell) == ".")

    def ring(self, room):
        floor = {tuple(cell) for cell in self.cells(room)}
        near = {(x + dx, y + dy) for x, y in floor for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        return sorted(near - floor)

    def corridors(self, *kinds):
        """The links with a corridor, each with its data."""
        kinds = kinds or ("corridor", "secret")
        return [(link, data) for link in self.links for kind, data in link["kind"].items() if kind in kinds]

    def doors_of(self, link):
        (kind, data), = link["kind"].items()
        return [self.doors[door] for door in data.get("doors", [data["door"]] if kind == "shared" else [])]

    def dead_ends(self):
        """Rooms with one link, which is a corridor, each with that link; not the entrance."""
        entrance = self.data.get("entrance", {}).get("room")
        links_of = [[link for link in self.links if room["id"] in link["rooms"]] for room in self.rooms]
        alone = [(room, links[0]) for room, links in zip(self.rooms, links_of) if len(links) == 1]
        return [(room, link) for room, link in alone if room["id"] != entrance and "corridor" in link["kind"]]

    def add(self, name, thing):
        """Adds a copy of a thing to a list under the next id."""
        self.data[name].append({**copy.deepcopy(thing), "id": len(self.data[name])})
        return self.data[name][-1]["id"]

    def add_door(self, room, cell, normal):
        return self.add("doors", {"z": room["z"], "room": room["id"], "cells": [cell], "normal": normal, "kind": "door",
                                  "state": "closed"})

    def add_key(self, room, link):
        cell = self.cells(room)[0]
        self.markers.append({"kind": "key", "z": room["z"], "cell": cell, "room": room["id"], "link": link["id"]})

    def add_crate(self, room, cell):
        self.add("features", {"kind": "crate", "z": room["z"], "cell": list(cell), "size": [1, 1], "turn": 0,
                              "room": room["id"], "blocks": True, "opaque": False, "secret": False, "mount": "floor"})
        return at(room["z"], cell)

    def add_stub(self, z, *path):
        self.stubs.append({"z": z, "path": list(path), "width": 1})

    def add_note(self, room, text, kind="sense"):
        room.setdefault("notes", []).append({"text": text, "plain": text, "secret": True, "kind": kind})
        return f"room {room['id']}"

    def lock(self, link):
        for door in self.doors_of(link):
            door["kind"], door["state"] = "door", "locked"

    def is_free(self, room, cell):
        """Whether nothing is on a cell of a room and nothing has to stay clear of it."""
        x, y = cell
        taken = {(x + dx, y + dy) for f in self.features if f["z"] == room["z"] and f["mount"] == "floor"
                 for x, y in [f["cell"]] for dx in range(f["size"][0]) for dy in range(f["size"][1])}
        taken |= {tuple(thing["cell"]) for thing in self.spawns + self.markers if thing["z"] == room["z"]}
        near = {(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3)}
        doors = {tuple(cell) for door in self.doors if door["z"] == room["z"] for cell in door["cells"]}
        ground = self.level(room["z"]).get("ground")
        is_bare = not ground or ground[y][x] == " "
        return is_bare and self.tile(room["z"], cell) == "." and (x, y) not in taken and not near & doors


def first(items):
    return next(iter(items), None)


def at(z, cell):
    return f"cell {z}:{cell[0]},{cell[1]}"


def beside(cell, step, times=1):
    return [cell[0] + times * step[0], cell[1] + times * step[1]]


# What mutations can be applied to: functions from a draft to pairs of a subject and a thing.

def each(name, holds=lambda thing: True):
    """The things of a list that something holds for."""
    def subject(thing):
        return f"{name[:-1]} {thing['id']}" if name in ("rooms", "doors", "links") else at(thing["z"], thing["cell"])
    return lambda d: [(subject(thing), thing) for thing in d.data[name] if holds(thing)]


def corridors(*kinds, holds=lambda data: True):
    """Links with a corridor: pairs of link and data."""
    return lambda d: [(f"link {link['id']}", (link, data)) for link, data in d.corridors(*kinds) if holds(data)]


def stairs(d):
    """Stairs: pairs of link and runs."""
    links = [link for link in d.links if "stairs" in link["kind"]]
    return [(f"link {link['id']}", (link, link["kind"]["stairs"]["runs"])) for link in links]


def dead_ends(d):
    return [(f"room {room['id']}", (room, link)) for room, link in d.dead_ends()]


def dungeon(d):
    return [("dungeon", d)]


def top_level(d):
    return [(f"level {d.levels[0]['z']}", d.levels[0])]


def rock(d):
    """A cell of rock far from everything: its level and itself."""
    for level in d.levels:
        for y in range(2, level["height"] - 2):
            for x in range(2, level["width"] - 2):
                near = [row[x - 1:x + 2] for row in level["rows"][y - 1:y + 2]]
                if "".join(near).strip(" ") == "":
                    return [(at(level["z"], [x, y]), (level["z"], [x, y]))]
    return []


def sockets(holds=lambda socket: True):
    return lambda d: [(at(room["z"], socket["cell"]), socket) for room in d.rooms
                      for socket in room.get("sockets", []) if holds(socket)]


def groups(d):
    return [(f"room {group['home']}", group) for group in d.groups]


ROOMS, DOORS, LINKS, WINDOWS, SPAWNS, FEATURES = (
    each(name) for name in ("rooms", "doors", "links", "windows", "spawns", "features"))
CORRIDORS, ORDINARY, PASSAGES = corridors(), corridors("corridor"), corridors("secret")
NUMBERED, PLANNED = each("rooms", lambda room: room.get("number")), each("rooms", lambda room: room.get("plan"))
RECTANGLES = each("rooms", lambda room: room.get("shape") == "rect")
ON_FLOOR = each("features", lambda feature: feature["mount"] == "floor")
SHUT_SOCKETS = sockets(lambda socket: not socket["open"])


def add(code, name, things, change):
    """Lists a mutation."""
    def mutate(d):
        for subject, thing in things(d):
            other = change(d, thing)
            if other != NEXT:
                return other or subject
        return None
    MUTATIONS.append((code, name, mutate))


def mutation(code, things):
    """Lists a function as a mutation; its name is that of the mutation."""
    return lambda change: add(code, change.__name__.replace("_", " "), things, change)


# Changes of one line, with another subject where the thing itself is not the one.

def swap(things, key):
    things[0][key], things[1][key] = things[1][key], things[0][key]


LINES = [
    ("broken-reference", "a door without a room", DOORS, lambda d, door: door.pop("room")),
    ("out-of-limits", "a corridor without a path", CORRIDORS, lambda d, link: link[1].update(path=[])),
    ("out-of-limits", "a blind corridor without a path", dungeon, lambda d, _: d.add_stub(d.levels[0]["z"])),
    ("outside-map", "a room on the border", ROOMS, lambda d, room: room.update(floor=[[0, 0, 3]])),
    ("border-open", "a hole in the border", top_level, lambda d, level: d.set_tile(level["z"], (3, 0), ",")),
    ("wall-without-room", "wall in rock", rock, lambda d, place: d.set_tile(*place, "#")),
    ("floor-without-room", "floor in rock", rock, lambda d, place: d.set_tile(*place, ".")),
    ("corridor-without-link", "corridor in rock", rock, lambda d, place: d.set_tile(*place, ",")),
    ("door-tile-without-door", "a door in rock", rock, lambda d, place: d.set_tile(*place, "+")),
    ("stairs-without-link", "stairs in rock", rock, lambda d, place: d.set_tile(*place, "<")),
    ("ground-malformed", "grass on rock", rock, lambda d, place: d.set_tile(*place, ";", "ground")),
    ("stub-apart", "a blind corridor far away", rock, lambda d, place: d.add_stub(*place)),
    ("path-not-simple", "a blind corridor that turns back", rock,
     lambda d, place: d.add_stub(*place, beside(place[1], (1, 0)), place[1])),
    ("marker-misplaced", "a key in rock", rock,
     lambda d, place: d.markers.append({"kind": "key", "z": place[0], "cell": place[1], "link": 0})),
    ("door-missing", "wall in a door", DOORS, lambda d, door: d.set_tile(door["z"], door["cells"][0], "#")),
    ("corridor-missing", "rock in a corridor", CORRIDORS,
     lambda d, link: d.set_tile(d.z(link[0]), link[1]["path"][len(link[1]["path"]) // 2], " ")),
    ("shape-mismatch", "a wrong shape", RECTANGLES,
     lambda d, room: room.update(shape="cloister" if len(d.cells(room)) < 81 else "circle")),
    ("dais-misplaced", "a dais that is gone", each("rooms", lambda room: room.get("dais")),
     lambda d, room: room.pop("dais")),
    ("window-misplaced", "a window that looks inside", WINDOWS,
     lambda d, window: window.update(normal=OPPOSITE[window["normal"]])),
    ("window-misplaced", "a window twice", WINDOWS, lambda d, window: d.add("windows", window)),
    ("number-order", "two numbers swapped", NUMBERED,
     lambda d, room: swap([room for room in d.rooms if room.get("number")], "number")),
    ("role-misplaced", "a second goal", lambda d: each("rooms", lambda room: room["id"] != d.goal)(d),
     lambda d, room: room.setdefault("roles", []).append("goal")),
    ("role-misplaced", "a second entrance", lambda d: each("rooms", lambda room: room["id"] != d.entrance["room"])(d),
     lambda d, room: room.setdefault("roles", []).append("entrance")),
    ("doorway-state", "a shut doorway", each("doors", lambda door: door["kind"] in ("doorway", "archway")),
     lambda d, door: door.update(state="closed")),
    ("door-off-ring", "a door one step out", DOORS,
     lambda d, door: door.update(cells=[beside(cell, STEPS[door["normal"]]) for cell in door["cells"]])),
    ("doors-touch", "two doors in one cell", DOORS,
     lambda d, door: d.add_door(d.rooms[door["room"]], door["cells"][0], door["normal"])),
    ("link-door-mismatch", "a link the wrong way round", CORRIDORS, lambda d, link: link[0]["rooms"].reverse()),
    ("link-door-mismatch", "a link back to its room",
     lambda d: each("links", lambda link: link["id"] == len(d.links) - 1 and "stairs" not in link["kind"])(d),
     lambda d, link: link.update(rooms=[link["rooms"][0]] * 2)),
    ("path-broken", "a gap in a path", corridors(holds=lambda data: len(data["path"]) > 6),
     lambda d, link: link[1]["path"].pop(len(link[1]["path"]) // 2)),
    ("path-misses-door", "a path that ends early", corridors(holds=lambda data: len(data["path"]) > 8),
     lambda d, link: link[1].update(path=link[1]["path"][:-2])),
    ("corridor-through-room", "a corridor through a room", CORRIDORS,
     lambda d, link: link[1].setdefault("roughened", []).append(d.cells(d.rooms[link[0]["rooms"][0]])[0])),
    ("secret-mark-wrong", "a passage found with secret doors", PASSAGES,
     lambda d, link: link[1].update(discovered=True)),
    ("secret-mark-wrong", "an ordinary link that hides", ORDINARY,
     lambda d, link: link[1].update(hidden="undiscovered")),
    ("secret-too-near", "a passage between neighbors", PASSAGES, lambda d, link: d.add("links", link[0])),
    ("socket-shut", "a required socket that is shut", SHUT_SOCKETS, lambda d, socket: socket.update(required=True)),
    ("socket-state-false", "a socket that is not open", SHUT_SOCKETS, lambda d, socket: socket.update(open=True)),
    ("socket-misplaced", "a socket that points inwards", sockets(),
     lambda d, socket: socket.update(dir=OPPOSITE[socket["dir"]])),
    ("entrance-missing", "no entrance", dungeon, lambda d, _: d.data.pop("entrance")),
    ("goal-missing", "no goal", dungeon, lambda d, _: d.data.pop("goal")),
    ("feature-outside-room", "a feature on a chasm", ON_FLOOR,
     lambda d, feature: d.set_tile(feature["z"], feature["cell"], ":", "ground")),
    ("feature-outside-room", "a feature of no room that blocks",
     each("features", lambda feature: feature["mount"] == "floor" and feature["blocks"]),
     lambda d, feature: feature.pop("room")),
    ("feature-size", "a flat feature that blocks", ON_FLOOR, lambda d, feature: feature.update(flat=True, blocks=True)),
    ("features-overlap", "a feature twice", FEATURES, lambda d, feature: d.add("features", feature)),
    ("feature-wall-mount", "a torch that looks away",
     each("features", lambda feature: feature["mount"] == "wall" and feature["size"] == [1, 1]),
     lambda d, feature: feature.update(turn=(feature["turn"] + 2) % 4)),
    ("spawn-blocked", "a spawn below a crate", each("spawns", lambda spawn: spawn["kind"] == "player"),
     lambda d, spawn: d.add_crate(d.rooms[spawn["room"]], spawn["cell"])),
    ("reference-broken", "a hook about a level that is not there", dungeon,
     lambda d, _: d.data.update(story={"hook": "It ends on {level:99}.", "rumours": []})),
    ("reference-broken", "a note about a room that is not there", lambda d: ROOMS(d)[1:],
     lambda d, room: d.add_note(room, "From {room:9999}.")),
    ("reference-broken", "a note with a brace", lambda d: ROOMS(d)[1:], lambda d, room: d.add_note(room, "From } on.")),
    ("text-stale", "a note that was not written out", ROOMS,
     lambda d, room: d.add_note(room, "Boot prints lead to {room:1}.")),
    ("text-stale", "a note in small letters", ROOMS, lambda d, room: d.add_note(room, "boot prints. more of them.")),
    ("group-count", "a group that counts too many", groups, lambda d, group: group.update(count=group["count"] + 1)),
    ("count-disagrees", "a recipe for fewer rooms", dungeon, lambda d, _: d.recipe.update({"rooms.count": 1})),
    ("count-disagrees", "a recipe for another size",
     lambda d: dungeon(d) if d.recipe.get("method") != "plan" else [],
     lambda d, _: d.recipe.update(width=d.levels[0]["width"] + 1)),
    ("provenance-broken", "no seed", dungeon, lambda d, _: d.provenance.update(seed="")),
    ("provenance-broken", "an epoch to come", dungeon, lambda d, _: d.provenance.update(epoch=99)),
    ("input-digest", "a file with a wrong digest", dungeon, lambda d, _: d.provenance.update(
        inputs=[{"key": "templates.file", "name": "own.txt", "digest": "0" * 16, "text": "name: nook"}])),
]
UNREADABLE_LINES = [
    ("an id that is not a position", ROOMS, lambda d, room: room.update(id=1)),
    ("an unknown key", ROOMS, lambda d, room: room.update(color="red")),
    ("a missing key", DOORS, lambda d, door: door.pop("normal")),
    ("a link to no room", LINKS, lambda d, link: link.update(rooms=[0, 9999])),
    ("a spawn off the map", SPAWNS, lambda d, spawn: spawn.update(cell=[-1, 3])),
    ("a level of a billion cells", top_level, lambda d, level: level.update(width=10 ** 9)),
    ("a row too short", top_level, lambda d, level: level["rows"].__setitem__(1, level["rows"][1][1:])),
    ("a later version", dungeon, lambda d, _: d.data.update(version=3)),
    ("a word for a number", ROOMS, lambda d, room: room.update(depth="0")),
    ("floor that comes twice", ROOMS, lambda d, room: room.update(floor=room["floor"] * 2)),
]


def ignoring_result(change, subject=None):
    def run(d, thing):
        change(d, thing)
        return subject
    return run


for _code, _name, _things, _change in LINES:
    add(_code, _name, _things, ignoring_result(_change))
for _name, _things, _change in UNREADABLE_LINES:
    add("unreadable", _name, _things, ignoring_result(_change, UNREADABLE))


# Rooms and tiles.

@mutation("room-in-pieces", ROOMS)
def a_room_without_its_middle_row(d, room):
    rows = sorted({y for _, y, _ in room["floor"]})
    if len(rows) < 3:
        return NEXT
    room["floor"] = [run for run in room["floor"] if run[1] != rows[1]]


@mutation("stairs-without-link", ROOMS)
def stairs_in_a_room(d, room):
    cell = d.plain_cell(room)
    d.set_tile(room["z"], cell, ">")
    return at(room["z"], cell)


@mutation("floor-missing", lambda d: ROOMS(d)[1:])
def rock_in_a_room(d, room):
    d.set_tile(room["z"], d.plain_cell(room), " ")


@mutation("ring-broken", ROOMS)
def a_hole_in_a_wall(d, room):
    wall = first(cell for cell in d.ring(room) if d.tile(room["z"], cell) == "#")
    d.set_tile(room["z"], wall, " ")


@mutation("stairs-missing", stairs)
def floor_on_stairs(d, pair):
    link, runs = pair
    d.set_tile(d.z(link), runs[0][0], ".")
    return f"room {link['rooms'][0]}"


@mutation("shape-mismatch", each("rooms", lambda room: room.get("shape") not in (None, "free", "cave", "court")))
def a_cell_less_in_a_shape(d, room):
    if len(room["floor"]) <= 3 or room["floor"][0][2] == 1:
        return NEXT
    room["floor"][0][2] -= 1


@mutation("dais-misplaced", RECTANGLES)
def a_dais_in_a_plain_room(d, room):
    x, y, _ = room["floor"][0]
    room["dais"] = {"left": x, "top": y, "right": x + 1, "bottom": y + 1}


@mutation("window-misplaced", ROOMS)
def a_window_in_a_room(d, room):
    d.add("windows", {"z": room["z"], "cell": d.cells(room)[0], "normal": "north"})
    return at(room["z"], d.cells(room)[0])


@mutation("hearth-misplaced", ROOMS)
def a_hearth_in_the_floor(d, room):
    room["hearth"] = {"cell": d.cells(room)[0], "normal": "south"}
    return at(room["z"], d.cells(room)[0])


@mutation("rooms-overlap", lambda d: ROOMS(d)[:1])
def a_room_on_another(d, room):
    other = first(other for other in d.rooms[1:] if other["z"] == room["z"])
    if not other:
        return NEXT
    other["floor"] = room["floor"]


@mutation("floor-in-ring", ROOMS)
def a_room_in_the_wall_of_another(d, room):
    floor = {tuple(cell) for cell in d.cells(room)}
    for other in d.rooms[room["id"] + 1:]:
        shared = set(d.ring(room)) & set(d.ring(other)) if room["z"] == other["z"] else ()
        for x, y in sorted(shared):
            last = first(run for run in room["floor"] if run[1] == y and run[0] + run[2] == x)
            if last and (x + 1, y) not in floor:
                last[2] += 1
                return None
    return NEXT


@mutation("alignment-false", lambda d: ROOMS(d) if d.data.get("module_grid") else [])
def a_room_that_lies_about_its_place(d, room):
    room["aligned"] = not room.get("aligned", False)


@mutation("number-twice", NUMBERED)
def two_rooms_with_one_number(d, room):
    second = [room for room in d.rooms if room.get("number")][1]
    second["number"] = room["number"]


@mutation("number-order", lambda d: NUMBERED(d)[-1:])
def a_room_without_its_number(d, room):
    del room["number"]


@mutation("depth-wrong", lambda d: ROOMS(d)[-1:])
def a_room_too_deep(d, room):
    room["depth"] += 1


# Doors.

@mutation("door-pair", lambda d: ORDINARY(d) if d.recipe.get("doors.per_link") == 1 else [])
def a_leaf_at_both_ends(d, pair):
    link, data = pair
    doors = d.doors_of(link)
    is_plain = all(door["state"] != "locked" and door["kind"] != "barred" for door in doors)
    is_hidden = data.get("hidden", "none") != "none" or link["id"] in [marker.get("link") for marker in d.markers]
    if len(data["path"]) > 8 or is_hidden or not is_plain:
        return NEXT
    for door in doors:
        door["kind"], door["state"] = "door", "closed"


@mutation("door-at-corner", DOORS)
def a_door_in_a_corner(d, door):
    cells = {tuple(cell) for cell in d.cells(d.rooms[door["room"]])}
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    floors = {tuple(cell) for room in d.rooms if room["z"] == door["z"] for cell in d.cells(room)}
    around = {(left - 1 + dx, top - 1 + dy) for dx, dy in STEPS.values()}
    if (left, top) not in cells or len(door["cells"]) != 1 or around & floors:
        return NEXT
    door["cells"] = [[left - 1, top - 1]]


@mutation("doors-touch", DOORS)
def a_door_beside_a_door(d, door):
    along = (0, 1) if door["normal"] in ("east", "west") else (1, 0)
    d.add_door(d.rooms[door["room"]], beside(door["cells"][-1], along), door["normal"])


@mutation("door-leads-nowhere", corridors(holds=lambda data: len(data["path"]) > 6 and data["width"] == 1))
def a_corridor_that_begins_too_late(d, pair):
    _, data = pair
    data["path"], data["runway"] = data["path"][3:], [0, data["runway"][1]]
    return f"door {data['doors'][0]}"


@mutation("door-leads-nowhere", each("links", lambda link: "shared" in link["kind"]))
def a_shared_wall_of_another_room(d, link):
    others = [room["id"] for room in d.rooms if room["id"] not in link["rooms"] and room["z"] == d.z(link)]
    if not others or max(others) < min(link["rooms"]):
        return NEXT
    link["rooms"] = [min(link["rooms"]), max(others)]
    return f"door {link['kind']['shared']['door']}"


@mutation("door-without-link", ROOMS)
def a_door_for_nothing(d, room):
    walls = [cell for cell in d.ring(room) if d.tile(room["z"], cell) == "#"]
    for cell, (normal, step) in ((cell, side) for cell in walls for side in STEPS.items()):
        if beside(cell, step, -1) in d.cells(room):
            return f"door {d.add_door(room, list(cell), normal)}"
    return NEXT


@mutation("door-serves-two", CORRIDORS)
def a_corridor_twice(d, pair):
    link, data = pair
    d.add("links", link)
    return f"door {min(data['doors'])}"


# Corridors and stairs.

@mutation("path-broken", rock)
def a_gap_in_a_blind_corridor(d, place):
    z, cell = place
    d.add_stub(z, cell, beside(cell, (1, 1)))
    return at(z, beside(cell, (1, 1)))


@mutation("path-not-simple", CORRIDORS)
def a_path_that_steps_aside_and_back(d, pair):
    path, middle = pair[1]["path"], len(pair[1]["path"]) // 2
    if len(path) <= 10 or "last_resort" in pair[1]["fallback"] or max(pair[1]["runway"]) >= 4:
        return NEXT
    (x, y), (u, v) = path[middle], path[middle + 1]
    path[middle:middle + 1] = [[x, y], [x + (v - y), y + (u - x)], [x, y]]


@mutation("runway-false", CORRIDORS)
def a_runway_too_long(d, pair):
    link, data = pair
    step, path, real = STEPS[d.doors_of(link)[0]["normal"]], data["path"], 1
    while real < len(path) and path[real] == beside(path[real - 1], step):
        real += 1
    if real + 2 >= len(path):
        return NEXT
    data["runway"] = [real + 1, data["runway"][1]]


@mutation("runway-false", corridors(holds=lambda data: data["fallback"][0] == "none" and data["runway"][0] >= 2))
def a_fallback_that_was_not_needed(d, pair):
    link, data = pair
    is_equal = len(d.doors_of(link)[0]["cells"]) == data["width"]
    if not is_equal or data["runway"][0] != d.recipe.get("corridors.runway"):
        return NEXT
    data["runway"], data["fallback"] = [1, data["runway"][1]], ["one_cell", data["fallback"][1]]


@mutation("fallback-disagrees", corridors(holds=lambda data: data["runway"][0] >= 2))
def a_fallback_without_need(d, pair):
    _, data = pair
    if data["runway"][0] < d.recipe.get("corridors.runway", 0):
        return NEXT
    data["fallback"] = ["one_cell", data["fallback"][1]]


@mutation("fallback-disagrees",
          corridors(holds=lambda data: len({x for x, _ in data["path"]}) > 1 < len({y for _, y in data["path"]})))
def a_recipe_with_longer_runways(d, _):
    d.recipe["corridors.runway"] = 9
    return ANY


@mutation("path-in-rock", corridors(holds=lambda data: data["width"] >= 2))
def a_wide_corridor_with_narrow_doors(d, pair):
    link, data = pair
    if any(len(door["cells"]) != data["width"] for door in d.doors_of(link)):
        return NEXT
    for door in d.doors_of(link):
        del door["cells"][0]
    return ANY


@mutation("corridor-not-alone", lambda d: CORRIDORS(d)[:1] if d.recipe.get("method") in ("plan", "accrete") else [])
def a_corridor_along_another(d, pair):
    link, data = pair
    other, path = first((other, data["path"]) for other, data in d.corridors()[1:]) or (None, None)
    if not other or d.z(other) != d.z(link):
        return NEXT
    data.setdefault("roughened", []).append(path[0])


@mutation("roughened-apart", rock)
def a_roughened_cell_far_away(d, place):
    z, cell = place
    link, data = first((link, data) for link, data in d.corridors() if d.z(link) == z) or (None, None)
    if not link:
        return NEXT
    data.setdefault("roughened", []).append(cell)
    return f"link {link['id']}"


@mutation("stairs-unpaired", stairs)
def stairs_twice(d, pair):
    return f"link {d.add('links', pair[0])}"


@mutation("stairs-unpaired", stairs)
def stairs_that_do_not_meet(d, pair):
    link, runs = pair
    runs[1] = [first(cell for cell in d.cells(d.rooms[link["rooms"][1]]) if cell not in runs[1])]


@mutation("stairs-run", stairs)
def stairs_with_a_gap(d, pair):
    (link, runs), (x, y) = pair, pair[1][0][0]
    far = first(cell for cell in d.cells(d.rooms[link["rooms"][0]]) if abs(cell[0] - x) + abs(cell[1] - y) > 2)
    if not far:
        return NEXT
    runs[0] = [runs[0][0], far]


@mutation("stairs-near-door", stairs)
def a_door_beside_stairs(d, pair):
    link, runs = pair
    d.data["warnings"] = []
    d.add_door(d.rooms[link["rooms"][0]], beside(runs[0][0], (1, 0)), "east")


@mutation("plan-mismatch", lambda d: PLANNED(d)[1:])
def two_rooms_in_one_place_of_the_plan(d, room):
    room["plan"] = first(room for room in d.rooms if room.get("plan"))["plan"]


@mutation("plan-mismatch", ORDINARY)
def a_room_far_off_in_the_plan(d, pair):
    a, b = (d.rooms[room] for room in pair[0]["rooms"])
    if not (a.get("plan") and b.get("plan")):
        return NEXT
    a["plan"] = [a["plan"][0] + 60, *a["plan"][1:]]


# Ground, entrance, reach, keys.

@mutation("ground-cuts-off", ROOMS)
def deep_water_before_a_door(d, room):
    doors = [door for door in d.doors if door["room"] == room["id"]]
    if len(doors) < 2:
        return NEXT
    for cell in doors[0]["cells"]:
        d.set_tile(room["z"], beside(cell, STEPS[doors[0]["normal"]], -1), "w", "ground")


@mutation("ground-cuts-off", corridors("corridor", holds=lambda data: data["width"] == 1 and len(data["path"]) >= 5))
def a_chasm_across_a_corridor(d, pair):
    d.set_tile(d.z(pair[0]), pair[1]["path"][2], ":", "ground")
    return ANY


@mutation("bridge-disconnected", lambda d: ROOMS(d)[:1])
def a_bridge_over_nothing(d, room):
    free = [cell for cell in d.cells(room) if d.is_free(room, cell) and not d.level(room["z"]).get("ground")]
    if not free:
        return NEXT
    d.set_tile(room["z"], free[0], "=", "ground")
    return at(room["z"], free[0])


@mutation("entrance-mismatch", dungeon)
def the_entrance_of_another_room(d, _):
    d.entrance["room"] = (d.entrance["room"] + 1) % len(d.rooms)
    return f"door {d.entrance['door']}"


def corridor_before_entrance(further):
    def change(d, _):
        door = d.doors[d.entrance["door"]]
        x, y = beside(door["cells"][0], STEPS[door["normal"]], d.entrance["runway"] + further)
        level = d.level(door["z"])
        if not (0 < x < level["width"] - 1 and 0 < y < level["height"] - 1):
            return NEXT
        d.set_tile(door["z"], [x, y], ",")
        return f"door {door['id']}"
    return change


add("entrance-not-blind", "a corridor behind the entrance", dungeon, corridor_before_entrance(1))
add("entrance-blocked", "a corridor in sight of the entrance", dungeon, corridor_before_entrance(2))


@mutation("room-unreachable", dead_ends)
def a_walled_up_room(d, pair):
    room, link = pair
    door = d.doors_of(link)[link["rooms"].index(room["id"])]
    for cell in door["cells"]:
        d.set_tile(door["z"], cell, "#")


@mutation("room-shut-off", dead_ends)
def a_barred_dead_end(d, pair):
    d.doors_of(pair[1])[0].update(kind="barred", state="closed")


@mutation("key-without-lock", LINKS)
def a_key_for_nothing(d, link):
    if any(door["state"] == "locked" for door in d.doors_of(link)):
        return NEXT
    d.add_key(d.rooms[0], link)


def key_behind_its_lock(d, pair):
    """Leaves one key, and puts it into a dead end behind its own lock."""
    room, link = pair
    d.lock(link)
    d.data["markers"] = []
    d.add_key(room, link)
    return f"link {link['id']}"


@mutation("key-out-of-reach", lambda d: dead_ends(d) if d.recipe.get("keys") != "shared" else [])
def a_key_behind_its_own_lock(d, pair):
    return key_behind_its_lock(d, pair)


@mutation("keys-run-out", dead_ends)
def a_shared_key_behind_its_lock(d, pair):
    d.recipe["keys"] = "shared"
    return key_behind_its_lock(d, pair)


# Contents.

@mutation("feature-outside-room", rock)
def a_feature_in_rock(d, place):
    z, cell = place
    feature = first(f for f in d.features if f["mount"] == "floor" and f["size"] == [1, 1] and f["z"] == z)
    if not feature:
        return NEXT
    feature["cell"] = cell


@mutation("feature-in-door", DOORS)
def a_crate_before_a_door(d, door):
    return d.add_crate(d.rooms[door["room"]], beside(door["cells"][0], STEPS[door["normal"]], -1))


@mutation("feature-in-door", lambda d: stairs(d)[:1])
def a_crate_beside_stairs(d, pair):
    link, runs = pair
    room, around = d.rooms[link["rooms"][0]], [beside(runs[0][0], step) for step in STEPS.values()]
    free = first(cell for cell in around if cell in d.cells(room) and cell not in runs[0])
    return d.add_crate(room, free) if free else NEXT


@mutation("feature-blocks-path", ROOMS)
def a_pocket_between_crates(d, room):
    cells = {tuple(cell) for cell in d.cells(room)}
    for cell in sorted(cells):
        around = [tuple(beside(cell, step)) for step in STEPS.values() if tuple(beside(cell, step)) in cells]
        if len(around) == 2 and len(cells) > 12 and all(d.is_free(room, near) for near in around + [cell]):
            for near in around:
                d.add_crate(room, near)
            return None
    return NEXT


@mutation("feature-narrows", ROOMS)
def crates_that_leave_one_cell(d, room):
    xs, widths = {x for x, _, _ in room["floor"]}, {length for _, _, length in room["floor"]}
    sides, rows = {door["normal"] for door in d.doors if door["room"] == room["id"]}, len(room["floor"])
    if not (len(xs) == len(widths) == 1 and rows >= 3 and min(widths) >= 8 and sides >= {"east", "west"}):
        return NEXT
    x, top = min(xs) + min(widths) // 2, room["floor"][0][1]
    clear = {tuple(cell) for door in d.doors if door["z"] == room["z"] for cell in door["cells"]}
    clear |= {tuple(marker["cell"]) for marker in d.markers}
    line = {(x + dx, y) for y in range(top - 3, top + rows + 3) for dx in (-2, -1, 0, 1, 2)}
    if line & clear or any(d.tile(room["z"], cell) in "<>" for cell in d.cells(room)):
        return NEXT
    kept = [feature for feature in d.features if feature.get("room") != room["id"]]
    d.data["features"] = [{**feature, "id": i} for i, feature in enumerate(kept)]
    for y in range(top, top + rows - 1):
        d.add_crate(room, [x, y])
    return ANY


@mutation("spawn-blocked", rock)
def a_spawn_in_rock(d, place):
    z, cell = place
    spawn = first(spawn for spawn in d.spawns if spawn["z"] == z)
    if not spawn:
        return NEXT
    spawn["cell"] = cell


@mutation("spawns-overlap", lambda d: SPAWNS(d)[:1] if len(d.spawns) > 1 else [])
def two_spawns_in_one_cell(d, spawn):
    d.spawns[1].update({key: spawn[key] for key in ("z", "cell", "room")})


@mutation("player-spawn-missing", dungeon)
def no_players(d, _):
    for spawn in d.spawns:
        spawn["kind"] = "npc" if spawn["kind"] == "player" else spawn["kind"]
    return f"room {d.entrance['room']}"


@mutation("key-note-wrong", ROOMS)
def a_note_about_no_key(d, room):
    if room["id"] in [marker.get("room") for marker in d.markers if marker["kind"] == "key"]:
        return NEXT
    d.add_note(room, "A lead key.", kind="key")


@mutation("key-note-wrong", lambda d: each("markers")(d) if any(room.get("notes") for room in d.rooms) else [])
def a_key_without_its_note(d, marker):
    if marker["kind"] != "key" or marker.get("room") is None:
        return NEXT
    for note in d.rooms[marker["room"]].get("notes", []):
        note["kind"] = "sense" if note["kind"] == "key" else note["kind"]
    return f"room {marker['room']}"


@mutation("key-note-wrong", dead_ends)
def a_note_that_sends_behind_the_lock(d, pair):
    room, link = pair
    d.lock(link)
    d.add_key(room, link)
    before = d.rooms[sum(link["rooms"]) - room["id"]]
    return d.add_note(before, f"Its key lies in {{room:{room['id']}}}.", kind="lock")


@mutation("secret-revealed", each("spawns", lambda spawn: spawn["kind"] in ("loot", "trap")))
def a_hook_that_tells_of_loot(d, spawn):
    d.data["story"] = {"hook": f"They came for the {{spawn:{spawn['id']}}}.", "rumours": []}
    return "dungeon"


@mutation("secret-revealed", each("doors", lambda door: door.get("secret")))
def a_rumor_about_a_secret_door(d, door):
    d.data["story"] = {"hook": "", "rumours": [f"Look behind {{door:{door['id']}}}."]}
    return "dungeon"


@mutation("group-count", lambda d: groups(d)[:1])
def a_group_in_the_room_of_another(d, group):
    other = first(d.groups[1:])
    if not other or group["rooms"][0] in other["rooms"]:
        return NEXT
    other["rooms"].append(group["rooms"][0])
    return f"room {group['rooms'][0]}"


def fnv(text):
    digest = 0xCBF29CE484222325
    for byte in text.encode():
        digest = (digest ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{digest:016x}"


@mutation("masked-cell", top_level)
def a_mask_that_blocks_everything(d, level):
    text = f"{level['height']}*{level['width']}#\n"
    d.provenance["inputs"] = [{"key": "mask.file", "name": "lot.txt", "digest": fnv(text), "text": text}]


# Pins: each mutation adds true pins of some things and makes one of them false.

HELD_DOOR = ("z", "cells", "normal", "kind", "state", "secret")
HELD_CORRIDOR = ("path", "width", "runway", "fallback", "roughened")
HELD_FEATURE = ("kind", "z", "cell", "size", "turn", "blocks", "opaque", "secret", "flat", "mount", "light")


def part(thing, keys):
    return copy.deepcopy({key: thing[key] for key in keys if key in thing})


def pin(d, what, **content):
    """Adds a pin and returns it."""
    pins = d.provenance.setdefault("pins", [])
    pins.append({"pin": what, "id": len(pins) + 1, **content})
    return pins[-1]


def pin_room(d, room):
    held = part(room, ("z", "floor", "number", "name", "shape", "purpose", "roles", "notes"))
    return pin(d, "room", **held)


def pin_door(d, door):
    return pin(d, "door", room=pin_room(d, d.rooms[door["room"]])["id"], **part(door, HELD_DOOR))


def pin_link(d, link):
    (kind, data), = link["kind"].items()
    rooms, doors = [pin_room(d, d.rooms[room])["id"] for room in link["rooms"]], d.doors_of(link)
    held = copy.deepcopy(data["runs"]) if kind == "stairs" else part(doors[0], HELD_DOOR) if kind == "shared" else {
        "doors": [part(door, HELD_DOOR) for door in doors], **part(data, HELD_CORRIDOR)}
    return pin(d, "link", rooms=rooms, kind={kind: held})


def pin_entrance(d):
    door = d.doors[d.entrance["door"]]
    room = pin_room(d, d.rooms[d.entrance["room"]])
    return pin(d, "entrance", room=room["id"], runway=d.entrance["runway"], **part(door, HELD_DOOR[:-1]))


def pin_feature(d, feature):
    return pin(d, "feature", **part(feature, HELD_FEATURE))


def pin_spawn(d, spawn):
    return pin(d, "spawn", **part(spawn, ("kind", "z", "cell", "difficulty", "name")))


def pin_cells(d, level):
    return pin(d, "cells", z=level["z"], at=[0, 0], rows=list(level["rows"]), ground=list(level.get("ground", [])))


def pin_everything(d):
    """True pins of all that can be held: both judges find such a dungeon sound."""
    for link in d.links:
        pin_link(d, link)
    for door in d.doors:
        pin_door(d, door)
    for feature in d.features:
        pin_feature(d, feature)
    for spawn in d.spawns:
        pin_spawn(d, spawn)
    for level in d.levels:
        pin_cells(d, level)
    pin_entrance(d)
    pin(d, "name", name=d.name)
    pin(d, "stage", stage="place")


@mutation("pin-malformed", DOORS)
def a_pinned_door_of_no_pinned_room(d, door):
    pin_door(d, door)["room"] = 99
    return "dungeon"


@mutation("pin-malformed", LINKS)
def a_pinned_link_of_one_pinned_room(d, link):
    pin_link(d, link)["rooms"][1] = 99
    return "dungeon"


@mutation("pin-missing", ROOMS)
def a_pinned_room_with_a_cell_less(d, room):
    held = pin_room(d, room)
    run = held["floor"][-1]
    if run[2] < 2:
        return NEXT
    run[2] -= 1
    return at(room["z"], held["floor"][0])


@mutation("pin-missing", DOORS)
def a_pinned_door_elsewhere(d, door):
    cells = [beside(cell, STEPS[door["normal"]], 4) for cell in door["cells"]]
    if min(min(cell) for cell in cells) < 0 or any(cells == other["cells"] for other in d.doors):
        return NEXT
    pin_door(d, door)["cells"] = cells
    return at(door["z"], min(cells, key=lambda cell: cell[::-1]))


@mutation("pin-missing", corridors("corridor", holds=lambda data: len(data["path"]) > 3))
def a_pinned_link_with_a_shorter_path(d, pair):
    held = pin_link(d, pair[0])
    del held["kind"]["corridor"]["path"][1]
    return "dungeon"


@mutation("pin-missing", LINKS)
def a_pinned_link_of_another_kind(d, link):
    held = pin_link(d, link)
    if "corridor" not in held["kind"]:
        return NEXT
    held["kind"] = {"secret": held["kind"]["corridor"]}
    return "dungeon"


@mutation("pin-missing", each("features"))
def a_pinned_feature_of_another_kind(d, feature):
    pin_feature(d, feature)["kind"] = "weathervane"
    return "dungeon"


@mutation("pin-missing", each("spawns"))
def a_pinned_spawn_one_cell_off(d, spawn):
    cell = beside(spawn["cell"], (0, 1))
    if any(other["cell"] == cell for other in d.spawns):
        return NEXT
    pin_spawn(d, spawn)["cell"] = cell
    return "dungeon"


@mutation("pin-missing", dungeon)
def a_pinned_entrance_elsewhere(d, _):
    held = pin_entrance(d)
    held["cells"] = [beside(cell, (3, 3)) for cell in held["cells"]]
    return "dungeon"


@mutation("pin-missing", dungeon)
def pinned_cells_of_no_level(d, _):
    pin_cells(d, d.levels[0])["z"] = 77
    return "dungeon"


@mutation("pin-attribute-changed", ROOMS)
def a_pinned_room_of_another_name(d, room):
    pin_room(d, room)["name"] = "The pinned room"


@mutation("pin-attribute-changed", ROOMS)
def a_pinned_room_with_a_role_more(d, room):
    if "merchant" in room.get("roles", []):
        return NEXT
    pin_room(d, room).update(roles=[*room.get("roles", []), "merchant"])


@mutation("pin-attribute-changed", DOORS)
def a_pinned_door_of_another_state(d, door):
    pin_door(d, door)["state"] = "closed" if door["state"] == "open" else "open"


@mutation("pin-attribute-changed", CORRIDORS)
def a_pinned_link_with_a_secret_door(d, pair):
    held, = pin_link(d, pair[0])["kind"].values()
    held["doors"][0]["secret"] = not held["doors"][0].get("secret", False)


@mutation("pin-attribute-changed", dungeon)
def a_pinned_entrance_with_a_longer_runway(d, _):
    pin_entrance(d)["runway"] += 1
    return f"door {d.entrance['door']}"


@mutation("pin-attribute-changed", each("features"))
def a_pinned_feature_that_was_turned(d, feature):
    held = pin_feature(d, feature)
    held["turn"] = (held["turn"] + 1) % 4
    return "dungeon"


@mutation("pin-attribute-changed", each("spawns"))
def a_pinned_spawn_of_another_name(d, spawn):
    pin_spawn(d, spawn)["name"] = "Old Meg"
    return "dungeon"


@mutation("pin-attribute-changed", dungeon)
def another_name_than_the_pinned_one(d, _):
    pin(d, "name", name=d.name + " again")
    return "dungeon"


@mutation("pin-cell-changed", ROOMS)
def a_pinned_cell_that_was_dug(d, room):
    cell = d.plain_cell(room)
    pin(d, "cells", z=room["z"], at=cell, rows=["#"])
    return at(room["z"], cell)


@mutation("pin-cell-changed", ROOMS)
def a_pinned_cell_without_its_ground(d, room):
    cell = d.plain_cell(room)
    ground = d.level(room["z"]).get("ground")
    pin(d, "cells", z=room["z"], at=cell, ground=[";" if not ground or ground[cell[1]][cell[0]] != ";" else "%"])
    return at(room["z"], cell)


@mutation("pin-cell-changed", ROOMS)
def pinned_walls_with_a_door(d, room):
    gaps = [cell for cell in d.ring(room) if d.tile(room["z"], cell) != "#"]
    if not gaps:
        return NEXT
    pin_room(d, room)["walls"] = True
    return at(room["z"], min(gaps, key=lambda cell: cell[::-1]))


@mutation("unreadable", dungeon)
def two_pins_with_one_id(d, _):
    pin(d, "name", name=d.name)
    pin(d, "name", name=d.name)["id"] = 1
    return UNREADABLE


@mutation("unreadable", dungeon)
def a_pin_of_no_stage(d, _):
    pin(d, "stage", stage="roof")
    return UNREADABLE
