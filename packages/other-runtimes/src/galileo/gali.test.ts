import { createHash } from 'node:crypto';
import { FormatError } from '@assetc/formats';
import { xxh3 } from '@assetc/formats/declare';
import fc from 'fast-check';
import { xxhash3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { survivesDamage } from '../../../formats/src/testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeGali } from './encode.js';
import type { GaliGroupModel, GaliModel } from './model.js';
import { decodeGali } from './read.js';
import { formatUuid, galiUuid } from './uuid.js';
import { validateGali } from './validate.js';

const uuid = galiUuid(createHash('sha256').update('assetc:models/chair').digest());
const group = (vertices: number, channels: number, seed = 1): GaliGroupModel => ({
  center: [0, 0, 0],
  halfExtents: [1, 1, 1],
  indices: Uint32Array.from({ length: vertices * 3 }, (_, i) => (i * seed) % Math.max(1, vertices)),
  positions: Float32Array.from({ length: vertices * 3 }, (_, i) => ((i * 7 * seed) % 16) / 8 - 1),
  normals: Float32Array.from({ length: vertices * 3 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
  tangents: Float32Array.from({ length: vertices * 4 }, (_, i) => [1, 0, 0, -1][i % 4] ?? 0),
  texcoords: Array.from({ length: channels }, () => Uint16Array.from({ length: vertices * 2 }, (_, i) => i * 999)),
  colors: Array.from({ length: channels }, () => Uint8Array.from({ length: vertices * 4 }, (_, i) => i * 9)),
  joints: Array.from({ length: channels }, () => Uint16Array.from({ length: vertices * 4 }, (_, i) => i % 4)),
  weights: Array.from({ length: channels }, () => Uint16Array.from({ length: vertices * 4 }, () => 16383)),
});
const model = (): GaliModel => ({
  uuid,
  center: [0, 0, 0],
  halfExtents: [1, 1, 1],
  groups: [group(3, 1), group(2, 2, 3), group(1, 0)],
});

/** Two extensions, one of the mesh and one of the group, which also has attributes: what only other writers make. */
function extended(): Uint8Array {
  const plain = encodeGali({ ...model(), groups: [group(1, 0)] });
  const slice = plain.subarray(80 + 56);
  const bytes = new Uint8Array(80 + 56 + 64 + slice.length + 8 + 10);
  const view = new DataView(bytes.buffer);
  bytes.set(plain.subarray(0, 80 + 56));
  view.setUint32(36 + 28, 2, true);
  view.setBigUint64(36 + 32, BigInt(slice.length + 18), true);
  view.setUint32(36 + 40, 1, true);
  view.setBigUint64(80 + 32, BigInt(slice.length + 8), true);
  bytes[80 + 51] = 1;
  view.setUint32(80 + 52, 2, true);
  for (const [i, name, begin] of [
    [0, 'acme.lods', slice.length + 8],
    [1, 'acme.fur', slice.length + 12],
  ] as const) {
    bytes.set(new TextEncoder().encode(name), 136 + 32 * i);
    view.setUint32(136 + 32 * i + 16, 7 + i, true);
    view.setBigUint64(136 + 32 * i + 20, BigInt(begin), true);
  }
  bytes.set(slice, 200);
  bytes.set([1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 20, 21, 22, 23, 24, 25], 200 + slice.length);
  return resealed(bytes);
}

function resealed(bytes: Uint8Array, change?: (view: DataView) => void): Uint8Array {
  const view = new DataView(bytes.buffer);
  change?.(view);
  view.setBigUint64(28, xxh3(bytes.subarray(36)), true);
  return bytes;
}

describe('.gali goldens', () => {
  it.each([
    ['galileo', () => encodeGali(model())],
    ['galileo-extended', extended],
  ] as const)('%s keeps its bytes and its twin', (name, make) => {
    const bytes = make();
    const twin = toTwin(decodeGali(bytes));
    writeGoldenIfAsked(`${name}.gali`, bytes);
    writeGoldenIfAsked(`${name}.json`, `${JSON.stringify(twin, null, 1)}\n`);
    expect(bytes).toEqual(readGolden(`${name}.gali`));
    expect(twin).toEqual(readTwin(`${name}.json`));
    expect(validateGali(bytes)).toEqual([]);
  });

  it('survive every truncation and every flipped bit', () => {
    for (const bytes of [encodeGali(model()), extended()]) {
      const report = survivesDamage({ bytes, decode: decodeGali, validate: validateGali });
      expect(report.broken).toEqual([]);
      // The checksum sees every bit but those of the identity in the header.
      expect(report.refused).toBeGreaterThan(report.cases - 16 * 8 - 1);
    }
  });

  it('survive the same with a checksum that fits', () => {
    for (const bytes of [encodeGali(model()), extended()]) {
      const seal = (damaged: Uint8Array) => (damaged.length < 36 ? damaged : resealed(damaged.slice()));
      const report = survivesDamage({
        bytes,
        decode: (damaged) => decodeGali(seal(damaged)),
        validate: (damaged) => validateGali(seal(damaged)),
      });
      expect(report.broken).toEqual([]);
    }
  });
});

describe('.gali files', () => {
  it('give back every array of every group', () => {
    const groups = fc.array(
      fc.record({ vertices: fc.nat(9), channels: fc.nat(3), seed: fc.integer({ min: 1, max: 9 }) }),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(groups, (list) => {
        const wanted = { ...model(), groups: list.map((g) => group(g.vertices, g.channels, g.seed)) };
        const bytes = encodeGali(wanted);
        expect(decodeGali(bytes)).toMatchObject(wanted);
        expect(validateGali(bytes)).toEqual([]);
        expect(encodeGali(decodeGali(bytes))).toEqual(bytes);
      }),
    );
  });

  it('carry a checksum that another implementation agrees with', async () => {
    const bytes = encodeGali(model());
    const stored = new DataView(bytes.buffer).getBigUint64(28, true);
    expect(stored.toString(16).padStart(16, '0')).toBe(await xxhash3(bytes.subarray(36)));
  });

  it('keep the extensions of other writers', () => {
    const mesh = decodeGali(extended());
    expect(mesh.extensions).toMatchObject([
      { name: 'acme.lods', version: 7, data: Uint8Array.of(10, 11, 12, 13) },
      { name: 'acme.fur', version: 8, data: Uint8Array.of(20, 21, 22, 23, 24, 25) },
    ]);
    expect(mesh.groups[0]?.extensionAttributes).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  });

  it('have a UUID of version 4 that follows from the digest', () => {
    expect(formatUuid(uuid)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(formatUuid(galiUuid(new Uint8Array(32).fill(255)))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(() => galiUuid(new Uint8Array(15))).toThrow('16 bytes');
  });

  it('are not written from arrays that do not match', () => {
    const wrong = { ...group(2, 1), normals: new Float32Array(3) };
    expect(() => encodeGali({ ...model(), groups: [wrong] })).toThrow('normals');
    expect(() => encodeGali({ ...model(), groups: [{ ...group(2, 1), weights: [] }] })).toThrow('weights');
  });

  it('open from unaligned memory', () => {
    const bytes = encodeGali(model());
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(toTwin(decodeGali(shifted.subarray(1)))).toEqual(toTwin(decodeGali(bytes)));
  });
});

const NAN = 0x7fc00000;
const plain = (change: (view: DataView) => void) => resealed(encodeGali(model()), change);
const withExtensions = (change: (view: DataView) => void) => resealed(extended(), change);
/** Tables of three groups end here. */
const BUFFER = 80 + 3 * 56;

describe('validateGali rejects', () => {
  it.each<[string, Uint8Array, string, 'decodes'?]>([
    ['a wrong magic', plain((v) => v.setUint32(0, 1)), 'bad-magic GaliHeader.magic'],
    ['another major version', plain((v) => v.setUint8(4, 1)), 'bad-value GaliHeader.specMajor'],
    ['another minor version', plain((v) => v.setUint8(5, 2)), 'bad-value GaliHeader.specMinor'],
    ['another patch version', plain((v) => v.setUint16(6, 1, true)), 'bad-value GaliHeader.specPatch'],
    ['a UUID of another version', plain((v) => v.setUint8(14, 0x10)), 'bad-value GaliHeader.uuid', 'decodes'],
    ['a UUID of another variant', plain((v) => v.setUint8(16, 0)), 'bad-value GaliHeader.uuid', 'decodes'],
    ['another type', plain((v) => v.setUint32(24, 2, true)), 'bad-value GaliHeader.type'],
    ['a short file', plain(() => {}).subarray(0, 79), 'truncated GaliMesh'],
    ['a NaN center', plain((v) => v.setUint32(36, NAN, true)), 'bad-value GaliMesh.center'],
    ['negative extents', plain((v) => v.setFloat32(48, -1, true)), 'bad-value GaliMesh.halfExtents'],
    ['more groups than fit', plain((v) => v.setUint32(60, 1e6, true)), 'truncated GaliMesh'],
    ['more extensions than fit', plain((v) => v.setUint32(64, 1e6, true)), 'truncated GaliMesh'],
    ['a buffer beyond the file', plain((v) => v.setUint32(68, 1e6, true)), 'truncated GaliMesh'],
    ['bytes after the buffer', plain((v) => v.setUint32(68, v.byteLength - BUFFER - 4, true)), 'trailing-bytes file'],
    ['a slice that does not follow', plain((v) => v.setUint32(80 + 24, 4, true)), 'bad-range groups[0].sliceBegin'],
    ['a slice of another size', plain((v) => v.setUint32(80 + 32, 4, true)), 'bad-value groups[0].sliceSize'],
    ['half a triangle', plain((v) => v.setUint32(80 + 40, 8, true)), 'bad-value groups[0].indexCount'],
    [
      'counts that do not match the slice',
      plain((v) => v.setUint32(80 + 44, 4, true)),
      'bad-value groups[0].sliceSize',
    ],
    ['channels that do not match the slice', plain((v) => v.setUint8(80 + 48, 2)), 'bad-value groups[0].sliceSize'],
    [
      'an index beyond the vertices',
      plain((v) => v.setUint32(BUFFER, 3, true)),
      'bad-range groups[0].indices[0]',
      'decodes',
    ],
    [
      'a NaN position',
      plain((v) => v.setUint32(BUFFER + 36, NAN, true)),
      'bad-value groups[0].positions[0]',
      'decodes',
    ],
    [
      'an infinite normal',
      plain((v) => v.setUint32(BUFFER + 72, 0x7f800000, true)),
      'bad-value groups[0].normals[0]',
      'decodes',
    ],
    ['a NaN tangent', plain((v) => v.setUint32(BUFFER + 108, NAN, true)), 'bad-value groups[0].tangents[0]', 'decodes'],
    [
      'a vertex outside its box',
      plain((v) => v.setFloat32(BUFFER + 36, 5, true)),
      'bad-range groups[0].positions[0]',
      'decodes',
    ],
    [
      'a group outside the mesh',
      plain((v) => v.setFloat32(80 + 12, 9, true)),
      'bad-range groups[0].halfExtents',
      'decodes',
    ],
    ['an extension without name', withExtensions((v) => v.setUint8(136, 0)), 'bad-text extensions[0].name'],
    [
      'an extension inside a slice',
      withExtensions((v) => v.setUint32(156, 0, true)),
      'bad-range extensions[0].dataBegin',
    ],
    [
      'an extension beyond the buffer',
      withExtensions((v) => v.setUint32(156, 9999, true)),
      'bad-range extensions[0].dataBegin',
    ],
    [
      'an extension that does not exist',
      withExtensions((v) => v.setUint32(76, 3, true)),
      'bad-range GaliMesh.nextExtension',
      'decodes',
    ],
    [
      'a group’s extension that does not exist',
      withExtensions((v) => v.setUint32(132, 9, true)),
      'bad-range groups[0].nextExtension',
      'decodes',
    ],
    [
      'extensions in a circle',
      withExtensions((v) => v.setUint32(164, 1, true)),
      'bad-value GaliMesh.nextExtension',
      'decodes',
    ],
  ])('%s', (_, bytes, wanted, decodes) => {
    expect(validateGali(bytes).map(({ code, field }) => `${code} ${field}`)).toContain(wanted);
    if (decodes === undefined) expect(() => decodeGali(bytes)).toThrow(FormatError);
    else expect(() => decodeGali(bytes)).not.toThrow();
  });

  it('a checksum that is not that of the contents', () => {
    const bytes = encodeGali(model());
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(validateGali(bytes)).toMatchObject([{ field: 'GaliHeader.checksum', offset: 28 }]);
    expect(() => decodeGali(bytes)).toThrow(FormatError);
  });

  it('a buffer longer than its slices without an extension', () => {
    const bytes = encodeGali(model());
    const longer = new Uint8Array(bytes.length + 4);
    longer.set(bytes);
    const wrong = resealed(longer, (v) => v.setUint32(68, bytes.length - BUFFER + 4, true));
    expect(validateGali(wrong)).toMatchObject([{ field: 'GaliMesh.bufferSize' }]);
  });
});
