// Draws the stage in a worker: pictures of 4096 × 4096 texels take a processor longer than a page may stand still.

import type { PaintMessage, StageView } from '../messages.js';

interface Painted {
  source?: ImageBitmap | undefined;
  result?: ImageBitmap | undefined;
  difference?: ImageBitmap | undefined;
  native?: ImageBitmap | undefined;
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

let context: OffscreenCanvasRenderingContext2D | null = null;
let view: StageView | undefined;
const pictures: Painted = {};
let isAsked = false;

self.onmessage = ({ data }: MessageEvent<PaintMessage>) => {
  if (data.is === 'canvas') context = data.canvas.getContext('2d');
  else if (data.is === 'view') view = data.view;
  else if (data.is === 'source') replaceSource(data.source);
  else replaceResults(data);
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    draw();
  });
};

function replaceSource(source: ImageBitmap | undefined): void {
  pictures.source?.close();
  pictures.source = source;
}

function replaceResults({ result, difference, native }: Omit<Painted, 'source'>): void {
  for (const old of [pictures.result, pictures.difference, pictures.native]) old?.close();
  Object.assign(pictures, { result, difference, native });
}

function draw(): void {
  if (context === null || view === undefined) return;
  const { width, height, mode, divider, isNative, pixelRatio } = view;
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  const { source, difference } = pictures;
  const result = isNative ? (pictures.native ?? pictures.result) : pictures.result;
  if (source === undefined) return;
  const all = { from: 0, to: width };
  if (mode === 'difference' || result === undefined) {
    place((mode === 'difference' ? difference : undefined) ?? source, 0, 0, width, height, all);
    return;
  }
  if (mode === 'side') {
    const pane = width >= height ? { width: width / 2, height } : { width, height: height / 2 };
    const cut = { from: 0, to: pane.width };
    place(source, 0, 0, pane.width, pane.height, cut);
    place(result, width - pane.width, height - pane.height, pane.width, pane.height, cut);
    return;
  }
  const split = Math.round(divider * width);
  place(source, 0, 0, width, height, { from: 0, to: split });
  place(result, 0, 0, width, height, { from: split, to: width });
  context.fillStyle = '#fff';
  context.fillRect(split - pixelRatio, 0, 2 * pixelRatio, height);
}

/** Draws a picture into a pane, cut to a range of its columns. */
function place(
  picture: ImageBitmap,
  left: number,
  top: number,
  width: number,
  height: number,
  { from, to }: Cut,
): void {
  if (context === null || view === undefined) return;
  context.save();
  context.beginPath();
  context.rect(left + from, top, to - from, height);
  context.clip();
  context.imageSmoothingEnabled = view.zoom < 1;
  context.imageSmoothingQuality = 'medium';
  context.translate(left + width / 2, top + height / 2);
  context.scale(view.zoom, view.zoom);
  context.drawImage(picture, -view.center.x, -view.center.y);
  context.restore();
}
