// Files of writers that know more than we do: what is not known is passed over, what would be misread is refused. The golden
// files are put together here byte by byte, since no writer of ours makes them.

import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { alignUp, fourcc } from '../core/struct.js';
import { encodeHman } from '../hman/encode.js';
import { manifestHash } from '../hman/manifest-hash.js';
import { decodeHman, openHman } from '../hman/read.js';
import { validateHman } from '../hman/validate.js';
import { decodeHmesh } from '../hmesh/read.js';
import { validateHmesh } from '../hmesh/validate.js';
import { encodeHpack } from '../hpack/encode.js';
import { decodeHpack, openPack } from '../hpack/read.js';
import { validateHpack } from '../hpack/validate.js';
import { AssetLibrary, LibraryError } from '../library/asset-library.js';
import { hashRef } from '../refs/hash-ref.js';
import { bytesSource } from '../source/random-access-source.js';
import { survivesDamage } from './damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from './golden.js';

const HEADER = 32;
const ENTRY = 24;

/** quad.hmesh with a chunk LATR in front of the others, of flags 5 and three bytes. */
function laterChunk(): Uint8Array {
  const old = readGolden('quad.hmesh');
  const from = new DataView(old.buffer);
  const count = from.getUint32(8, true);
  const extra = Uint8Array.of(1, 2, 3);
  const firstPayload = alignUp(HEADER + (count + 1) * ENTRY, 16);
  const shift = firstPayload + 16 - alignUp(HEADER + count * ENTRY, 16);
  const bytes = new Uint8Array(old.length + shift);
  bytes.set(old.subarray(0, HEADER));
  bytes.set(old.subarray(HEADER, HEADER + count * ENTRY), HEADER + ENTRY);
  bytes.set(old.subarray(alignUp(HEADER + count * ENTRY, 16)), firstPayload + 16);
  bytes.set(extra, firstPayload);
  const to = new DataView(bytes.buffer);
  to.setUint32(8, count + 1, true);
  to.setUint32(HEADER, fourcc('LATR'), true);
  to.setUint32(HEADER + 4, 5, true);
  to.setBigUint64(HEADER + 8, BigInt(firstPayload), true);
  to.setBigUint64(HEADER + 16, BigInt(extra.length), true);
  for (let i = 1; i <= count; i++) {
    const at = HEADER + i * ENTRY + 8;
    to.setBigUint64(at, to.getBigUint64(at, true) + BigInt(shift), true);
  }
  return bytes;
}

/** Overwrites the kind of the entry with this path. */
function withKind(bytes: Uint8Array, path: string, kindBeforePath: number, kind: number): Uint8Array {
  const at = Buffer.from(bytes).indexOf(path);
  bytes[at - kindBeforePath] = kind;
  return bytes;
}

function laterManifest(): Uint8Array {
  const entries = (['mesh', 'embed'] as const).map((kind) => {
    const path = kind === 'mesh' ? 'models/quad.hmesh' : 'audio/steps.hsnd';
    return { kind, path, colorspace: 'linear' as const, hash: manifestHash(kind, path) };
  });
  const bytes = withKind(encodeHman(entries), 'audio/steps.hsnd', 4, 9);
  // What the byte for the color space means there is not ours to know.
  return withKind(bytes, 'audio/steps.hsnd', 3, 7);
}

const laterPack = (): Uint8Array =>
  withKind(
    encodeHpack([
      { path: 'audio/steps.hsnd', bytes: Uint8Array.of(1, 2, 3) },
      { path: 'assets.hman', bytes: laterManifest() },
    ]),
    'audio/steps.hsnd',
    3,
    200,
  );

const goldens = [
  ['later-chunk', 'hmesh', laterChunk, decodeHmesh, validateHmesh],
  ['later-kinds', 'hman', laterManifest, decodeHman, validateHman],
  ['later-kinds', 'hpack', laterPack, decodeHpack, validateHpack],
] as const;

describe('goldens of later versions', () => {
  it.each(goldens)('%s.%s is accepted and matches its twin', (name, extension, make, decode, validate) => {
    const file = `${name}.${extension}`;
    const twin = `${name}-${extension}.json`;
    writeGoldenIfAsked(file, make());
    writeGoldenIfAsked(twin, `${JSON.stringify(toTwin(decode(make())), null, 2)}\n`);
    expect(make()).toEqual(readGolden(file));
    expect(toTwin(decode(readGolden(file)))).toEqual(readTwin(twin));
    expect(validate(readGolden(file))).toEqual([]);
  });

  it.each(goldens)('%s.%s survives every truncation and every flipped bit', (name, extension, _, decode, validate) => {
    const bytes = readGolden(`${name}.${extension}`);
    const report = survivesDamage({ bytes, decode, validate, allocationFactor: 600 }, bytes.length > 1000 ? 7 : 1);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(bytes.length / 2);
  });
});

describe('a chunk that nobody knows', () => {
  it('may have flags, and hides nothing of the mesh', () => {
    const { desc, ...mesh } = decodeHmesh(readGolden('later-chunk.hmesh'));
    const { desc: wantedDesc, ...wanted } = decodeHmesh(readGolden('quad.hmesh'));
    expect(toTwin({ desc, ...mesh })).toEqual(toTwin({ desc: wantedDesc, ...wanted }));
  });

  it('has flags that a chunk of ours may not have', () => {
    const bytes = readGolden('later-chunk.hmesh');
    bytes[HEADER + ENTRY + 4] = 5;
    expect(validateHmesh(bytes)).toMatchObject([{ code: 'bad-value', field: 'ChunkEntry[1].flags', offset: 60 }]);
    expect(() => decodeHmesh(bytes)).toThrow(FormatError);
  });
});

describe('a kind that nobody knows', () => {
  it('is listed by a manifest under its number, found by its hash and written again', () => {
    const bytes = readGolden('later-kinds.hman');
    const wanted = { kind: 'unknown', kindNumber: 9, path: 'audio/steps.hsnd', hash: hashRef('audio/steps.hsnd') };
    expect(openHman(bytes).find(hashRef('audio/steps.hsnd'))).toMatchObject(wanted);
    const again = decodeHman(encodeHman(decodeHman(bytes).entries));
    expect(again).toEqual(decodeHman(bytes));
    expect(() => encodeHman([{ kind: 'unknown', colorspace: 'linear', path: 'a', hash: 1n }])).toThrow('kindNumber');
  });

  it('still has a color space where the kind is ours', () => {
    const bytes = withKind(readGolden('later-kinds.hman'), 'models/quad.hmesh', 3, 2);
    expect(validateHman(bytes)).toMatchObject([{ code: 'bad-value', field: expect.stringMatching(/colorspace$/) }]);
    expect(() => decodeHman(bytes)).toThrow(FormatError);
  });

  it('is read from a pack by its path, and through a library by its hash', async () => {
    const pack = await openPack(bytesSource(readGolden('later-kinds.hpack')));
    expect(pack.find('audio/steps.hsnd')?.kind).toBe('other');
    const library = await AssetLibrary.open(pack);
    expect((await library.read(hashRef('audio/steps.hsnd'))).bytes).toEqual(Uint8Array.of(1, 2, 3));
    await expect(library.loadMesh(hashRef('audio/steps.hsnd'))).rejects.toThrow(LibraryError);
  });
});
