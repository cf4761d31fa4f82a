// Encodes a texture in the ways that a search asks for, measures each, and keeps the results.

import type { BlockOptions } from '../blocks/block-options.js';
import { decodeBlocks } from '../blocks/decode-blocks.js';
import { blockBytes, encodeBlocks } from '../blocks/encode-blocks.js';
import { BlockFile, type BlockTextureOptions, blockOptions } from '../files/block-file.js';
import type { PackLevel } from '../files/pack-level.js';
import type { Surfaces } from '../files/surfaces.js';
import type { MipLevel } from '../mips/mip-chain.js';
import type { Parallel } from '../parallel.js';
import { sharedBytes } from '../shared-memory.js';
import type { Choice } from './choices.js';
import type { Trials } from './find-choice.js';
import { channelsOf, type Measure, measure, type Picture, premultiplied } from './measure.js';
import type { TriedChoice } from './quality-target.js';
import { sampleOf } from './sample.js';

interface TrialOptions {
  readonly options: Omit<BlockTextureOptions, 'pack' | 'bc' | 'astc' | 'rdo'>;
  readonly hasAlpha: boolean;
  /** Colors under alpha 0 are invisible: colors are compared as they are drawn. */
  readonly hidesColor: boolean;
  readonly pack: PackLevel | undefined;
  readonly measure: Measure;
  /** Differences of quality that may be out of order. */
  readonly margin: number;
}

/** Images up to 96 × 96: all choices take about as long as one of 400 × 400. */
const CHEAP_TEXELS = 9216;
/** Files of this many choices are kept; others are encoded again if they are needed. */
const KEPT_FILES = 3;

export class TextureTrials implements Trials {
  readonly margin: number;
  readonly isCheap: boolean;
  readonly #families: readonly (readonly Choice[])[];
  readonly #surfaces: Surfaces;
  readonly #how: TrialOptions;
  readonly #parallel: Parallel;
  readonly #originals: readonly MipLevel[];
  readonly #sample: readonly MipLevel[];
  readonly #references = new Map<MipLevel, Picture>();
  readonly #estimates = new Map<Choice, number>();
  readonly #qualities = new Map<Choice, number>();
  readonly #sizes = new Map<Choice, number>();
  readonly #files = new Map<Choice, BlockFile>();

  constructor(families: readonly (readonly Choice[])[], surfaces: Surfaces, how: TrialOptions, parallel: Parallel) {
    this.#surfaces = surfaces;
    this.#how = how;
    this.#parallel = parallel;
    this.margin = how.margin;
    this.#originals = surfaces.chains.flatMap(([level]) => (level === undefined ? [] : [level]));
    this.#sample = sampleOf(this.#originals);
    const texels = this.#originals.reduce((sum, { width, height }) => sum + width * height, 0);
    this.isCheap = texels <= CHEAP_TEXELS;
    this.#families = families.map((family) => this.#bySize(family));
  }

  /** Sizes of small images are not in the order of bits per texel. Of choices with equal size, the one with most bits is kept. */
  #bySize(family: readonly Choice[]): readonly Choice[] {
    if (family.some(({ isPacked }) => isPacked)) return family;
    const sizes = new Map<number, Choice>();
    for (const choice of family) sizes.set(this.#plainBytes(choice), choice);
    return [...sizes].sort(([a], [b]) => a - b).map(([, choice]) => choice);
  }

  get counts(): readonly number[] {
    return this.#families.map(({ length }) => length);
  }

  choice(f: number, i: number): Choice {
    const choice = this.#families[f]?.[i];
    if (choice === undefined) throw new Error(`family ${f} has no choice ${i}`);
    return choice;
  }

  async estimate(f: number, i: number): Promise<number> {
    if (this.#sample === this.#originals) return this.quality(f, i);
    const choice = this.choice(f, i);
    const known = this.#estimates.get(choice);
    if (known !== undefined) return known;
    const options = this.#blockOptions(choice);
    const blocks = this.#sample.map((level) => sharedBytes(blockBytes(level, options.blocks)));
    await encodeBlocks(this.#sample, blocks, options, this.#parallel);
    const value = await this.#compare(this.#sample, blocks, options);
    this.#estimates.set(choice, value);
    return value;
  }

  async quality(f: number, i: number): Promise<number> {
    const choice = this.choice(f, i);
    const known = this.#qualities.get(choice);
    if (known !== undefined) return known;
    const file = await this.file(choice);
    const value = await this.#compare(
      this.#originals,
      this.#originals.map((_, part) => file.blocksOf(part, 0)),
      this.#blockOptions(choice),
    );
    this.#qualities.set(choice, value);
    return value;
  }

  /** All levels as they are stored. */
  async bytes(f: number, i: number): Promise<number> {
    const choice = this.choice(f, i);
    const known = this.#sizes.get(choice);
    if (known !== undefined) return known;
    const size = choice.isPacked ? await (await this.file(choice)).storedBytes() : this.#plainBytes(choice);
    this.#sizes.set(choice, size);
    return size;
  }

  #plainBytes(choice: Choice): number {
    const { blocks } = this.#blockOptions(choice);
    return this.#surfaces.chains.flat().reduce((sum, level) => sum + blockBytes(level, blocks), 0);
  }

  /** Encodes all levels. */
  async file(choice: Choice): Promise<BlockFile> {
    const known = this.#files.get(choice);
    if (known !== undefined) return known;
    const { chains, faceCount, layerCount } = this.#surfaces;
    const { width = 1, height = 1 } = this.#originals[0] ?? {};
    const shape = { width, height, levelCount: chains[0]?.length ?? 0, faceCount, layerCount };
    const file = new BlockFile(shape, this.#options(choice), this.#how.hasAlpha, 'late');
    const blocks = chains.flatMap((chain, part) => chain.map((_, n) => file.blocksOf(part, n)));
    await encodeBlocks(chains.flat(), blocks, this.#blockOptions(choice), this.#parallel);
    this.#files.set(choice, file);
    for (const oldest of this.#files.keys()) if (this.#files.size > KEPT_FILES) this.#files.delete(oldest);
    return file;
  }

  /** What was encoded whole, the smallest first. */
  tried(): readonly TriedChoice[] {
    const tried = this.#families.flat().flatMap((choice): readonly TriedChoice[] => {
      const value = this.#qualities.get(choice);
      if (value === undefined) return [];
      const bytes = this.#sizes.get(choice) ?? (choice.isPacked ? undefined : this.#plainBytes(choice));
      return [{ name: choice.name, value, ...(bytes === undefined ? {} : { bytes }) }];
    });
    const size = ({ bytes = 0 }: TriedChoice): number => bytes;
    return tried.some(({ bytes }) => bytes === undefined) ? tried : tried.sort((a, b) => size(a) - size(b));
  }

  #options({ bc, astc, rdo, isPacked }: Choice): BlockTextureOptions {
    return { ...this.#how.options, bc, astc, rdo, pack: isPacked ? this.#how.pack : undefined };
  }

  #blockOptions(choice: Choice): BlockOptions {
    return blockOptions(this.#options(choice), this.#how.hasAlpha);
  }

  async #compare(levels: readonly MipLevel[], blocks: readonly Uint8Array[], options: BlockOptions): Promise<number> {
    const { options: texture, hidesColor, hasAlpha } = this.#how;
    const isPremultiplied = hidesColor && hasAlpha;
    const pairs: (readonly [Picture, Picture])[] = [];
    for (const [n, level] of levels.entries()) {
      const encoded = { ...level, blocks: blocks[n] ?? new Uint8Array() };
      const decoded = await decodeBlocks(encoded, options.blocks, texture.mode === 'color', this.#parallel);
      const pixels = isPremultiplied ? premultiplied(decoded) : decoded;
      pairs.push([this.#reference(level, isPremultiplied), { ...level, pixels }]);
    }
    return measure(this.#how.measure, pairs, channelsOf(texture.mode, hasAlpha));
  }

  #reference(level: MipLevel, isPremultiplied: boolean): Picture {
    const known = this.#references.get(level);
    if (known !== undefined) return known;
    const made = isPremultiplied ? { ...level, pixels: premultiplied(level.pixels) } : level;
    this.#references.set(level, made);
    return made;
  }
}
