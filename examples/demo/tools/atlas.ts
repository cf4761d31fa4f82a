// Sprite sheets: the images of a folder `*.atlas/` become one texture, and a table with the place of each image in it.

import { defineKind, definePlugin } from 'assetc';

interface Sprite {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8Array;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const atlas = defineKind({
  name: 'atlas',
  doc: 'Sprite sheets.',
  match: '*.atlas/',
  outputs: ['.ktx2', '.sprites'],
  settings: {
    gap: { is: 'integer', min: 0, max: 16, default: 2, doc: 'Empty texels around each sprite.' },
    maxSize: { is: 'integer', min: 16, max: 8192, default: 2048, doc: 'Texels of a side, at most.' },
  },
  async compile(ctx) {
    const sprites: Sprite[] = [];
    for (const file of await ctx.list(ctx.path)) {
      if (/\.(png|webp|tga)$/i.test(file))
        sprites.push({ name: file.replace(/\.[^.]*$/, ''), ...(await ctx.readImage(`${ctx.path}/${file}`)) });
      else ctx.warn({ file: `${ctx.path}/${file}` }, 'is no sprite', 'Keep PNG, WebP and TGA images in the folder');
    }
    if (sprites.length === 0)
      return ctx.error(undefined, 'holds no images', 'Put images into the folder, or remove it');
    const { gap, maxSize } = ctx.settings;
    const sheet = smallestSheet(sprites, gap, maxSize);
    if (sheet === undefined)
      return ctx.error(
        undefined,
        `${sprites.length} sprites do not fit into ${maxSize} texels a side`,
        'Split the folder',
      );
    const texture = await ctx.emitTexture({ ...sheet, data: draw(sprites, sheet) }, 'color');
    ctx.emit('.sprites', encodeTable(texture, sprites, sheet.places));
  },
  describe(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 24 || view.getUint32(0, true) !== MAGIC) return { problems: ['it is no table of sprites'] };
    return { facts: { sprites: view.getUint32(16, true) }, refs: [view.getBigUint64(8, true)] };
  },
});

interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Of each sprite, in their order. */
  readonly places: readonly Place[];
}

/** Sides are powers of two, the width once or twice the height; undefined if the limit is too small. */
function smallestSheet(sprites: readonly Sprite[], gap: number, limit: number): Sheet | undefined {
  for (let height = 4; height <= limit; height *= 2)
    for (const width of [height, height * 2]) {
      const places = width > limit ? undefined : onShelves(sprites, gap, width, height);
      if (places !== undefined) return { width, height, places };
    }
  return undefined;
}

/** The tallest first, from left to right on shelves as tall as their first sprite. */
function onShelves(sprites: readonly Sprite[], gap: number, width: number, height: number): Place[] | undefined {
  const order = [...sprites.keys()].sort((a, b) => (sprites[b]?.height ?? 0) - (sprites[a]?.height ?? 0) || a - b);
  const places: Place[] = sprites.map(() => ({ x: 0, y: 0 }));
  let [x, y, shelf] = [gap, gap, 0];
  for (const i of order) {
    const { width: w = 0, height: h = 0 } = sprites[i] ?? {};
    if (x + w + gap > width) [x, y, shelf] = [gap, y + shelf + gap, 0];
    if (x + w + gap > width || y + h + gap > height) return undefined;
    places[i] = { x, y };
    x += w + gap;
    shelf = Math.max(shelf, h);
  }
  return places;
}

function draw(sprites: readonly Sprite[], { width, height, places }: Sheet): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  for (const [i, sprite] of sprites.entries()) {
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    for (let row = 0; row < sprite.height; row++) {
      const from = row * sprite.width * 4;
      data.set(sprite.data.subarray(from, from + sprite.width * 4), ((y + row) * width + x) * 4);
    }
  }
  return data;
}

const MAGIC = 0x54525053; // "SPRT"
const ROW_BYTES = 16;

/** Header (24 bytes), a row for each sprite in the order of names, the names. */
function encodeTable(texture: bigint, sprites: readonly Sprite[], places: readonly Place[]): Uint8Array {
  const names = sprites.map(({ name }) => new TextEncoder().encode(name));
  const nameBytes = names.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(24 + sprites.length * ROW_BYTES + nameBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, 1, true);
  view.setBigUint64(8, texture, true);
  view.setUint32(16, sprites.length, true);
  view.setUint32(20, nameBytes, true);
  let at = 24 + sprites.length * ROW_BYTES;
  for (const [i, { width, height }] of sprites.entries()) {
    const row = 24 + i * ROW_BYTES;
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    for (const [field, value] of [x, y, width, height].entries()) view.setUint16(row + field * 2, value, true);
    view.setUint32(row + 8, at, true);
    view.setUint32(row + 12, names[i]?.length ?? 0, true);
    bytes.set(names[i] ?? [], at);
    at += names[i]?.length ?? 0;
  }
  return bytes;
}

export default definePlugin({ name: 'atlas', version: '1', kinds: [atlas] });
