// Encodes a large image that comes row by row, as one compressed texture or several with different blocks. Only a band of the image is in
// memory: level 0 is encoded and the first mip levels are filtered as rows arrive. The bytes equal those for the whole image.

import type { BlockOptions } from '../blocks/block-options.js';
import { blockBytes, pieceRows } from '../blocks/encode-blocks.js';
import { encodeSeveral } from '../blocks/encode-several.js';
import { blocksFor } from '../blocks/texture-blocks.js';
import type { RowImage } from '../image.js';
import { fillUnseen, hidesColor, levelsBelow, type MipLevel, type MipOptions, narrowInto } from '../mips/mip-chain.js';
import { RowLevels } from '../mips/row-levels.js';
import { RowWindow } from '../mips/row-window.js';
import type { Parallel } from '../parallel.js';
import { sharedBytes, sharedCodes } from '../shared-memory.js';
import { BlockFile, type BlockTextureOptions, blockOptions } from './block-file.js';

/** The options of MipOptions that apply to images that come row by row. */
export type RowMipOptions = Pick<MipOptions, 'mode' | 'mips' | 'wrap' | 'alphaHides'>;

interface RowSizes {
  /** Number of texels of the image in memory at a time: enough to keep all threads busy. */
  readonly bandTexels: number;
  /** See RowLevels. */
  readonly wholeTexels?: number;
}

/** Returns one file per entry of `wanted`. */
export async function encodeRows(
  image: RowImage,
  mips: RowMipOptions,
  wanted: readonly BlockTextureOptions[],
  parallel: Parallel,
  sizes: RowSizes = { bandTexels: bandOf(image) },
): Promise<readonly Uint8Array[]> {
  const encoder = new RowEncoder(image, mips, wanted, parallel, sizes);
  const take = (rows: Uint8Array, _firstRow: number, count: number) => encoder.take(rows, count);
  // The assumption about alpha can fail once while rows arrive, and once at the end.
  while (!(await image.read(take)) || encoder.assumptionFailed()) encoder.restart();
  return encoder.finish();
}

/** A quarter of the image, but at most 16 MB of texels. */
const bandOf = ({ width, height }: RowImage): number => Math.min(Math.max((width * height) >> 2, 1 << 18), 1 << 22);

/** Rows that the filter needs in addition to those that wait to be encoded. */
const SPARE_ROWS = 8;

/** Pieces must be whole blocks of every file. */
function commonMultiple(a: number, b: number): number {
  let multiple = a;
  while (multiple % b !== 0) multiple += a;
  return multiple;
}

class RowEncoder {
  readonly #image: RowImage;
  readonly #mips: RowMipOptions;
  readonly #parallel: Parallel;
  readonly #wanted: readonly BlockTextureOptions[];
  readonly #levelCount: number;
  /** Separately encoded pieces of the image have a multiple of this many rows. */
  readonly #unit: number;
  readonly #band: RowWindow<Uint8Array> | RowWindow<Uint16Array>;
  /** 8-bit texels of a band of a 16-bit image. */
  readonly #narrow: Uint8Array | undefined;
  readonly #levels: RowLevels | undefined;
  /** Rows whose blocks are written. They are kept when filtering restarts, unless the block format changes. */
  #encodedRows = 0;
  /** One per wanted file, laid out for what is known about alpha. */
  #files: readonly BlockFile[];
  #laidOutForAlpha = false;
  #isTransparent = false;
  #isVisible = false;
  /** Undefined until the first row is filtered. */
  #premultiply: boolean | undefined;

  constructor(
    image: RowImage,
    mips: RowMipOptions,
    wanted: readonly BlockTextureOptions[],
    parallel: Parallel,
    { bandTexels, wholeTexels }: RowSizes,
  ) {
    this.#image = image;
    this.#mips = mips;
    this.#parallel = parallel;
    const { width, height } = image;
    this.#wanted = wanted;
    const units = wanted.flatMap((each) => [false, true].map((hasAlpha) => pieceRows(blockOptions(each, hasAlpha))));
    const unit = units.reduce(commonMultiple, 1);
    this.#unit = unit;
    const rows = Math.ceil(Math.max(1, bandTexels / width) / unit) * unit + unit + SPARE_ROWS;
    const texels = rows * width;
    this.#band = image.isWide
      ? new RowWindow(sharedCodes(texels * 4), width)
      : new RowWindow(sharedBytes(texels * 4), width);
    this.#narrow = image.isWide ? sharedBytes(texels * 4) : undefined;
    const hasMips = mips.mips && (width > 1 || height > 1);
    this.#levels = hasMips ? new RowLevels(width, height, rows, parallel, wholeTexels) : undefined;
    this.#levelCount = hasMips ? 32 - Math.clz32(Math.max(width, height)) : 1;
    this.#files = this.#layOut();
  }

  #layOut(): readonly BlockFile[] {
    const { width, height } = this.#image;
    const shape = { width, height, levelCount: this.#levelCount, faceCount: 1, layerCount: 0 } as const;
    return this.#wanted.map((each) => new BlockFile(shape, each, this.#laidOutForAlpha));
  }

  /** An image counts as opaque until a transparent texel appears. Some targets then need another block format. */
  #needsNewLayout(): boolean {
    if (this.#laidOutForAlpha === this.#isTransparent) return false;
    return this.#wanted.some(
      (each) => blocksFor(each.mode, each, this.#laidOutForAlpha) !== blocksFor(each.mode, each, this.#isTransparent),
    );
  }

  #layOutAnew(): void {
    this.#laidOutForAlpha = this.#isTransparent;
    this.#files = this.#layOut();
    this.#encodedRows = 0;
  }

  /** Returns false if an assumption about earlier rows turned out wrong. */
  async take(rows: Uint8Array, count: number): Promise<boolean> {
    const rowBytes = rows.length / count;
    for (let done = 0; done < count; ) {
      const now = Math.min(this.#band.room, count - done);
      const room = this.#band.add(now);
      new Uint8Array(room.buffer, room.byteOffset, room.byteLength).set(
        rows.subarray(done * rowBytes, (done + now) * rowBytes),
      );
      this.#image.convert?.(room);
      this.#look(room);
      done += now;
      const isLast = this.#band.endRow === this.#image.height;
      if ((this.#band.room === 0 || isLast) && !(await this.#work(isLast))) return false;
    }
    return true;
  }

  #look(pixels: Uint8Array | Uint16Array): void {
    if (!this.#image.mayBeTransparent || (this.#isTransparent && this.#isVisible)) return;
    const opaque = this.#image.isWide ? 65535 : 255;
    for (let i = 3; i < pixels.length; i += 4) {
      if (pixels[i] !== opaque) this.#isTransparent = true;
      if (pixels[i] !== 0) this.#isVisible = true;
    }
  }

  async #work(isLast: boolean): Promise<boolean> {
    const band = this.#band;
    if (this.#needsNewLayout()) {
      if (this.#encodedRows > 0) return false;
      this.#layOutAnew();
    }
    if (this.#levels !== undefined) {
      // At the first transparent texel, assume that not everything is transparent.
      this.#premultiply ??= hidesColor(this.#mips) && this.#isTransparent;
      if (!this.#premultiply && this.#mustPremultiply()) {
        if (!this.#levels.isExact) return false;
        this.#premultiply = true;
      }
      const { mode, wrap } = this.#mips;
      await this.#levels.advance(band, { mode, wrap, filter: 'box', premultiply: this.#premultiply });
    }
    const ready = isLast ? band.endRow : band.endRow - (band.endRow % this.#unit);
    if (ready > this.#encodedRows) await this.#encode(this.#encodedRows, ready);
    const encoded = Math.min(this.#encodedRows, band.endRow);
    band.dropBefore(Math.min(encoded, this.#levels?.neededRow ?? encoded));
    return true;
  }

  /** The same rule as in buildMipChain. */
  #mustPremultiply(): boolean {
    return hidesColor(this.#mips) && this.#isTransparent && this.#isVisible;
  }

  async #encode(from: number, to: number): Promise<void> {
    const { width } = this.#image;
    const rows = this.#band.rows(from, to);
    const pixels = rows instanceof Uint8Array ? rows : narrowInto(rows, this.#narrow ?? sharedBytes(rows.length));
    const level: MipLevel = { width, height: to - from, pixels };
    await this.#encodeLevels([level], (file, { blocks }) => {
      const begin = blockBytes({ width, height: from }, blocks);
      return [file.blocksOf(0, 0).subarray(begin, begin + blockBytes(level, blocks))];
    });
    this.#encodedRows = to;
  }

  async #encodeLevels(
    levels: readonly MipLevel[],
    roomIn: (file: BlockFile, options: BlockOptions) => readonly Uint8Array[],
  ): Promise<void> {
    const outputs = this.#wanted.map((each, i) => {
      const options = blockOptions(each, this.#laidOutForAlpha);
      const file = this.#files[i];
      if (file === undefined) throw new Error('there is a file for each that is wanted');
      return { options, blocks: roomIn(file, options) };
    });
    await encodeSeveral(levels, outputs, this.#parallel);
  }

  /** True if every texel of the image is transparent although the opposite was assumed. */
  assumptionFailed(): boolean {
    return this.#premultiply === true && !this.#mustPremultiply();
  }

  restart(): void {
    if (this.#needsNewLayout()) this.#layOutAnew();
    this.#band.clear();
    this.#levels?.clear();
    this.#premultiply = this.#mustPremultiply();
  }

  async finish(): Promise<readonly Uint8Array[]> {
    if (this.#levels !== undefined) {
      const { mode, wrap } = this.#mips;
      const premultiply = this.#premultiply === true;
      const { levels: first, last } = this.#levels.finished();
      const levels = [...first];
      for await (const { level } of levelsBelow({ mode, wrap, filter: 'box', premultiply }, last, this.#parallel))
        levels.push(level);
      if (premultiply) fillUnseen(levels);
      await this.#encodeLevels(levels, (file) => levels.map((_, n) => file.blocksOf(0, n + 1)));
    }
    return Promise.all(this.#files.map((file) => file.finish(this.#isTransparent)));
  }
}
