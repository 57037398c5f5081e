// The page's copy of the session's document: JSON with the cells of each level unpacked. A document replaces it, edits
// are answered with what they changed, and painting changes its cells in place.

/** @import { Body, Changed, Document, LevelCopy, LevelPatch, LevelReply } from './types.js' */
/** @import { ListPatch } from './types.js' */

import { Bits } from './bits.js';
import { bytes } from './wire/requests.js';
import { Lines } from './map/lines.js';

export class DocumentCopy {
  /** @param {Document} file @param {LevelCopy[]} levels */
  constructor(file, levels) {
    this.file = file;
    this.levels = levels;
  }

  /** @type {(reply: Document) => DocumentCopy} */
  static read(reply) {
    return new DocumentCopy(reply, DocumentCopy.levelsOf(reply, reply.levels));
  }

  /** @type {(reply: Body, levels: LevelReply[]) => LevelCopy[]} */
  static levelsOf(reply, levels) {
    return levels.map(({ z, name, width, height, terrain, solid, ground, lines }) => ({
      z,
      name,
      width,
      height,
      cells: bytes(reply, terrain).slice(),
      solid: new Bits(bytes(reply, solid).slice(), width),
      ground: ground ? bytes(reply, ground).slice() : null,
      lines: Lines.read(reply, lines),
    }));
  }

  /**
   * The document after what edits changed; this one stays as it is.
   * @type {(reply: Changed) => DocumentCopy}
   */
  changed(reply) {
    const { file } = this;
    const head = reply.head ?? headOf(file);
    const pins = patched(file.provenance.pins, reply.pins);
    /** @type {Document} */
    const after = {
      ...file,
      // What is not there is gone, too.
      ...{ module_grid: null, outline: null, entrance: null, goal: null, story: undefined },
      ...head,
      rooms: patched(file.rooms, reply.rooms),
      doors: patched(file.doors, reply.doors),
      windows: patched(file.windows, reply.windows),
      links: patched(file.links, reply.links),
      stubs: patched(file.stubs, reply.stubs),
      markers: patched(file.markers, reply.markers),
      features: patched(file.features, reply.features),
      spawns: patched(file.spawns, reply.spawns),
      groups: patched(file.groups, reply.groups),
      provenance: { ...(reply.provenance ?? file.provenance), pins },
      session: { ...file.session, step: undefined, ...reply.session },
    };
    const before = (/** @type {LevelPatch} */ { z, width, height }) => {
      return this.levels.find((level) => level.z === z && level.width === width && level.height === height);
    };
    return new DocumentCopy(after, reply.levels.map((patch) => patchedLevel(before(patch), patch, reply)));
  }
}

/** @type {(file: Document) => NonNullable<Changed['head']>} */
function headOf({ name, tile_feet, module_grid, outline, entrance, goal, warnings, story }) {
  return { name, tile_feet, module_grid, outline, entrance, goal, warnings, story };
}

/**
 * A list with what is different in it.
 * @type {<T>(list: T[] | null | undefined, patch: ListPatch<T> | null | undefined) => T[]}
 */
function patched(list, patch) {
  if (!patch) return list ?? [];
  const after = (list ?? []).slice(0, patch.length);
  for (const [at, item] of patch.items) after[at] = item;
  return after;
}

/** @type {(before: LevelCopy | undefined, patch: LevelPatch, reply: Changed) => LevelCopy} */
function patchedLevel(before, { z, name, width, height, has_ground, cells: patch, drawn }, reply) {
  const lines = drawn ? Lines.read(reply, drawn.lines) : before?.lines ?? null;
  const bare = () => new Uint8Array(width * height);
  const ground = has_ground ? before?.ground ?? bare() : null;
  const solid = before?.solid ?? new Bits(new Uint8Array(Math.ceil(width / 8) * height), width);
  const after = { z, name, width, height, cells: before?.cells ?? bare(), solid, ground, lines };
  if (!patch) return after;
  Object.assign(after, { cells: after.cells.slice(), solid: solid.copy(), ground: ground?.slice() ?? null });
  const { left, top, right, bottom } = patch.rect;
  const across = right - left;
  const terrain = bytes(reply, patch.terrain);
  const codes = patch.ground ? bytes(reply, patch.ground) : null;
  const isSolid = new Bits(bytes(reply, patch.solid), across);
  for (let y = top; y < bottom; y++) {
    const from = (y - top) * across;
    after.cells.set(terrain.subarray(from, from + across), left + y * width);
    if (codes) after.ground?.set(codes.subarray(from, from + across), left + y * width);
    for (let x = left; x < right; x++) after.solid.set(x, y, isSolid.get(x - left, y - top) === 1);
  }
  return after;
}
