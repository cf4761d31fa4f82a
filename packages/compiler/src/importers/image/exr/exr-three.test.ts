// Compares OpenEXR decoding with three's loader and exporter.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fromHalf, toHalf } from '@assetc/formats';
import { DataTexture, FloatType, HalfFloatType, RGBAFormat } from 'three';
import {
  EXRExporter,
  NO_COMPRESSION,
  ZIP_COMPRESSION,
  ZIPS_COMPRESSION,
} from 'three/examples/jsm/exporters/EXRExporter.js';
import { EXRLoader } from 'three/examples/jsm/loaders/EXRLoader.js';
import { describe, expect, it } from 'vitest';
import type { HdrImage } from '../../../model/image/hdr-image.js';
import { corpusFolder } from '../../../testing/corpus.js';
import { loadHdr } from '../testing/load-hdr.js';
import { noise } from '../testing/load-image.js';

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../testing/exr', name)));
/** Negative values become 0. */
const clean = (values: Float32Array): number[] => Array.from(values, (value) => Math.max(value, 0));

describe('decodeExr compared with three', () => {
  /** Halfs of RGB, top row first. */
  const threes = (file: Uint8Array) => {
    const { width = 0, height = 0, data } = new EXRLoader().setDataType(HalfFloatType).parse(file.slice().buffer);
    const step = (data?.length ?? 0) / (width * height);
    const halfs: number[] = [];
    for (let y = height - 1; y >= 0; y--)
      for (let x = 0; x < width; x++)
        for (let c = 0; c < 3; c++) halfs.push(Number(data?.[(y * width + x) * step + c]));
    return { width, height, halfs };
  };
  const oursOf = ({ pixels }: HdrImage) =>
    Array.from(
      pixels.filter((_, i) => i % 4 !== 3),
      toHalf,
    );

  it.each(['piz-half', 'b44', 'b44a-tiled', 'pxr24-half', 'rle'])('has the same halfs for %s', async (name) => {
    expect(oursOf((await loadHdr(fixture(`${name}.exr`), 'a.exr')).image)).toEqual(
      threes(fixture(`${name}.exr`)).halfs,
    );
  });

  it("has the same halfs for what three's exporter wrote", async () => {
    const halfs = Uint16Array.from(noise(31 * 17 * 4, 0x7bff, 3));
    for (const type of [HalfFloatType, FloatType])
      for (const compression of [NO_COMPRESSION, ZIPS_COMPRESSION, ZIP_COMPRESSION]) {
        const values = type === HalfFloatType ? halfs : Float32Array.from(halfs, fromHalf);
        const texture = new DataTexture(values, 31, 17, RGBAFormat, type);
        const file = await new EXRExporter().parse(texture, { type, compression });
        const { image: read } = await loadHdr(file, 'a.exr');
        expect([read.width, read.height]).toEqual([31, 17]);
        expect(oursOf(read)).toEqual(threes(file).halfs);
        // Upside down, as textures in three are.
        const first = oursOf(read).slice(0, 31 * 3);
        expect(first).toEqual([...halfs.subarray(16 * 31 * 4)].filter((_, i) => i % 4 !== 3));
      }
  });

  it.skipIf(!existsSync(corpusFolder)).each([
    // Three returns only the data window.
    ['cropped-data-window.exr', 1920, 1920, 1012, 1097],
    ['overexposed-gradient.exr', 20, 12, 0, 0],
  ] as const)('has the same floats for %s', async (name, width, height, left, top) => {
    const file = new Uint8Array(readFileSync(join(corpusFolder, 'hdr', name)));
    const { image: read } = await loadHdr(file, name);
    expect([read.width, read.height]).toEqual([width, height]);
    const three = new EXRLoader().setDataType(FloatType).parse(file.slice().buffer);
    const [wide = 0, high = 0] = [three.width, three.height];
    const inside: number[] = [];
    const theirs: number[] = [];
    for (let y = 0; y < high; y++)
      for (let i = 0; i < wide * 4; i++) {
        const at = ((top + y) * width + left) * 4 + i;
        inside.push(read.pixels[at] ?? -1);
        theirs.push(Number(three.data?.[(high - 1 - y) * wide * 4 + i]));
        read.pixels[at] = 0;
      }
    expect(inside).toEqual(clean(Float32Array.from(theirs)));
    // Everything else is outside the data window.
    expect(read.pixels.every((value) => value === 0)).toBe(true);
  });
});
