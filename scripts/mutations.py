"""Mutations of dungeon JSON for scripts/judges: each breaks one rule that the file alone decides.

A mutation takes a Draft, changes it and returns the subject of the flaw that it makes, ANY where several subjects are
right, or None where the dungeon does not have what it needs. UNREADABLE stands for a file that both judges refuse.
"""

import copy

ANY, UNREADABLE = "any", "unreadable"
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
MUTATIONS = []


def mutation(code):
    """Lists a function as a mutation that shows a code."""
    def add(function):
        MUTATIONS.append((code, function.__name__.replace("_", " "), function))
        return function
    return add


class Draft:
    """A copy of a dungeon that may be changed, with questions about it."""

    def __init__(self, dungeon):
        self.data = copy.deepcopy(dungeon)
        for name in ("features", "spawns", "groups", "windows"):
            self.data.setdefault(name, [])

    def __getattr__(self, name):
        return self.data[name]

    def level(self, z):
        return next(level for level in self.levels if level["z"] == z)

    def tile(self, z, cell):
        return self.level(z)["rows"][cell[1]][cell[0]]

    def set_tile(self, z, cell, glyph, key="rows"):
        level = self.level(z)
        level.setdefault(key, [" " * level["width"]] * level["height"])
        row = level[key][cell[1]]
        level[key][cell[1]] = row[:cell[0]] + glyph + row[cell[0] + 1:]

    def rock(self):
        """A cell of rock far from everything: its level and itself."""
        for level in self.levels:
            for y in range(2, level["height"] - 2):
                for x in range(2, level["width"] - 2):
                    near = [row[x - 1:x + 2] for row in level["rows"][y - 1:y + 2]]
                    if "".join(near).strip(" ") == "":
                        return level["z"], [x, y]
        return None

    def cells(self, room):
        return [[x + i, y] for x, y, length in room["floor"] for i in range(length)]

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
        return data.get("doors", [data["door"]] if kind == "shared" else [])

    def stairs(self):
        return [(link, link["kind"]["stairs"]["runs"]) for link in self.links if "stairs" in link["kind"]]

    def links_of(self, room):
        return [link for link in self.links if room["id"] in link["rooms"]]

    def dead_ends(self):
        """Rooms with one link, which is a corridor, each with that link; not the entrance."""
        entrance = self.data.get("entrance", {}).get("room")
        alone = [(room, self.links_of(room)[0]) for room in self.rooms if len(self.links_of(room)) == 1]
        return [(room, link) for room, link in alone if room["id"] != entrance and "corridor" in link["kind"]]

    def add_door(self, room, cell, normal):
        self.doors.append({"id": len(self.doors), "z": room["z"], "room": room["id"], "cells": [cell], "normal": normal,
                           "kind": "door", "state": "closed"})
        return self.doors[-1]

    def add_key(self, room, link):
        cell = self.cells(room)[0]
        self.markers.append({"kind": "key", "z": room["z"], "cell": cell, "room": room["id"], "link": link["id"]})

    def add_feature(self, room, cell, size=(1, 1), **more):
        self.features.append({"id": len(self.features), "kind": "crate", "z": room["z"], "cell": list(cell),
                              "size": list(size), "turn": 0, "room": room["id"], "blocks": True, "opaque": False,
                              "secret": False, "mount": "floor", **more})
        return self.features[-1]

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


# Single things.

@mutation("broken-reference")
def a_door_without_a_room(d):
    del d.doors[0]["room"]
    return "door 0"


@mutation("out-of-limits")
def a_corridor_without_a_path(d):
    for link, data in d.corridors()[:1]:
        data["path"] = []
        return f"link {link['id']}"


@mutation("out-of-limits")
def a_blind_corridor_without_a_path(d):
    d.stubs.append({"z": d.levels[0]["z"], "path": [], "width": 1})
    return "dungeon"


@mutation("outside-map")
def a_room_on_the_border(d):
    d.rooms[0]["floor"] = [[0, 0, 3]]
    return "room 0"


@mutation("room-in-pieces")
def a_room_without_its_middle_row(d):
    for room in d.rooms:
        rows = sorted({y for _, y, _ in room["floor"]})
        if len(rows) >= 3:
            room["floor"] = [run for run in room["floor"] if run[1] != rows[1]]
            return f"room {room['id']}"


# Tiles.

@mutation("border-open")
def a_hole_in_the_border(d):
    d.set_tile(d.levels[0]["z"], (3, 0), ",")
    return f"level {d.levels[0]['z']}"


def stray(glyph):
    def change(d):
        z, cell = d.rock() or (None, None)
        if cell:
            d.set_tile(z, cell, glyph)
            return at(z, cell)
    return change


for _code, _glyph, _name in (("wall-without-room", "#", "wall in rock"), ("floor-without-room", ".", "floor in rock"),
                             ("corridor-without-link", ",", "corridor in rock"),
                             ("door-tile-without-door", "+", "a door in rock"),
                             ("stairs-without-link", "<", "stairs in rock")):
    MUTATIONS.append((_code, _name, stray(_glyph)))


@mutation("stairs-without-link")
def stairs_in_a_room(d):
    for cell in d.cells(d.rooms[0]):
        if d.tile(d.rooms[0]["z"], cell) == ".":
            d.set_tile(d.rooms[0]["z"], cell, ">")
            return at(d.rooms[0]["z"], cell)


@mutation("floor-missing")
def rock_in_a_room(d):
    for cell in d.cells(d.rooms[1]):
        if d.tile(d.rooms[1]["z"], cell) == ".":
            d.set_tile(d.rooms[1]["z"], cell, " ")
            return "room 1"


@mutation("ring-broken")
def a_hole_in_a_wall(d):
    for cell in d.ring(d.rooms[0]):
        if d.tile(d.rooms[0]["z"], cell) == "#":
            d.set_tile(d.rooms[0]["z"], cell, " ")
            return "room 0"


@mutation("door-missing")
def wall_in_a_door(d):
    d.set_tile(d.doors[0]["z"], d.doors[0]["cells"][0], "#")
    return "door 0"


@mutation("corridor-missing")
def rock_in_a_corridor(d):
    for link, data in d.corridors()[:1]:
        d.set_tile(d.rooms[link["rooms"][0]]["z"], data["path"][len(data["path"]) // 2], " ")
        return f"link {link['id']}"


@mutation("stairs-missing")
def floor_on_stairs(d):
    for link, runs in d.stairs()[:1]:
        d.set_tile(d.rooms[link["rooms"][0]]["z"], runs[0][0], ".")
        return f"room {link['rooms'][0]}"


# Rooms.

@mutation("shape-mismatch")
def a_wrong_shape(d):
    room = first(room for room in d.rooms if room.get("shape") == "rect")
    if room:
        room["shape"] = "cloister" if len(d.cells(room)) < 81 else "circle"
        return f"room {room['id']}"


@mutation("shape-mismatch")
def a_cell_less_in_a_shape(d):
    shaped = [room for room in d.rooms if room.get("shape") not in (None, "free", "cave", "court")]
    room = first(room for room in shaped if len(room["floor"]) > 3)
    if room:
        room["floor"][0] = [room["floor"][0][0], room["floor"][0][1], room["floor"][0][2] - 1]
        return f"room {room['id']}" if room["floor"][0][2] > 0 else None


@mutation("dais-misplaced")
def a_dais_in_a_plain_room(d):
    room = first(room for room in d.rooms if room.get("shape") == "rect")
    if room:
        x, y, _ = room["floor"][0]
        room["dais"] = {"left": x, "top": y, "right": x + 1, "bottom": y + 1}
        return f"room {room['id']}"


@mutation("dais-misplaced")
def a_dais_that_is_gone(d):
    room = first(room for room in d.rooms if room.get("dais"))
    if room:
        del room["dais"]
        return f"room {room['id']}"


@mutation("window-misplaced")
def a_window_in_a_room(d):
    room = d.rooms[0]
    d.windows.append({"id": len(d.windows), "z": room["z"], "cell": d.cells(room)[0], "normal": "north"})
    return at(room["z"], d.cells(room)[0])


@mutation("window-misplaced")
def a_window_that_looks_inside(d):
    for window in d.windows[:1]:
        window["normal"] = {"north": "south", "south": "north", "east": "west", "west": "east"}[window["normal"]]
        return at(window["z"], window["cell"])


@mutation("window-misplaced")
def a_window_twice(d):
    for window in d.windows[:1]:
        d.windows.append({**window, "id": len(d.windows)})
        return at(window["z"], window["cell"])


@mutation("hearth-misplaced")
def a_hearth_in_the_floor(d):
    cell = d.cells(d.rooms[0])[0]
    d.rooms[0]["hearth"] = {"cell": cell, "normal": "south"}
    return at(d.rooms[0]["z"], cell)


@mutation("rooms-overlap")
def a_room_on_another(d):
    a = d.rooms[0]
    b = first(room for room in d.rooms[1:] if room["z"] == a["z"])
    if b:
        b["floor"] = a["floor"]
        return "room 0"


@mutation("floor-in-ring")
def a_room_in_the_wall_of_another(d):
    for a in d.rooms:
        floor = {tuple(cell) for cell in d.cells(a)}
        for b in d.rooms[a["id"] + 1:]:
            shared = set(d.ring(a)) & set(d.ring(b)) if a["z"] == b["z"] else ()
            for x, y in sorted(shared):
                last = first(run for run in a["floor"] if run[1] == y and run[0] + run[2] == x)
                if last and (x + 1, y) not in floor:
                    last[2] += 1
                    return f"room {a['id']}"


@mutation("alignment-false")
def a_room_that_lies_about_its_place(d):
    if d.data.get("module_grid"):
        d.rooms[0]["aligned"] = not d.rooms[0].get("aligned", False)
        return "room 0"


@mutation("number-twice")
def two_rooms_with_one_number(d):
    numbered = [room for room in d.rooms if room.get("number")]
    numbered[1]["number"] = numbered[0]["number"]
    return f"room {numbered[0]['id']}"


@mutation("number-order")
def two_numbers_swapped(d):
    a, b = [room for room in d.rooms if room.get("number")][:2]
    a["number"], b["number"] = b["number"], a["number"]
    return f"room {a['id']}"


@mutation("number-order")
def a_room_without_its_number(d):
    room = [room for room in d.rooms if room.get("number")][-1]
    del room["number"]
    return f"room {room['id']}"


@mutation("depth-wrong")
def a_room_too_deep(d):
    d.rooms[-1]["depth"] += 1
    return f"room {len(d.rooms) - 1}"


@mutation("role-misplaced")
def a_second_goal(d):
    room = first(room for room in d.rooms if room["id"] != d.goal)
    room.setdefault("roles", []).append("goal")
    return f"room {room['id']}"


@mutation("role-misplaced")
def a_second_entrance(d):
    room = first(room for room in d.rooms if room["id"] != d.entrance["room"])
    room.setdefault("roles", []).append("entrance")
    return f"room {room['id']}"


# Doors.

@mutation("doorway-state")
def a_shut_doorway(d):
    door = first(door for door in d.doors if door["kind"] in ("doorway", "archway"))
    if door:
        door["state"] = "closed"
        return f"door {door['id']}"


@mutation("door-pair")
def a_leaf_at_both_ends(d):
    hidden = [link["id"] for link, data in d.corridors("corridor") if data.get("hidden", "none") != "none"]
    keyed = [marker.get("link") for marker in d.markers] + hidden
    for link, data in d.corridors("corridor"):
        doors = [d.doors[door] for door in data["doors"]]
        is_plain = all(door["state"] != "locked" and door["kind"] != "barred" for door in doors)
        is_asked = d.provenance["recipe"].get("doors.per_link") == 1
        if len(data["path"]) <= 8 and link["id"] not in keyed and is_plain and is_asked:
            for door in doors:
                door["kind"], door["state"] = "door", "closed"
            return f"link {link['id']}"


@mutation("door-off-ring")
def a_door_one_step_out(d):
    door = d.doors[0]
    step = STEPS[door["normal"]]
    door["cells"] = [[x + step[0], y + step[1]] for x, y in door["cells"]]
    return "door 0"


@mutation("door-at-corner")
def a_door_in_a_corner(d):
    for door in d.doors:
        cells = {tuple(cell) for cell in d.cells(d.rooms[door["room"]])}
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        floors = {tuple(cell) for room in d.rooms if room["z"] == door["z"] for cell in d.cells(room)}
        beside = {(left - 1 + dx, top - 1 + dy) for dx, dy in STEPS.values()}
        if (left, top) in cells and len(door["cells"]) == 1 and not beside & floors:
            door["cells"] = [[left - 1, top - 1]]
            return f"door {door['id']}"


@mutation("doors-touch")
def a_door_beside_a_door(d):
    door = d.doors[0]
    x, y = door["cells"][-1]
    d.add_door(d.rooms[door["room"]], [x, y + 1] if door["normal"] in ("east", "west") else [x + 1, y], door["normal"])
    return "door 0"


@mutation("doors-touch")
def two_doors_in_one_cell(d):
    d.add_door(d.rooms[d.doors[0]["room"]], d.doors[0]["cells"][0], d.doors[0]["normal"])
    return "door 0"


@mutation("door-leads-nowhere")
def a_corridor_that_begins_too_late(d):
    for link, data in d.corridors():
        if len(data["path"]) > 6 and data["width"] == 1:
            data["path"], data["runway"] = data["path"][3:], [0, data["runway"][1]]
            return f"door {data['doors'][0]}"


@mutation("door-leads-nowhere")
def a_shared_wall_of_another_room(d):
    for link in d.links:
        if "shared" in link["kind"] and len(d.rooms) > 2:
            z = d.rooms[link["rooms"][0]]["z"]
            others = [room["id"] for room in d.rooms if room["id"] not in link["rooms"] and room["z"] == z]
            if others and max(others) > min(link["rooms"]):
                link["rooms"] = [min(link["rooms"]), max(others)]
                return f"door {link['kind']['shared']['door']}"


@mutation("door-without-link")
def a_door_for_nothing(d):
    for cell in d.ring(d.rooms[0]):
        for normal, (dx, dy) in STEPS.items():
            if d.tile(d.rooms[0]["z"], cell) == "#" and [cell[0] - dx, cell[1] - dy] in d.cells(d.rooms[0]):
                return f"door {d.add_door(d.rooms[0], list(cell), normal)['id']}"


@mutation("door-serves-two")
def a_corridor_twice(d):
    for link, data in d.corridors()[:1]:
        d.links.append({**copy.deepcopy(link), "id": len(d.links)})
        return f"door {min(data['doors'])}"


# Links.

@mutation("link-door-mismatch")
def a_link_the_wrong_way_round(d):
    for link, _ in d.corridors()[:1]:
        link["rooms"].reverse()
        return f"link {link['id']}"


@mutation("link-door-mismatch")
def a_link_back_to_its_room(d):
    link = d.links[-1]
    if "stairs" not in link["kind"]:
        link["rooms"] = [link["rooms"][0]] * 2
        return f"link {link['id']}"


@mutation("path-broken")
def a_gap_in_a_path(d):
    for link, data in d.corridors():
        if len(data["path"]) > 6:
            del data["path"][len(data["path"]) // 2]
            return f"link {link['id']}"


@mutation("path-broken")
def a_gap_in_a_blind_corridor(d):
    z, cell = d.rock() or (None, None)
    if cell:
        d.stubs.append({"z": z, "path": [cell, [cell[0] + 1, cell[1] + 1]], "width": 1})
        return at(z, [cell[0] + 1, cell[1] + 1])


@mutation("path-not-simple")
def a_blind_corridor_that_turns_back(d):
    z, cell = d.rock() or (None, None)
    if cell:
        d.stubs.append({"z": z, "path": [cell, [cell[0] + 1, cell[1]], cell], "width": 1})
        return at(z, cell)


@mutation("path-misses-door")
def a_path_that_ends_early(d):
    for link, data in d.corridors():
        if len(data["path"]) > 8:
            data["path"] = data["path"][:-2]
            return f"link {link['id']}"


@mutation("path-not-simple")
def a_path_that_steps_aside_and_back(d):
    for link, data in d.corridors():
        path = data["path"]
        if len(path) > 10 and "last_resort" not in data["fallback"] and max(data["runway"]) < 4:
            middle = len(path) // 2
            (x, y), (u, v) = path[middle], path[middle + 1]
            aside = [x + (v - y), y + (u - x)]
            path[middle:middle + 1] = [[x, y], aside, [x, y]]
            return f"link {link['id']}"


@mutation("runway-false")
def a_runway_too_long(d):
    for link, data in d.corridors():
        step, path = STEPS[d.doors[data["doors"][0]]["normal"]], data["path"]
        real = 1
        while real < len(path) and path[real] == [path[real - 1][0] + step[0], path[real - 1][1] + step[1]]:
            real += 1
        if real + 2 < len(path):
            data["runway"] = [real + 1, data["runway"][1]]
            return f"link {link['id']}"


@mutation("runway-false")
def a_fallback_that_was_not_needed(d):
    for link, data in d.corridors():
        is_equal = len(d.doors[data["doors"][0]]["cells"]) == data["width"]
        is_owed = data["runway"][0] == d.provenance["recipe"].get("corridors.runway")
        if data["fallback"][0] == "none" and data["runway"][0] >= 2 and is_equal and is_owed:
            data["runway"], data["fallback"] = [1, data["runway"][1]], ["one_cell", data["fallback"][1]]
            return f"link {link['id']}"


@mutation("fallback-disagrees")
def a_fallback_without_need(d):
    for link, data in d.corridors():
        if data["runway"][0] >= 2 and data["runway"][0] >= d.provenance["recipe"].get("corridors.runway", 0):
            data["fallback"] = ["one_cell", data["fallback"][1]]
            return f"link {link['id']}"


@mutation("fallback-disagrees")
def a_recipe_with_longer_runways(d):
    if any(len({x for x, _ in data["path"]}) > 1 < len({y for _, y in data["path"]}) for _, data in d.corridors()):
        d.provenance["recipe"]["corridors.runway"] = 9
        return ANY


@mutation("path-in-rock")
def a_wide_corridor_with_narrow_doors(d):
    for link, data in d.corridors():
        if data["width"] >= 2 and all(len(d.doors[door]["cells"]) == data["width"] for door in data["doors"]):
            for door in data["doors"]:
                del d.doors[door]["cells"][0]
            return ANY


@mutation("corridor-not-alone")
def a_corridor_along_another(d):
    if d.provenance["recipe"].get("method") in ("plan", "accrete") and len(d.corridors()) > 1:
        (a, data), (b, other) = d.corridors()[:2]
        if d.rooms[a["rooms"][0]]["z"] == d.rooms[b["rooms"][0]]["z"]:
            data.setdefault("roughened", []).append(other["path"][0])
            return f"link {a['id']}"


@mutation("corridor-through-room")
def a_corridor_through_a_room(d):
    for link, data in d.corridors()[:1]:
        room = d.rooms[link["rooms"][0]]
        data.setdefault("roughened", []).append(d.cells(room)[0])
        return f"link {link['id']}"


@mutation("roughened-apart")
def a_roughened_cell_far_away(d):
    z, cell = d.rock() or (None, None)
    here = [(link, data) for link, data in d.corridors() if d.rooms[link["rooms"][0]]["z"] == z]
    link, data = first(here) or (None, None)
    if link:
        data.setdefault("roughened", []).append(cell)
        return f"link {link['id']}"


@mutation("stub-apart")
def a_blind_corridor_far_away(d):
    z, cell = d.rock() or (None, None)
    if cell:
        d.stubs.append({"z": z, "path": [cell], "width": 1})
        return at(z, cell)


@mutation("stairs-unpaired")
def stairs_twice(d):
    for link, _ in d.stairs()[:1]:
        d.links.append({**copy.deepcopy(link), "id": len(d.links)})
        return f"link {len(d.links) - 1}"


@mutation("stairs-unpaired")
def stairs_that_do_not_meet(d):
    for link, runs in d.stairs()[:1]:
        room = d.rooms[link["rooms"][1]]
        runs[1] = [first(cell for cell in d.cells(room) if cell not in runs[1])]
        return f"link {link['id']}"


@mutation("stairs-run")
def stairs_with_a_gap(d):
    for link, runs in d.stairs():
        cells = d.cells(d.rooms[link["rooms"][0]])
        far = first(cell for cell in cells if abs(cell[0] - runs[0][0][0]) + abs(cell[1] - runs[0][0][1]) > 2)
        if far:
            runs[0] = [runs[0][0], far]
            return f"link {link['id']}"


@mutation("stairs-near-door")
def a_door_beside_stairs(d):
    for link, runs in d.stairs()[:1]:
        d.data["warnings"] = []
        d.add_door(d.rooms[link["rooms"][0]], [runs[0][0][0] + 1, runs[0][0][1]], "east")
        return f"link {link['id']}"


@mutation("secret-mark-wrong")
def a_passage_found_with_secret_doors(d):
    for link, data in d.corridors("secret")[:1]:
        data["discovered"] = True
        return f"link {link['id']}"


@mutation("secret-mark-wrong")
def an_ordinary_link_that_hides(d):
    for link, data in d.corridors("corridor")[:1]:
        data["hidden"] = "undiscovered"
        return f"link {link['id']}"


@mutation("secret-too-near")
def a_passage_between_neighbors(d):
    for link, data in d.corridors("secret")[:1]:
        d.links.append({**copy.deepcopy(link), "id": len(d.links)})
        return f"link {link['id']}"


@mutation("plan-mismatch")
def two_rooms_in_one_place_of_the_plan(d):
    rooms = [room for room in d.rooms if room.get("plan")]
    if len(rooms) > 1:
        rooms[1]["plan"] = rooms[0]["plan"]
        return f"room {rooms[1]['id']}"


@mutation("plan-mismatch")
def a_room_far_off_in_the_plan(d):
    for link, _ in d.corridors("corridor"):
        room = d.rooms[link["rooms"][0]]
        if room.get("plan") and d.rooms[link["rooms"][1]].get("plan"):
            room["plan"] = [room["plan"][0] + 60, *room["plan"][1:]]
            return f"link {link['id']}"


# Sockets, ground, markers.

def sockets(d, is_right):
    return [(room, socket) for room in d.rooms for socket in room.get("sockets", []) if is_right(socket)]


@mutation("socket-shut")
def a_required_socket_that_is_shut(d):
    for room, socket in sockets(d, lambda socket: not socket["open"])[:1]:
        socket["required"] = True
        return at(room["z"], socket["cell"])


@mutation("socket-state-false")
def a_socket_that_is_not_open(d):
    for room, socket in sockets(d, lambda socket: not socket["open"])[:1]:
        socket["open"] = True
        return at(room["z"], socket["cell"])


@mutation("socket-misplaced")
def a_socket_that_points_inwards(d):
    for room, socket in sockets(d, lambda socket: True)[:1]:
        socket["dir"] = {"north": "south", "south": "north", "east": "west", "west": "east"}[socket["dir"]]
        return at(room["z"], socket["cell"])


@mutation("ground-malformed")
def grass_on_rock(d):
    z, cell = d.rock() or (None, None)
    if cell:
        d.set_tile(z, cell, ";", "ground")
        return at(z, cell)


@mutation("ground-cuts-off")
def deep_water_before_a_door(d):
    for room in d.rooms:
        doors = [door for door in d.doors if door["room"] == room["id"]]
        if len(doors) >= 2:
            step = STEPS[doors[0]["normal"]]
            for x, y in doors[0]["cells"]:
                d.set_tile(room["z"], [x - step[0], y - step[1]], "w", "ground")
            return f"room {room['id']}"


@mutation("ground-cuts-off")
def a_chasm_across_a_corridor(d):
    for link, data in d.corridors("corridor"):
        if data["width"] == 1 and len(data["path"]) >= 5:
            d.set_tile(d.rooms[link["rooms"][0]]["z"], data["path"][2], ":", "ground")
            return ANY


@mutation("bridge-disconnected")
def a_bridge_over_nothing(d):
    for cell in d.cells(d.rooms[0]):
        level = d.level(d.rooms[0]["z"])
        if d.is_free(d.rooms[0], cell) and not level.get("ground"):
            d.set_tile(d.rooms[0]["z"], cell, "=", "ground")
            return at(d.rooms[0]["z"], cell)


@mutation("marker-misplaced")
def a_key_in_rock(d):
    z, cell = d.rock() or (None, None)
    if cell:
        d.markers.append({"kind": "key", "z": z, "cell": cell, "link": 0})
        return at(z, cell)


# Entrance, goal, reach, keys.

@mutation("entrance-missing")
def no_entrance(d):
    del d.data["entrance"]
    return "dungeon"


@mutation("goal-missing")
def no_goal(d):
    del d.data["goal"]
    return "dungeon"


@mutation("entrance-mismatch")
def the_entrance_of_another_room(d):
    d.entrance["room"] = (d.entrance["room"] + 1) % len(d.rooms)
    return f"door {d.entrance['door']}"


def before_entrance(d, further):
    door = d.doors[d.entrance["door"]]
    step, steps = STEPS[door["normal"]], d.entrance["runway"] + further
    x, y = door["cells"][0][0] + steps * step[0], door["cells"][0][1] + steps * step[1]
    level = d.level(door["z"])
    return (door["z"], [x, y]) if 0 < x < level["width"] - 1 and 0 < y < level["height"] - 1 else None


@mutation("entrance-not-blind")
def a_corridor_behind_the_entrance(d):
    place = before_entrance(d, 1)
    if place:
        d.set_tile(*place, ",")
        return f"door {d.entrance['door']}"


@mutation("entrance-blocked")
def a_corridor_in_sight_of_the_entrance(d):
    place = before_entrance(d, 2)
    if place:
        d.set_tile(*place, ",")
        return f"door {d.entrance['door']}"


@mutation("room-unreachable")
def a_walled_up_room(d):
    for room, link in d.dead_ends()[:1]:
        door = d.doors[link["kind"]["corridor"]["doors"][link["rooms"].index(room["id"])]]
        for cell in door["cells"]:
            d.set_tile(door["z"], cell, "#")
        return f"room {room['id']}"


@mutation("room-shut-off")
def a_barred_dead_end(d):
    for room, link in d.dead_ends()[:1]:
        door = d.doors[link["kind"]["corridor"]["doors"][0]]
        door["kind"], door["state"] = "barred", "closed"
        return f"room {room['id']}"


@mutation("key-without-lock")
def a_key_for_nothing(d):
    link = first(link for link in d.links if all(d.doors[door]["state"] != "locked" for door in d.doors_of(link)))
    if link:
        room = d.rooms[0]
        d.markers.append({"kind": "key", "z": room["z"], "cell": d.cells(room)[0], "room": 0, "link": link["id"]})
        return f"link {link['id']}"


def key_behind_its_lock(d):
    """Leaves one key, and puts it into a dead end behind its own lock."""
    for room, link in d.dead_ends():
        doors = [d.doors[door] for door in d.doors_of(link)]
        for door in doors:
            door["kind"], door["state"] = "door", "locked"
        d.data["markers"] = []
        d.add_key(room, link)
        return f"link {link['id']}"


@mutation("key-out-of-reach")
def a_key_behind_its_own_lock(d):
    return key_behind_its_lock(d) if d.provenance["recipe"].get("keys") != "shared" else None


@mutation("keys-run-out")
def a_shared_key_behind_its_lock(d):
    d.provenance["recipe"]["keys"] = "shared"
    return key_behind_its_lock(d)


# Contents.

@mutation("feature-outside-room")
def a_feature_in_rock(d):
    z, cell = d.rock() or (None, None)
    feature = first(f for f in d.features if f["mount"] == "floor" and f["size"] == [1, 1] and f["z"] == z)
    if feature:
        feature["cell"] = cell
        return at(z, cell)


@mutation("feature-outside-room")
def a_feature_on_a_chasm(d):
    feature = first(f for f in d.features if f["mount"] == "floor")
    if feature:
        d.set_tile(feature["z"], feature["cell"], ":", "ground")
        return at(feature["z"], feature["cell"])


@mutation("feature-outside-room")
def a_feature_of_no_room_that_blocks(d):
    feature = first(f for f in d.features if f["mount"] == "floor" and f["blocks"])
    if feature:
        del feature["room"]
        return at(feature["z"], feature["cell"])


@mutation("feature-size")
def a_flat_feature_that_blocks(d):
    feature = first(f for f in d.features if f["mount"] == "floor")
    if feature:
        feature["flat"] = feature["blocks"] = True
        return at(feature["z"], feature["cell"])


@mutation("features-overlap")
def a_feature_twice(d):
    for feature in d.features[:1]:
        d.features.append({**copy.deepcopy(feature), "id": len(d.features)})
        return at(feature["z"], feature["cell"])


@mutation("feature-in-door")
def a_crate_before_a_door(d):
    door = d.doors[0]
    step = STEPS[door["normal"]]
    cell = [door["cells"][0][0] - step[0], door["cells"][0][1] - step[1]]
    d.add_feature(d.rooms[door["room"]], cell)
    return at(door["z"], cell)


@mutation("feature-in-door")
def a_crate_beside_stairs(d):
    for link, runs in d.stairs()[:1]:
        room = d.rooms[link["rooms"][0]]
        around = [[runs[0][0][0] + dx, runs[0][0][1] + dy] for dx, dy in STEPS.values()]
        beside = first(cell for cell in around if cell in d.cells(room) and cell not in runs[0])
        if beside:
            d.add_feature(room, beside)
            return at(room["z"], beside)


@mutation("feature-blocks-path")
def a_pocket_between_crates(d):
    for room in d.rooms:
        cells = {tuple(cell) for cell in d.cells(room)}
        for x, y in sorted(cells):
            beside = [(x + dx, y + dy) for dx, dy in STEPS.values() if (x + dx, y + dy) in cells]
            if len(beside) == 2 and len(cells) > 12 and all(d.is_free(room, cell) for cell in beside + [(x, y)]):
                for cell in beside:
                    d.add_feature(room, cell)
                return f"room {room['id']}"


@mutation("feature-narrows")
def crates_that_leave_one_cell(d):
    for room in d.rooms:
        xs, rows = {x for x, _, _ in room["floor"]}, len(room["floor"])
        doors = [door for door in d.doors if door["room"] == room["id"]]
        widths = {length for _, _, length in room["floor"]}
        has_both = {door["normal"] for door in doors} >= {"east", "west"}
        if len(xs) == len(widths) == 1 and rows >= 3 and min(widths) >= 8 and has_both:
            x, top = min(xs) + min(widths) // 2, room["floor"][0][1]
            clear = {tuple(cell) for door in d.doors if door["z"] == room["z"] for cell in door["cells"]}
            clear |= {tuple(marker["cell"]) for marker in d.markers}
            line = [(x + dx, y) for y in range(top - 3, top + rows + 3) for dx in (-2, -1, 0, 1, 2)]
            if any(cell in clear for cell in line) or any(d.tile(room["z"], cell) in "<>" for cell in d.cells(room)):
                continue
            d.data["features"] = [feature for feature in d.features if feature.get("room") != room["id"]]
            d.features[:] = [{**feature, "id": i} for i, feature in enumerate(d.features)]
            for y in range(top, top + rows - 1):
                d.add_feature(room, [x, y])
            return ANY


@mutation("feature-wall-mount")
def a_torch_that_looks_away(d):
    feature = first(f for f in d.features if f["mount"] == "wall" and f["size"] == [1, 1])
    if feature:
        feature["turn"] = (feature["turn"] + 2) % 4
        return at(feature["z"], feature["cell"])


@mutation("spawn-blocked")
def a_spawn_in_rock(d):
    z, cell = d.rock() or (None, None)
    spawn = first(spawn for spawn in d.spawns if spawn["z"] == z)
    if spawn:
        spawn["cell"] = cell
        return at(z, cell)


@mutation("spawn-blocked")
def a_spawn_below_a_crate(d):
    spawn = first(spawn for spawn in d.spawns if spawn["kind"] == "player")
    if spawn:
        d.add_feature(d.rooms[spawn["room"]], spawn["cell"])
        return at(spawn["z"], spawn["cell"])


@mutation("spawns-overlap")
def two_spawns_in_one_cell(d):
    if len(d.spawns) > 1:
        d.spawns[1].update({key: d.spawns[0][key] for key in ("z", "cell", "room")})
        return at(d.spawns[0]["z"], d.spawns[0]["cell"])


@mutation("player-spawn-missing")
def no_players(d):
    for spawn in d.spawns:
        spawn["kind"] = "npc" if spawn["kind"] == "player" else spawn["kind"]
    return f"room {d.entrance['room']}"


def tell(room, text, **more):
    room.setdefault("notes", []).append({"text": text, "plain": text, "secret": True, "kind": "sense", **more})
    return f"room {room['id']}"


@mutation("reference-broken")
def a_note_about_a_room_that_is_not_there(d):
    return tell(d.rooms[1], "From {room:9999}.")


@mutation("reference-broken")
def a_note_with_a_brace(d):
    return tell(d.rooms[1], "From } on.")


@mutation("reference-broken")
def a_hook_about_a_level_that_is_not_there(d):
    d.data["story"] = {"hook": "It ends on {level:99}.", "rumours": []}
    return "dungeon"


@mutation("text-stale")
def a_note_that_was_not_written_out(d):
    return tell(d.rooms[0], "Boot prints lead to {room:1}.")


@mutation("text-stale")
def a_note_in_small_letters(d):
    return tell(d.rooms[0], "boot prints. more of them.")


@mutation("key-note-wrong")
def a_note_about_no_key(d):
    keyed = [marker.get("room") for marker in d.markers if marker["kind"] == "key"]
    return tell(first(room for room in d.rooms if room["id"] not in keyed), "A lead key.", kind="key")


@mutation("key-note-wrong")
def a_key_without_its_note(d):
    marker = first(marker for marker in d.markers if marker["kind"] == "key" and marker.get("room") is not None)
    if marker and any(room.get("notes") for room in d.rooms):
        for note in d.rooms[marker["room"]].get("notes", []):
            note["kind"] = "sense" if note["kind"] == "key" else note["kind"]
        return f"room {marker['room']}"


@mutation("key-note-wrong")
def a_note_that_sends_behind_the_lock(d):
    for room, link in d.dead_ends():
        before = d.rooms[sum(link["rooms"]) - room["id"]]
        for door in d.doors_of(link):
            d.doors[door]["kind"], d.doors[door]["state"] = "door", "locked"
        d.add_key(room, link)
        return tell(before, f"Its key lies in {{room:{room['id']}}}.", kind="lock")


@mutation("secret-revealed")
def a_hook_that_tells_of_loot(d):
    spawn = first(spawn for spawn in d.spawns if spawn["kind"] in ("loot", "trap"))
    if spawn:
        d.data["story"] = {"hook": f"They came for the {{spawn:{spawn['id']}}}.", "rumours": []}
        return "dungeon"


@mutation("secret-revealed")
def a_rumor_about_a_secret_door(d):
    door = first(door for door in d.doors if door.get("secret"))
    if door:
        d.data["story"] = {"hook": "", "rumours": [f"Look behind {{door:{door['id']}}}."]}
        return "dungeon"


@mutation("group-count")
def a_group_that_counts_too_many(d):
    for group in d.groups[:1]:
        group["count"] += 1
        return f"room {group['home']}"


@mutation("group-count")
def a_group_in_the_room_of_another(d):
    if len(d.groups) > 1 and d.groups[0]["rooms"][0] not in d.groups[1]["rooms"]:
        d.groups[1]["rooms"].append(d.groups[0]["rooms"][0])
        return f"room {d.groups[0]['rooms'][0]}"


# The record.

@mutation("count-disagrees")
def a_recipe_for_fewer_rooms(d):
    d.provenance["recipe"]["rooms.count"] = 1
    return "dungeon"


@mutation("count-disagrees")
def a_recipe_for_another_size(d):
    if d.provenance["recipe"].get("method") != "plan":
        d.provenance["recipe"]["width"] = d.levels[0]["width"] + 1
        return "dungeon"


@mutation("provenance-broken")
def no_seed(d):
    d.provenance["seed"] = ""
    return "dungeon"


@mutation("provenance-broken")
def an_epoch_to_come(d):
    d.provenance["epoch"] = 99
    return "dungeon"


def fnv(text):
    digest = 0xCBF29CE484222325
    for byte in text.encode():
        digest = (digest ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{digest:016x}"


@mutation("input-digest")
def a_file_with_a_wrong_digest(d):
    d.provenance["inputs"] = [{"key": "templates.file", "name": "own.txt", "digest": "0" * 16, "text": "name: nook"}]
    return "dungeon"


@mutation("masked-cell")
def a_mask_that_blocks_everything(d):
    text = f"{d.levels[0]['height']}*{d.levels[0]['width']}#\n"
    d.provenance["inputs"] = [{"key": "mask.file", "name": "lot.txt", "digest": fnv(text), "text": text}]
    return f"level {d.levels[0]['z']}"


# Files that cannot be read.

@mutation("unreadable")
def an_id_that_is_not_a_position(d):
    d.rooms[0]["id"] = 1
    return UNREADABLE


@mutation("unreadable")
def an_unknown_key(d):
    d.rooms[0]["color"] = "red"
    return UNREADABLE


@mutation("unreadable")
def a_missing_key(d):
    del d.doors[0]["normal"]
    return UNREADABLE


@mutation("unreadable")
def a_link_to_no_room(d):
    d.links[0]["rooms"] = [0, 9999]
    return UNREADABLE


@mutation("unreadable")
def a_spawn_off_the_map(d):
    if d.spawns:
        d.spawns[0]["cell"] = [-1, 3]
        return UNREADABLE


@mutation("unreadable")
def a_level_of_a_billion_cells(d):
    d.levels[0]["width"] = 10 ** 9
    return UNREADABLE


@mutation("unreadable")
def a_row_too_short(d):
    d.levels[0]["rows"][1] = d.levels[0]["rows"][1][1:]
    return UNREADABLE


@mutation("unreadable")
def a_later_version(d):
    d.data["version"] = 3
    return UNREADABLE


@mutation("unreadable")
def a_word_for_a_number(d):
    d.rooms[0]["depth"] = "0"
    return UNREADABLE


@mutation("unreadable")
def floor_that_comes_twice(d):
    d.rooms[0]["floor"] = d.rooms[0]["floor"] * 2
    return UNREADABLE
