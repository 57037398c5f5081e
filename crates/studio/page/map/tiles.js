// A cache of painted squares of the map: 256 device pixels a side, at the scale of the moment.
//
// At rest tiles are painted at exactly the camera's scale and copied pixel by pixel. While the scale changes, tiles of the
// nearest power of two are stretched instead, so that zooming paints few tiles. What is not painted yet shows the overview.

const SIDE = 256;
const MOST_TILES = 420;
/** Time that one frame may spend on painting tiles. [Unit: ms] */
const BUDGET = 9;
const OVERVIEW_SIDE = 768;

export class Tiles {
  /** `paint(ctx, area, scale, ox, oy, side)` paints a square of the map; `bounds()` is the map's rectangle. */
  constructor(paint, bounds) {
    Object.assign(this, { paint, bounds, tiles: new Map(), overview: null, clock: 0 });
  }

  clear() {
    this.tiles.clear();
    this.overview = null;
  }

  /** Marks what lies near a rectangle of cells as changed. */
  touch([left, top, right, bottom]) {
    const area = [left - 2, top - 2, right + 2, bottom + 2];
    this.overview = null;
    for (const tile of this.tiles.values()) {
      if (!overlaps(tile.area, area)) continue;
      tile.dirty = tile.dirty ? union(tile.dirty, area) : area;
    }
  }

  /** Draws what the camera sees. Returns whether tiles are still missing. */
  draw(ctx, camera, ratio, zooming) {
    const exact = camera.scale * ratio;
    const coarse = 2 ** Math.round(Math.log2(exact));
    const scale = zooming ? coarse : exact;
    const until = performance.now() + BUDGET;
    const wanted = this.wanted(camera, ratio, scale);
    const ready = this.prepare(wanted, scale, until);
    if (!ready) {
      this.drawOverview(ctx, camera, ratio);
      if (!zooming) this.copy(ctx, camera, ratio, coarse, this.wanted(camera, ratio, coarse), exact);
    }
    this.copy(ctx, camera, ratio, scale, wanted, exact);
    this.forget();
    return !ready;
  }

  /** The tiles in the window, the middle ones first. */
  wanted(camera, ratio, scale) {
    const factor = scale / (camera.scale * ratio);
    const [w, h] = [camera.width * ratio * factor, camera.height * ratio * factor];
    const [left, top] = [camera.x * scale - w / 2, camera.y * scale - h / 2];
    const [x0, y0, x1, y1] = [left, top, left + w, top + h].map((p) => Math.floor(p / SIDE));
    const found = [];
    for (let j = y0; j <= y1; j++) for (let i = x0; i <= x1; i++) if (this.isOnMap(i, j, scale)) found.push([i, j]);
    const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return found.sort((a, b) => Math.hypot(a[0] - mx, a[1] - my) - Math.hypot(b[0] - mx, b[1] - my));
  }

  isOnMap(i, j, scale) {
    const [left, top, right, bottom] = this.bounds();
    const area = [(i * SIDE) / scale, (j * SIDE) / scale, ((i + 1) * SIDE) / scale, ((j + 1) * SIDE) / scale];
    return overlaps(area, [left - 2, top - 2, right + 2, bottom + 2]);
  }

  prepare(wanted, scale, until) {
    let painted = 0;
    for (const [i, j] of wanted) {
      const key = `${scale}:${i}:${j}`;
      const tile = this.tiles.get(key);
      if (tile && !tile.dirty) {
        tile.used = ++this.clock;
        continue;
      }
      if (painted > 0 && performance.now() > until) return false;
      this.tiles.set(key, this.refresh(tile ?? fresh(i, j, scale), scale));
      painted++;
    }
    return true;
  }

  refresh(tile, scale) {
    const [left, top] = tile.area;
    const { ctx } = tile;
    ctx.save();
    if (tile.dirty) {
      const [l, t, r, b] = tile.dirty;
      ctx.beginPath();
      ctx.rect(Math.floor((l - left) * scale), Math.floor((t - top) * scale), Math.ceil((r - l) * scale) + 1, Math.ceil((b - t) * scale) + 1);
      ctx.clip();
    }
    this.paint(ctx, tile.dirty ? intersect(tile.area, tile.dirty) : tile.area, scale, left, top, SIDE);
    ctx.restore();
    tile.dirty = null;
    tile.used = ++this.clock;
    return tile;
  }

  copy(ctx, camera, ratio, scale, wanted, exact) {
    const stretch = exact / scale;
    const left = camera.x * exact - (camera.width * ratio) / 2;
    const top = camera.y * exact - (camera.height * ratio) / 2;
    const [ox, oy] = stretch === 1 ? [Math.round(left), Math.round(top)] : [left, top];
    ctx.imageSmoothingEnabled = stretch !== 1;
    for (const [i, j] of wanted) {
      const tile = this.tiles.get(`${scale}:${i}:${j}`);
      if (!tile) continue;
      const [x0, y0] = [Math.round(i * SIDE * stretch - ox), Math.round(j * SIDE * stretch - oy)];
      const [x1, y1] = [Math.round((i + 1) * SIDE * stretch - ox), Math.round((j + 1) * SIDE * stretch - oy)];
      ctx.drawImage(tile.canvas, x0, y0, x1 - x0, y1 - y0);
    }
  }

  drawOverview(ctx, camera, ratio) {
    const [left, top, right, bottom] = this.bounds();
    if (right <= left || bottom <= top) return;
    this.overview ??= this.paintOverview();
    const [x, y] = camera.toScreen(left, top);
    ctx.imageSmoothingEnabled = true;
    const exact = camera.scale * ratio;
    ctx.drawImage(this.overview, x * ratio, y * ratio, (right - left) * exact, (bottom - top) * exact);
  }

  paintOverview() {
    const [left, top, right, bottom] = this.bounds();
    const scale = Math.min(2, OVERVIEW_SIDE / Math.max(right - left, bottom - top));
    const [w, h] = [Math.max(1, Math.round((right - left) * scale)), Math.max(1, Math.round((bottom - top) * scale))];
    const canvas = new OffscreenCanvas(w, h);
    this.paint(canvas.getContext('2d'), [left, top, right, bottom], scale, left, top, w, h);
    return canvas;
  }

  /** Drops the tiles that were not used for longest. */
  forget() {
    if (this.tiles.size <= MOST_TILES) return;
    const oldest = [...this.tiles].sort((a, b) => a[1].used - b[1].used).slice(0, MOST_TILES / 4);
    for (const [key] of oldest) this.tiles.delete(key);
  }
}

function fresh(i, j, scale) {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const area = [(i * SIDE) / scale, (j * SIDE) / scale, ((i + 1) * SIDE) / scale, ((j + 1) * SIDE) / scale];
  return { canvas, ctx: canvas.getContext('2d', { alpha: false }), area, dirty: null, used: 0 };
}

const overlaps = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const union = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
const intersect = (a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
