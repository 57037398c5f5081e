// The engine as a package: every function checks its arguments, and what the module throws becomes an `UndercroftError`.

import * as engine from './engine.js';

/** A failure with a code for programs; `field`, `line` and `column` name what is to blame. */
export class UndercroftError extends Error {
  constructor({ code, message, field, line, column }) {
    super(message);
    this.name = 'UndercroftError';
    this.code = code;
    if (field !== undefined) this.field = field;
    if (line !== undefined) this.line = line;
    if (column !== undefined) this.column = column;
  }
}

const fail = (code, message, field) => new UndercroftError({ code, message, field });

/** Set while the module loads and after it. */
let loading = null;
let isReady = false;
/** Why the module can be used no more. */
let ended = null;

/** Loads the module. A second call waits for the first. */
export function init(source) {
  loading ??= load(source).then(() => {
    isReady = true;
  }, (error) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(source) {
  const module = await compile(source ?? new URL('./undercroft.wasm', import.meta.url));
  engine.initSync({ module });
  engine.keep_panics();
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source instanceof URL) return compileAddress(source);
  if (typeof Response === 'function' && source instanceof Response) return compileResponse(source);
  throw new TypeError('source: need a URL, a Response, bytes or a WebAssembly.Module');
}

async function compileAddress(address) {
  if (address.protocol === 'file:') {
    // Node's fetch reads no files. The name is no literal, so that bundlers for browsers leave it alone.
    const files = 'node:fs/promises';
    return WebAssembly.compile(await (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)).readFile(address));
  }
  return compileResponse(await fetch(address));
}

async function compileResponse(response) {
  if (!response.ok) throw fail('load', `source: the host answers ${response.status} for ${response.url}`, 'source');
  const isNamed = response.headers.get('content-type')?.startsWith('application/wasm');
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Calls the module. */
function call(run) {
  if (!isReady) throw fail('not_ready', 'the engine is not loaded; await init() first');
  if (ended) throw fail('internal', ended);
  try {
    return run();
  } catch (error) {
    if (typeof error === 'string') throw new UndercroftError(JSON.parse(error));
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    // A panic, or no more memory: what the module holds is lost.
    ended = `the engine has stopped, please report it: ${engine.last_panic() || error.message}`;
    throw fail('internal', ended);
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function check(isGood, name, need, value) {
  if (!isGood) throw new TypeError(`${name}: need ${need}, got ${show(value)}`);
}

/** A value in a message, whatever it is: JSON has no word for many. */
function show(value) {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
  if (value === undefined || typeof value === 'number') return String(value);
  try {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  } catch {
    return 'an object that refers to itself';
  }
}

/** Options with no other keys than these. */
function checkOptions(options, keys) {
  check(isObject(options), 'options', 'an object', options);
  const unknown = Object.keys(options).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new TypeError(`${unknown}: unknown option; there are ${keys.join(', ')}`);
  return options;
}

/** A whole number from 0 to 2^64 - 1 as text. */
function wholeNumber(name, value) {
  if (typeof value === 'number' && Number.isInteger(value) && value > Number.MAX_SAFE_INTEGER) {
    throw new TypeError(`${name}: ${value} is above 2^53 - 1 and not exact as a number; use a bigint or a string`);
  }
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  check(isWhole && value >= 0 && BigInt(value) < 1n << 64n, name, 'a whole number from 0 to 2^64 - 1', value);
  return String(value);
}

function seedText(seed) {
  return typeof seed === 'string' ? seed : wholeNumber('seed', seed);
}

function stageTexts(stages) {
  check(isObject(stages), 'stages', 'an object of numbers', stages);
  return Object.fromEntries(Object.entries(stages).map(([name, number]) => [name, wholeNumber(`stages.${name}`, number)]));
}

function inputList(inputs) {
  check(isObject(inputs), 'inputs', 'an object of lists of files', inputs);
  return Object.entries(inputs).flatMap(([key, files]) => {
    check(Array.isArray(files), `inputs.${key}`, 'a list of files', files);
    return files.map((file, i) => {
      const isFile = isObject(file) && typeof file.name === 'string' && typeof file.text === 'string';
      check(isFile, `inputs.${key}[${i}]`, 'an object with the texts name and text', file);
      return { key, name: file.name, text: file.text };
    });
  });
}

/** A value of a field as JSON has it. */
function fieldValue(key, value) {
  const isPlain = (part) => ['string', 'boolean'].includes(typeof part) || Number.isFinite(part);
  const isGood = isPlain(value) || (Array.isArray(value) && value.every(isPlain));
  check(isGood, `set.${key}`, 'a number, a text, true or false, or a list', value);
  return value;
}

/** Generates a dungeon. The same options give the same dungeon on every machine. */
export function generate(options = {}) {
  const { preset, seed = 0, stages = {}, set = {}, inputs = {} } = checkOptions(
    options,
    ['preset', 'seed', 'stages', 'set', 'inputs'],
  );
  check(preset === undefined || typeof preset === 'string', 'preset', 'a text', preset);
  check(isObject(set), 'set', 'an object of field values', set);
  const values = Object.fromEntries(Object.entries(set).map(([key, value]) => [key, fieldValue(key, value)]));
  const roll = { preset, seed: seedText(seed), stages: stageTexts(stages), set: values, inputs: inputList(inputs) };
  return new Dungeon(OWN, call(() => engine.generate(JSON.stringify(roll))));
}

/** Reads dungeon JSON, dungeon text or a plain map. */
export function read(text) {
  check(typeof text === 'string', 'text', 'a text', text);
  return new Dungeon(OWN, call(() => engine.read(text)));
}

/** Only this file makes dungeons. */
const OWN = Symbol('own');
/** The dungeon in the module's memory, by dungeon. It is freed with `free`, or when the dungeon is collected. */
const handles = new WeakMap();

function handleOf(map) {
  if (!(map instanceof Dungeon)) throw new TypeError('map: need a Dungeon');
  const handle = handles.get(map);
  if (!handle) throw fail('freed', 'map: the dungeon was freed', 'map');
  return handle;
}

/** A dungeon. */
export class Dungeon {
  #summary;
  #levels = null;

  constructor(own, handle) {
    if (own !== OWN) throw new TypeError('Dungeon: use generate() or read()');
    handles.set(this, handle);
    this.#summary = JSON.parse(call(() => handle.summary()));
  }

  get name() {
    handleOf(this);
    return this.#summary.name;
  }

  get seed() {
    handleOf(this);
    return this.#summary.seed;
  }

  get levels() {
    const handle = handleOf(this);
    this.#levels ??= this.#summary.levels.map(([z, width, height]) => {
      return { z, width, height, tiles: call(() => handle.tiles(z)) };
    });
    return this.#levels;
  }

  toJSON() {
    return JSON.parse(this.toJsonText());
  }

  /** Dungeon JSON as the program writes it, byte for byte. */
  toJsonText() {
    const handle = handleOf(this);
    return call(() => handle.json());
  }

  toText() {
    const handle = handleOf(this);
    return call(() => handle.text());
  }

  share() {
    const handle = handleOf(this);
    return call(() => handle.share());
  }

  /** Frees its memory; it cannot be used after that. A second call does nothing. */
  free() {
    const handle = handles.get(this);
    handles.delete(this);
    if (handle && !ended) handle.free();
  }
}

/** What the judge finds. */
function report(map) {
  const handle = handleOf(map);
  return JSON.parse(call(() => handle.check()));
}
export { report as check };

function checkCell(name, cell) {
  const isCell = Array.isArray(cell) && cell.length === 2 && cell.every((part) => Number.isInteger(part));
  check(isCell, name, 'a cell [x, y] of whole numbers', cell);
  const isNear = cell.every((part) => Math.abs(part) < 2 ** 31);
  if (!isNear) throw fail('cell', `${name}: need a cell of the map, got [${cell.join(', ')}]`, name);
  return cell;
}

function checkLevel(level) {
  const isLevel = level === undefined || (Number.isInteger(level) && Math.abs(level) < 2 ** 31);
  check(isLevel, 'level', 'the number of a level', level);
  return level;
}

/** Asks a level of a dungeon, or a grid. The grid in the module's memory lives as long as the question. */
function onGrid(map, layer, level, ask) {
  const grid = call(() => (map instanceof Dungeon ? handleOf(map)[layer](level) : gridOf(map)));
  try {
    return call(() => ask(grid));
  } finally {
    if (!ended) grid.free();
  }
}

function gridOf(map) {
  const isGrid = isObject(map) && map.solid instanceof Uint8Array;
  if (!isGrid) throw new TypeError('map: need a Dungeon, or an object with width, height and solid, a Uint8Array');
  for (const side of ['width', 'height']) check(Number.isInteger(map[side]), side, 'a whole number', map[side]);
  return new engine.SolidGrid(map.width, map.height, map.solid);
}

/** 1 for each cell that is seen, row by row. */
export function fov(map, at, options = {}) {
  const { kind = 'exact', radius, footprint = '1x1', level } = checkOptions(
    options,
    ['kind', 'radius', 'footprint', 'level'],
  );
  const [x, y] = checkCell('at', at);
  check(typeof kind === 'string', 'kind', "'exact' or 'shadowcast'", kind);
  check(typeof footprint === 'string', 'footprint', "'1x1', '2x1', '1x2' or '2x2'", footprint);
  const isRadius = radius === undefined || (Number.isInteger(radius) && radius >= 0 && radius < 2 ** 16);
  check(isRadius, 'radius', 'a whole number from 0 to 65535', radius);
  return onGrid(map, 'opaque', checkLevel(level), (grid) => grid.fov(x, y, kind, radius, footprint));
}

/** The shortest any-angle path, or null. */
export function path(map, from, to, options = {}) {
  const { footprint = '1x1', level } = checkOptions(options, ['footprint', 'level']);
  const ends = [checkCell('from', from), checkCell('to', to)].map((cell) => Int32Array.from(cell));
  check(typeof footprint === 'string', 'footprint', "'1x1', '2x1', '1x2' or '2x2'", footprint);
  const found = onGrid(map, 'solid', checkLevel(level), (grid) => grid.path(...ends, footprint));
  if (found.length === 0) return null;
  const points = Array.from({ length: (found.length - 1) / 2 }, (_, i) => [found[1 + 2 * i], found[2 + 2 * i]]);
  return { length: found[0], points };
}

/** The drawing as SVG. */
export function render(map, options = {}) {
  const { theme, player, level, grid = true } = checkOptions(options, ['theme', 'player', 'level', 'grid']);
  const handle = handleOf(map);
  check(theme === undefined || typeof theme === 'string', 'theme', 'the name of a theme', theme);
  check(player === undefined || typeof player === 'boolean', 'player', 'true or false', player);
  check(typeof grid === 'boolean', 'grid', 'true or false', grid);
  const chosen = { theme, player, level: checkLevel(level), ...(grid ? {} : { no_grid: true }) };
  return call(() => handle.render(JSON.stringify(chosen)));
}

export function presets() {
  return JSON.parse(call(() => engine.presets()));
}

export function fields() {
  return JSON.parse(call(() => engine.fields()));
}
