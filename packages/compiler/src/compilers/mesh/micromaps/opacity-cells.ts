// An image as cells between the centers of four texels. Inside a cell, every filter returns a value between the lowest and the highest
// of the four, so a cell is surely opaque, surely transparent, or neither. Two bits per cell, 32 cells per word.

import type { MaskedOpacity, OpacityImage } from './opacity.js';

type Wrap = 'repeat' | 'clamp' | 'mirror';

const single = Math.fround;

export class OpacityCells {
  readonly width: number;
  readonly height: number;
  /** Whether any cell is not surely opaque, or not surely transparent. */
  readonly hasHoles: boolean;
  readonly hasSolid: boolean;
  private readonly image: OpacityImage;
  private readonly factor: number;
  private readonly cutoff: number;
  private readonly wrapS: Wrap;
  private readonly wrapT: Wrap;
  private readonly wordsPerRow: number;
  /** Cells that are not surely opaque. */
  private readonly holes: Uint32Array;
  /** Cells that are not surely transparent. */
  private readonly solid: Uint32Array;

  constructor(image: OpacityImage, { factor, cutoff, sampler = {} }: Omit<MaskedOpacity, 'image'>) {
    this.image = image;
    this.width = image.width;
    this.height = image.height;
    this.factor = factor;
    this.cutoff = single(cutoff);
    this.wrapS = sampler.wrapS ?? 'repeat';
    this.wrapT = sampler.wrapT ?? 'repeat';
    this.wordsPerRow = Math.ceil((image.width + 1) / 32);
    this.holes = new Uint32Array(this.wordsPerRow * (image.height + 1));
    this.solid = new Uint32Array(this.wordsPerRow * (image.height + 1));
    this.fill();
    this.hasHoles = this.holes.some((word) => word !== 0);
    this.hasSolid = this.solid.some((word) => word !== 0);
  }

  /** As a shader computes it, in single precision. */
  private isOpaque(alpha: number): boolean {
    return single(single(alpha / 255) * single(this.factor)) >= this.cutoff;
  }

  /** Cell (i, j) is between the texels i and i + 1; column 0 of the bits is cell −1. */
  private fill(): void {
    const { width, height, low, high } = this.image;
    const under = Uint8Array.from({ length: 256 }, (_, alpha) => (this.isOpaque(alpha) ? 0 : 1));
    for (let j = -1; j < height; j++) {
      const top = texelAt(j, height, this.wrapT) * width;
      const bottom = texelAt(j + 1, height, this.wrapT) * width;
      const row = (j + 1) * this.wordsPerRow;
      for (let i = -1; i < width; i++) {
        const left = texelAt(i, width, this.wrapS);
        const right = texelAt(i + 1, width, this.wrapS);
        const lowest = Math.min(
          low[top + left] ?? 0,
          low[top + right] ?? 0,
          low[bottom + left] ?? 0,
          low[bottom + right] ?? 0,
        );
        const highest = Math.max(
          high[top + left] ?? 0,
          high[top + right] ?? 0,
          high[bottom + left] ?? 0,
          high[bottom + right] ?? 0,
        );
        const word = row + ((i + 1) >> 5);
        const bit = 1 << ((i + 1) & 31);
        if (under[lowest] === 1) this.holes[word] = (this.holes[word] ?? 0) | bit;
        if (under[highest] === 0) this.solid[word] = (this.solid[word] ?? 0) | bit;
      }
    }
  }

  /** Bit 0: a cell from `i0` to `i1` of row `j` may have holes. Bit 1: one may be solid. Any integers, before wrapping. */
  contentOf(i0: number, i1: number, j: number): number {
    const row = (wrapCell(j, this.height, this.wrapT) + 1) * this.wordsPerRow;
    const { width } = this;
    if (this.wrapS === 'clamp')
      return this.contentOfSpan(row, Math.min(Math.max(i0, -1), width - 1), Math.min(Math.max(i1, -1), width - 1));
    const period = this.wrapS === 'repeat' ? width : width * 2;
    if (i1 - i0 + 1 >= period) return this.contentOfSpan(row, -1, width - 1);
    let content = 0;
    for (let i = i0; i <= i1 && content !== 3; ) {
      const at = i - Math.floor(i / period) * period;
      const isMirrored = at >= width;
      const last = Math.min(at + (i1 - i), isMirrored ? period - 1 : width - 1);
      content |= isMirrored
        ? this.contentOfSpan(row, period - 2 - last, period - 2 - at)
        : this.contentOfSpan(row, at, last);
      i += last - at + 1;
    }
    return content;
  }

  private contentOfSpan(row: number, first: number, last: number): number {
    const [from, to] = [first + 1, last + 1];
    let content = 0;
    for (let word = from >> 5; word <= to >> 5 && content !== 3; word++) {
      const low = word === from >> 5 ? -1 << (from & 31) : -1;
      const high = word === to >> 5 ? -1 >>> (31 - (to & 31)) : -1;
      const mask = low & high;
      if (((this.holes[row + word] ?? 0) & mask) !== 0) content |= 1;
      if (((this.solid[row + word] ?? 0) & mask) !== 0) content |= 2;
    }
    return content;
  }

  /** Whether the filtered texel at (x, y), in texels from the center of the first, times `vertexAlpha` is at or above the cutoff. */
  isOpaqueAt(x: number, y: number, vertexAlpha: number): boolean {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const at = (column: number, line: number): number => {
      const texel = texelAt(line, this.height, this.wrapT) * this.width + texelAt(column, this.width, this.wrapS);
      return ((this.image.low[texel] ?? 0) + (this.image.high[texel] ?? 0)) / 2;
    };
    const [right, down] = [x - i, y - j];
    const top = at(i, j) * (1 - right) + at(i + 1, j) * right;
    const bottom = at(i, j + 1) * (1 - right) + at(i + 1, j + 1) * right;
    return this.isOpaque((top * (1 - down) + bottom * down) * vertexAlpha);
  }
}

/** The texel that a sampler reads for any integer. */
function texelAt(i: number, size: number, wrap: Wrap): number {
  if (wrap === 'clamp') return Math.min(Math.max(i, 0), size - 1);
  const period = wrap === 'repeat' ? size : size * 2;
  const at = i - Math.floor(i / period) * period;
  return at < size ? at : period - 1 - at;
}

/** The row of cells, −1 to size − 1, with the same texels. */
function wrapCell(j: number, size: number, wrap: Wrap): number {
  if (wrap === 'clamp') return Math.min(Math.max(j, -1), size - 1);
  const period = wrap === 'repeat' ? size : size * 2;
  const at = j - Math.floor(j / period) * period;
  return at < size ? at : period - 2 - at;
}
