// The format of compressed packs by itself: a golden with every filter, damage, and filters of any length.

import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { encodeHpack } from '../hpack/encode.js';
import { bytesSource } from '../source/random-access-source.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeHpackzHead } from './encode.js';
import { applyFilter, undoFilter } from './filter.js';
import { FILTER_DIFFERENCES, FILTER_NONE, FILTER_PLANES, HpackzEntry, HpackzFrame, HpackzHeader } from './layout.js';
import { openHpackz } from './read.js';
import { validateHpackz } from './validate.js';

const count = (size: number) => Uint8Array.from({ length: size }, (_, i) => i * 3);
const files = [
  { path: 'a.bin', bytes: count(30) },
  { path: 'b.bin', bytes: count(21) },
  { path: 'same.bin', bytes: count(30) },
];
const pack = encodeHpack(files);
const headBytes = 24 + files.reduce((sum, { path }) => sum + 19 + path.length, 0);

/** The first file in two frames, the second in the middle of another. */
function golden(): Uint8Array {
  const contents = [
    { bytes: count(30).subarray(0, 16), filter: FILTER_PLANES, stride: 4 },
    { bytes: count(30).subarray(16), filter: FILTER_DIFFERENCES, stride: 3 },
    { bytes: Uint8Array.of(9, 9, ...count(21)), filter: FILTER_NONE, stride: 0 },
  ];
  const head = encodeHpackzHead(
    {
      packBytes: pack.length,
      packSha256: new Uint8Array(32).fill(7),
      head: pack.subarray(0, headBytes),
      frames: contents.map(({ bytes, filter, stride }) => ({
        frameBytes: bytes.length,
        stored: bytes.length,
        filter,
        stride,
      })),
      entries: [
        { frame: 0, at: 0 },
        { frame: 2, at: 2 },
        { frame: 0, at: 0 },
      ],
    },
    (bytes) => bytes,
  );
  return Uint8Array.of(
    ...head,
    ...contents.flatMap(({ bytes, filter, stride }) => [...applyFilter(bytes, filter, stride)]),
  );
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await openHpackz(bytesSource(bytes), () => {
    throw new FormatError('unsupported', 0, 'nothing is compressed here');
  });
  return source.read(0, await source.size());
}

describe('the .hpackz golden', () => {
  it('is what the encoder writes, and contains the pack', async () => {
    const bytes = golden();
    writeGoldenIfAsked('transport.hpackz', bytes);
    expect(bytes).toEqual(readGolden('transport.hpackz'));
    expect(validateHpackz(bytes)).toEqual([]);
    expect(await unpacked(readGolden('transport.hpackz'))).toEqual(pack);
  });

  it('has a twin in JSON', () => {
    const bytes = readGolden('transport.hpackz');
    const at = (i: number) => HpackzHeader.size + i * HpackzFrame.size;
    const frames = [0, 1, 2].map((i) => HpackzFrame.read(bytes, at(i)));
    const entries = [0, 1, 2].map((i) => HpackzEntry.read(bytes, at(3) + i * HpackzEntry.size));
    const twin = toTwin({ header: HpackzHeader.read(bytes), frames, entries });
    writeGoldenIfAsked('transport.json', `${JSON.stringify(twin, null, 2)}\n`);
    expect(twin).toEqual(readTwin('transport.json'));
  });
});

describe('a damaged compressed pack', () => {
  it('is refused, or gives bytes of the stated size, at every byte and every length', async () => {
    const bytes = golden();
    for (let at = 0; at < bytes.length; at++) {
      for (const damaged of [bytes.subarray(0, at), bytes.map((byte, i) => (i === at ? byte ^ 0x41 : byte))]) {
        const made = await unpacked(damaged).catch((error: unknown) => error);
        if (made instanceof Uint8Array) expect(made.length).toBeLessThan(pack.length + 16);
        else expect(made).toBeInstanceOf(FormatError);
      }
    }
  });
});

describe('a compressed pack that claims more than it has', () => {
  const frame = { frameBytes: 16, stored: 16, filter: FILTER_NONE, stride: 0 };
  /** One entry of so many bytes, and one frame of 16 stored bytes. */
  function claiming({ size = 16, at = 0, frames = [frame] }): Uint8Array {
    const head = encodeHpack([{ path: 'a', bytes: count(16) }]).slice(0, 24 + 20);
    new DataView(head.buffer).setBigUint64(24 + 8, BigInt(size), true);
    const model = { packBytes: 48 + size, packSha256: new Uint8Array(32), head, frames, entries: [{ frame: 0, at }] };
    return Uint8Array.of(...encodeHpackzHead(model, (bytes) => bytes), ...count(16));
  }
  /** Nothing of the claimed size may be allocated: only opening is tried. */
  const open = (bytes: Uint8Array) => openHpackz(bytesSource(bytes), () => count(16));

  it('is opened if it claims what it has', async () => {
    expect(await (await open(claiming({}))).size()).toBe(64);
  });

  it('is refused when it is opened', async () => {
    await expect(open(claiming({ size: 2 ** 45 }))).rejects.toThrow('ends outside the frames');
    await expect(open(claiming({ size: 17 }))).rejects.toThrow('ends outside the frames');
    await expect(open(claiming({ at: 16 }))).rejects.toThrow('begins outside frame 0');
    await expect(open(claiming({ at: 2 ** 32 - 1 }))).rejects.toThrow('begins outside frame 0');
    const most = 16 << 15;
    await expect(open(claiming({ size: most, frames: [{ ...frame, frameBytes: most }] }))).resolves.toBeDefined();
    const denser = { ...frame, frameBytes: most + 1 };
    await expect(open(claiming({ size: most, frames: [denser] }))).rejects.toThrow('frame 0 is impossible');
    await expect(open(claiming({ frames: [{ ...frame, stored: 0 }, frame] }))).rejects.toThrow('frame 0 is impossible');
  });
});

describe('filters', () => {
  it('are undone exactly, for any length and stride', () => {
    for (const filter of [FILTER_NONE, FILTER_PLANES, FILTER_DIFFERENCES])
      for (const stride of [1, 2, 7, 28, 300])
        for (const size of [0, 1, 27, 28, 29, 600]) {
          const bytes = count(size);
          expect(undoFilter(applyFilter(bytes, filter, stride), filter, stride)).toEqual(bytes);
        }
  });
});
