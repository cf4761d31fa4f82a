// The visible part of a sheet: the sheet point at the center of the canvas, and pixels per texel.

export interface ViewBox {
  readonly x: number;
  readonly y: number;
  /** Canvas pixels per texel. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_SCALE = 128;
const MIN_SCALE = 1 / 64;
const MARGIN = 0.98;

/** Fits the whole sheet with a margin. Small ones are scaled by whole factors, so that texels stay equal squares. */
export function fitBox(sheet: Size, canvas: Size): ViewBox {
  const fit = Math.min((canvas.width * MARGIN) / sheet.width, (canvas.height * MARGIN) / sheet.height);
  const scale = fit >= 1 ? Math.min(Math.floor(fit), 32) : fit;
  return { x: sheet.width / 2, y: sheet.height / 2, scale: Math.max(scale, 1 / 256) };
}

/** Keeps the given canvas point fixed. */
export function zoomBox(box: ViewBox, factor: number, at: { x: number; y: number }, canvas: Size): ViewBox {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, box.scale * factor));
  const [dx, dy] = [at.x - canvas.width / 2, at.y - canvas.height / 2];
  return { x: box.x + dx / box.scale - dx / scale, y: box.y + dy / box.scale - dy / scale, scale };
}

/** Keeps the center on the sheet, so that it stays in view. */
export function panBox(box: ViewBox, dx: number, dy: number, sheet: Size): ViewBox {
  const clamp = (value: number, size: number): number => Math.min(size, Math.max(0, value));
  return {
    ...box,
    x: clamp(box.x - dx / box.scale, sheet.width),
    y: clamp(box.y - dy / box.scale, sheet.height),
  };
}

export const sheetPoint = (box: ViewBox, at: { x: number; y: number }, canvas: Size): { x: number; y: number } => ({
  x: box.x + (at.x - canvas.width / 2) / box.scale,
  y: box.y + (at.y - canvas.height / 2) / box.scale,
});

/** The canvas pixel of a sheet point. Rounded to whole pixels at whole scales: texels must not blur. */
export function canvasPoint(box: ViewBox, x: number, y: number, canvas: Size): { x: number; y: number } {
  const place = (value: number, middle: number, size: number): number => (value - middle) * box.scale + size / 2;
  const left = place(x, box.x, canvas.width);
  const top = place(y, box.y, canvas.height);
  return box.scale >= 1 ? { x: Math.round(left), y: Math.round(top) } : { x: left, y: top };
}
