// Helpers of the overlays: cells, boxes and lines in cell coordinates, drawn in CSS pixels.

/** The pixels of a rectangle of cells. */
export function box(camera, left, top, right, bottom) {
  const [x, y] = camera.toScreen(left, top);
  return [x, y, (right - left) * camera.scale, (bottom - top) * camera.scale];
}

export function fillCells(ctx, camera, cells, style) {
  ctx.fillStyle = style;
  ctx.beginPath();
  for (const [x, y] of cells) ctx.rect(...box(camera, x, y, x + 1, y + 1));
  ctx.fill();
}

export function strokeBox(ctx, camera, rect, style, width, dash = []) {
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.strokeRect(...box(camera, ...rect));
  ctx.setLineDash([]);
}

/** A line through places in cells. */
export function polyline(ctx, camera, points, style, width, dash = []) {
  if (points.length < 2) return;
  ctx.beginPath();
  points.forEach(([x, y], i) => {
    const place = camera.toScreen(x, y);
    if (i) ctx.lineTo(...place);
    else ctx.moveTo(...place);
  });
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}

export function dot(ctx, camera, x, y, radius, fill, stroke = null, width = 1.5) {
  const [sx, sy] = camera.toScreen(x, y);
  ctx.beginPath();
  ctx.arc(sx, sy, radius, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  if (!stroke) return;
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.stroke();
}

/** A word on a small plate. */
export function tag(ctx, text, x, y, ink, plate) {
  ctx.font = '600 11px system-ui, sans-serif';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const width = ctx.measureText(text).width + 8;
  ctx.fillStyle = plate;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - 8, width, 16, 4);
  ctx.fill();
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y + 0.5);
}

/** Whether a place in cells is in the window, give or take a few cells. */
export function inWindow(camera, x, y, reach = 2) {
  const [left, top, right, bottom] = camera.window();
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}
