// Positions of images on the displayed sheet: one image, one tiled, or all at once. In texels of the largest level.

import type { Ktx2 } from '@assetc/formats';
import { type ImageKey, imagesOfLevel, levelSize } from '../images.js';

interface Placed {
  readonly image: ImageKey;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly placed: readonly Placed[];
}

/** One image, repeated `tiles` times in both directions. */
export function singleSheet(ktx: Ktx2, image: ImageKey, tiles = 1): Sheet {
  const { width, height } = levelSize(ktx, image.level);
  const placed = Array.from({ length: tiles * tiles }, (_, i) => ({
    image,
    x: (i % tiles) * width,
    y: Math.floor(i / tiles) * height,
    width,
    height,
  }));
  return { width: width * tiles, height: height * tiles, placed };
}

/** Columns and rows of faces in file order: +Z is the center of the cross. */
const CROSS: readonly (readonly [column: number, row: number])[] = [
  [2, 1],
  [0, 1],
  [1, 0],
  [1, 2],
  [1, 1],
  [3, 1],
];

/** The six faces of a level as a cross, without gaps. */
export function crossSheet(ktx: Ktx2, level: number, layer = 0): Sheet {
  const { width, height } = levelSize(ktx, level);
  const placed = CROSS.map(([column, row], face) => ({
    image: { level, layer, face, slice: 0 },
    x: column * width,
    y: row * height,
    width,
    height,
  }));
  return { width: width * 4, height: height * 3, placed };
}

/** Images in a grid, about as wide as high. */
function gridSheet(images: readonly ImageKey[], width: number, height: number, gap: number): Sheet {
  const columns = Math.max(1, Math.ceil(Math.sqrt((images.length * height) / width)));
  const rows = Math.ceil(images.length / columns);
  const placed = images.map((image, i) => ({
    image,
    x: (i % columns) * (width + gap),
    y: Math.floor(i / columns) * (height + gap),
    width,
    height,
  }));
  return {
    width: Math.min(columns, images.length) * (width + gap) - gap,
    height: rows * (height + gap) - gap,
    placed,
  };
}

function levelSheet(ktx: Ktx2, level: number, gap: number): Sheet {
  const { width, height } = levelSize(ktx, level);
  if (ktx.faceCount === 6 && ktx.layerCount <= 1) return crossSheet(ktx, level);
  return gridSheet(imagesOfLevel(ktx, level), width, height, Math.min(gap, width / 8));
}

/** Every image: the largest level at the left, the others in a column at its right. */
export function wholeSheet(ktx: Ktx2): Sheet {
  const gap = Math.max(1, Math.max(ktx.pixelWidth, ktx.pixelHeight) / 24);
  const [first, ...rest] = ktx.levels.map((_, level) => levelSheet(ktx, level, gap));
  if (first === undefined) return { width: 1, height: 1, placed: [] };
  const placed = [...first.placed];
  let y = 0;
  let width = first.width;
  for (const sheet of rest) {
    const x = first.width + gap;
    placed.push(...sheet.placed.map((each) => ({ ...each, x: each.x + x, y: each.y + y })));
    width = Math.max(width, x + sheet.width);
    y += sheet.height + gap / 2;
  }
  return { width, height: Math.max(first.height, y - gap / 2), placed };
}

/** The image at a point of the sheet, and the texel in it. */
export function imageAt(
  { placed }: Sheet,
  x: number,
  y: number,
): { readonly image: ImageKey; readonly x: number; readonly y: number } | undefined {
  const found = placed.find(
    (each) => x >= each.x && y >= each.y && x < each.x + each.width && y < each.y + each.height,
  );
  return found && { image: found.image, x: Math.floor(x - found.x), y: Math.floor(y - found.y) };
}
