// The patch format by itself: a golden with every command, rules of the reader, damage.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { alignUp } from '../core/struct.js';
import { encodeHpack } from '../hpack/encode.js';
import { bytesSource } from '../source/random-access-source.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeHpatchHeader, encodeHpatchSection } from './encode.js';
import { HpatchHeader, HpatchSection } from './layout.js';
import type { PatchPlan } from './model.js';
import { decodePlan, encodePlan } from './plan.js';
import { applyHpatch, readHpatchHead } from './read.js';
import { columnsOf, headOf } from './table-columns.js';
import { validateHpatch } from './validate.js';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const before = encodeHpack([
  { path: 'a.txt', bytes: text('the first file') },
  { path: 'b.bin', bytes: Uint8Array.from({ length: 40 }, (_, i) => i) },
]);
const after = encodeHpack([
  { path: 'b.bin', bytes: Uint8Array.from({ length: 40 }, (_, i) => i * 2) },
  { path: 'c.txt', bytes: text('the first file, longer') },
]);
const headBytes = 24 + 2 * (19 + 5);
const oldFirst = alignUp(headBytes, 16);
const oldSecond = alignUp(oldFirst + 14, 16);
const plan: PatchPlan = {
  dictionary: [],
  commands: [
    { is: 'add', offset: oldSecond, length: 40, isPadded: true },
    { is: 'copy', offset: oldFirst, length: 14, isPadded: false },
    { is: 'literal', offset: 0, length: 8, isPadded: false },
  ],
};
const plain = (bytes: Uint8Array) => ({ byteLength: bytes.length, stored: bytes });
const none = plain(new Uint8Array(0));
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());

function golden(): Uint8Array {
  const columns = columnsOf(after.subarray(0, headBytes)) ?? new Uint8Array(0);
  const differences = plain(Uint8Array.from({ length: 40 }, (_, i) => i));
  const literals = plain(text(', longer'));
  const sections = [
    { isTable: true, plan: none, literals: plain(columns), differences: none, dictionaryBytes: 0 },
    { isTable: false, plan: plain(encodePlan(plan)), literals, differences, dictionaryBytes: 0 },
  ].map(encodeHpatchSection);
  const body = Uint8Array.from(sections.flatMap((section) => [...section]));
  const head = {
    oldBytes: before.length,
    newBytes: after.length,
    oldSha256: sha256(before),
    newSha256: sha256(after),
    bodySha256: sha256(body),
    sections: sections.length,
  };
  return Uint8Array.of(...encodeHpatchHeader(head), ...body);
}

async function applied(patch: Uint8Array, old = before): Promise<Uint8Array> {
  const decompress = (): Uint8Array => {
    throw new FormatError('unsupported', 0, 'nothing is compressed here');
  };
  const out: number[] = [];
  for await (const piece of applyHpatch({ old: bytesSource(old), patch: bytesSource(patch), decompress }))
    out.push(...piece);
  return Uint8Array.from(out);
}

describe('the .hpatch golden', () => {
  it('is what the encoder writes, and makes the new pack', async () => {
    const bytes = golden();
    writeGoldenIfAsked('update.hpatch', bytes);
    expect(bytes).toEqual(readGolden('update.hpatch'));
    expect(validateHpatch(bytes)).toEqual([]);
    expect(await applied(readGolden('update.hpatch'))).toEqual(after);
  });

  it('has a twin in JSON', async () => {
    const bytes = readGolden('update.hpatch');
    const head = await readHpatchHead(bytesSource(bytes));
    const first = HpatchSection.read(bytes, HpatchHeader.size);
    const second = HpatchSection.read(bytes, HpatchHeader.size + HpatchSection.size + first.literalStored);
    const at = HpatchHeader.size + 2 * HpatchSection.size + first.literalStored;
    const decoded = decodePlan(bytes.subarray(at, at + second.planStored), head.oldBytes);
    const twin = toTwin({ head, sections: [first, second], plan: decoded });
    writeGoldenIfAsked('update.json', `${JSON.stringify(twin, null, 2)}\n`);
    expect(twin).toEqual(readTwin('update.json'));
  });
});

describe('a plan', () => {
  it('is read as it was written', () => {
    const many: PatchPlan = {
      dictionary: [
        { offset: 5, length: 300 },
        { offset: 0, length: 4 },
      ],
      commands: [
        { is: 'literal', offset: 0, length: 0, isPadded: true },
        { is: 'copy', offset: 999, length: 1, isPadded: true },
        { is: 'copy', offset: 1008, length: 2 ** 40, isPadded: false },
        { is: 'add', offset: 3, length: 127, isPadded: false },
      ],
    };
    expect(decodePlan(encodePlan(many), 2 ** 41)).toEqual(many);
    expect(() => decodePlan(encodePlan(many), 2 ** 40)).toThrow(FormatError);
  });

  it('refuses numbers that do not end, and unknown commands', () => {
    expect(() => decodePlan(new Uint8Array(12).fill(0xff), 100)).toThrow(FormatError);
    expect(() => decodePlan(Uint8Array.of(0, 3), 100)).toThrow('unknown command');
  });
});

describe('a table in columns', () => {
  it('becomes the same table again, in any order of payloads', () => {
    const head = Uint8Array.from(before.subarray(0, headBytes));
    expect(headOf(columnsOf(head) ?? new Uint8Array(0))).toEqual(head);
    // The second payload first.
    head[24] = 96;
    expect(headOf(columnsOf(head) ?? new Uint8Array(0))).toEqual(head);
  });

  it('is not made of anything else', () => {
    expect(columnsOf(before.subarray(0, 20))).toBeUndefined();
    expect(columnsOf(before.subarray(0, headBytes - 1))).toBeUndefined();
    expect(columnsOf(before.subarray(0, headBytes + 1))).toBeUndefined();
    expect(() => headOf(new Uint8Array(3))).toThrow(FormatError);
    expect(() => headOf(Uint8Array.of(255, 255, 255, 255, 0))).toThrow(FormatError);
  });
});

describe('a damaged patch', () => {
  it('is refused, or makes bytes of the stated size, at every byte and every length', async () => {
    const bytes = golden();
    for (let at = 0; at < bytes.length; at++) {
      for (const damaged of [bytes.subarray(0, at), bytes.map((byte, i) => (i === at ? byte ^ 0x41 : byte))]) {
        const made = await applied(damaged).catch((error: unknown) => error);
        if (made instanceof Uint8Array) expect(made).toHaveLength(after.length);
        else expect(made).toBeInstanceOf(FormatError);
        if (damaged.length === at) expect(validateHpatch(damaged)).not.toEqual([]);
      }
    }
  });

  it('is refused for a pack of another size', async () => {
    await expect(applied(golden(), before.subarray(1))).rejects.toThrow('is for a pack of');
  });
});
