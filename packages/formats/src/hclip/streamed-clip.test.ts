// A clip of many segments, of which only the loaded ones are read: poses equal those of the whole file, and no other byte is needed.

import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { randomHclip } from '../testing/random-hclip.js';
import { longHclipModel, sampleHclipModel } from '../testing/sample-hclip.js';
import { encodeHclip } from './encode.js';
import { decodeHclip } from './read.js';
import { POSE_FLOATS, sampleHclip, sampleHclipWeights } from './sample.js';
import { clipHeadBytes, decodeHclipTable, hclipTableBytes, StreamedClip } from './streamed-clip.js';

/** A file that counts the bytes that are read. */
function openFile(bytes: Uint8Array) {
  const ranges: string[] = [];
  let count = 0;
  const read = (offset: number, length: number): Uint8Array => {
    ranges.push(`${offset}+${length}`);
    count += length;
    return bytes.slice(offset, offset + length);
  };
  const table = decodeHclipTable(read(0, hclipTableBytes(bytes.slice(0, 24))), bytes.length);
  const open = (index: number, memoryBytes: number) => {
    const body = table.bodies[index];
    if (body === undefined) throw new Error(`no clip ${index}`);
    const head = read(body.offset, clipHeadBytes(table, index, bytes.slice(body.offset, body.offset + 8)));
    return new StreamedClip(table, index, head, new Uint8Array(memoryBytes));
  };
  return { table, open, read, ranges, bytesRead: () => count };
}

const poseOf = (sample: (rest: Float32Array, out: Float32Array) => unknown, length: number): Float32Array => {
  const out = new Float32Array(length).fill(-77);
  sample(
    Float32Array.from({ length }, (_, i) => i / 8),
    out,
  );
  return out;
};

describe('a streamed clip', () => {
  it('gives the poses of the whole file, with the pages around a time and room for two', () => {
    for (const model of [sampleHclipModel(), ...Array.from({ length: 20 }, (_, i) => randomHclip(300 + i))]) {
      const bytes = encodeHclip(model);
      const { table, open, read } = openFile(bytes);
      for (const [index, whole] of decodeHclip(bytes).entries()) {
        const head = whole.parts.data - whole.offset;
        const longest = Math.max(0, ...open(index, bytes.length * 4).pages.map(({ length }) => length));
        const clip = open(index, head + 2 * longest + 8);
        expect(clip.clip.name).toBe(whole.name);
        expect(table.bodies[index]).toEqual({ offset: whole.offset, length: whole.sizeBytes });
        for (let i = 0; i <= 24; i++) {
          const time = i === 24 ? Number.NaN : (whole.duration * i) / 22 - 0.01;
          const untouched = new Float32Array(3).fill(5);
          if (!clip.pagesAt(time).every((page) => clip.isLoaded(page)))
            expect([clip.sample(time, untouched, untouched), untouched[0]]).toEqual([false, 5]);
          for (const page of clip.pagesAt(time)) {
            const range = clip.pages[page];
            if (range !== undefined) clip.load(page, read(range.offset, range.length));
          }
          const [floats, targets] = [whole.jointCount * POSE_FLOATS, whole.targetCount];
          expect(poseOf((rest, out) => expect(clip.sample(time, rest, out)).toBe(true), floats)).toEqual(
            poseOf((rest, out) => sampleHclip(whole, time, rest, out), floats),
          );
          expect(poseOf((rest, out) => clip.sampleWeights(time, rest, out), targets)).toEqual(
            poseOf((rest, out) => sampleHclipWeights(whole, time, rest, out), targets),
          );
        }
      }
    }
  });

  it('reads only the table, the head and one page', () => {
    const bytes = encodeHclip(longHclipModel());
    const { open, read, ranges, bytesRead } = openFile(bytes);
    const clip = open(0, 4096);
    const [page = -1, ...more] = clip.pagesAt(5.02);
    expect(more).toEqual([]);
    const range = clip.pages[page] ?? { offset: 0, length: 0 };
    clip.load(page, read(range.offset, range.length));
    expect(clip.sample(5.02, new Float32Array(10), new Float32Array(10))).toBe(true);
    expect(ranges).toEqual(['0+64', `64+${(clip.pages[0]?.offset ?? 0) - 64}`, `${range.offset}+${range.length}`]);
    expect(bytesRead()).toBeLessThan(bytes.length / 4);
    clip.unload(page);
    expect(clip.sample(5.02, new Float32Array(10), new Float32Array(10))).toBe(false);
  });

  it('rejects damaged pages, pages of another length, and memory without room for two', () => {
    const bytes = encodeHclip(longHclipModel());
    const { open, read } = openFile(bytes);
    const clip = open(0, 4096);
    const { offset, length } = clip.pages[3] ?? { offset: 0, length: 0 };
    expect(() => clip.load(3, read(offset, length - 1))).toThrow(`page 3 has ${length} bytes, not ${length - 1}`);
    expect(() => clip.load(99, read(offset, length))).toThrow(RangeError);
    const damaged = read(offset, length).map((byte, i) => (i === length - 1 ? byte ^ 0xff : byte));
    expect(() => clip.load(3, damaged)).toThrow(FormatError);
    expect(clip.isLoaded(3)).toBe(false);
    expect(() => open(0, 200)).toThrow(/needs at least \d+ bytes of memory/);
    expect(() => decodeHclipTable(bytes.slice(0, 30), bytes.length)).toThrow(FormatError);
  });
});
