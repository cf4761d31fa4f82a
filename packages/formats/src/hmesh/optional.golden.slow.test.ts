// The golden mesh with every chunk. Those after NODE are written here straight from the spec's text, without the structs of
// the encoder; the others are those of the smaller golden.

import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../testing/byte-writer.js';
import { chunkFile, chunksOf, type NamedChunk } from '../testing/chunk-file.js';
import { survivesDamage, survivesOverwrites } from '../testing/damage.js';
import { clusteredMesh, emptyMesh, fullMesh, micromapMesh, wordsMesh } from '../testing/full-mesh.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeHmesh } from './encode.js';
import { decodeHmesh } from './read.js';
import { validateHmesh } from './validate.js';

/** One flipped bit a byte, another one in the next byte; all of them in the long form. */
const EVERY_BIT = process.env.ASSETC_LONG === undefined ? 9 : 1;

const w = () => new ByteWriter();

/** "Sitz", "", "Leder", "material_0", "Hüfte", "root", "smile", "blink", "smile". */
const names = (): Uint8Array =>
  w()
    .u32(2, 2, 2, 3)
    .u32(0, 4, 4, 9, 19, 25, 29, 34, 39, 44)
    .pad(16)
    .ascii('SitzLedermaterial_0H')
    .bytes([0xc3, 0xbc])
    .ascii('fterootsmileblinksmile')
    .done();

/** Half floats: 1 is 0x3c00, 0.5 0x3800, 0.25 0x3400, 4 0x4400, 2 0x4000. */
const colors = (): Uint8Array =>
  w()
    .u32(2, 0, 0, 0)
    .u16(0x3c00, 0x3800, 0x3400, 0x3c00)
    .u16(0x4400, 0, 0, 0x3c00)
    .u16(0, 0x4000, 0, 0x3800)
    .u16(0x3c00, 0x3c00, 0x3c00, 0x3c00)
    .done();

const morphs = (): Uint8Array =>
  w()
    .u32(3, 2, 5, 3, 1, 0, 0, 0)
    .u32(0, 2)
    .f32(1.5)
    .u32(0)
    .u32(2, 1)
    .f32(0.25)
    .u32(0)
    .u32(0, 2, 0, 0, 1)
    .f32(0.5)
    .u32(0, 0)
    .u32(2, 1, 2, 0, 3)
    .f32(0)
    .u32(0, 0)
    .u32(3, 2, 3, 1, 0)
    .f32(-1)
    .u32(0, 0)
    .u32(0, 2, 1, 0, 3)
    .pad(16)
    .f32(0, 0, 1, 0, 0.5, 0, -1, 0, 0, 0, 0, 0.25, 0, 0, -0.25)
    .pad(16)
    .f32(0, 0.25, 0, 0.125, 0, 0, 0, 0, -0.5)
    .pad(16)
    .f32(0, 1, 0)
    .done();

const lines = (): Uint8Array =>
  w().u32(2, 7, 0, 0).u32(0, 0, 3, 1).u32(1, 3, 4, 0xffffffff).u32(0, 1, 3, 0, 1, 1, 2).done();

const optional = (): readonly NamedChunk[] => [
  ['NAMS', names()],
  ['LODE', w().f32(0.125, 0.125, 0.25, 0.5).done()],
  ['CLR0', colors()],
  ['UVS1', w().f32(0, 0, 0.5, 0, 0.5, 0.5, 0, -2).done()],
  ['MRPH', morphs()],
  ['LNPT', lines()],
];

/** One cluster above the two meshlets of the quad. */
const clusters = (): readonly NamedChunk[] => {
  const bounds = (row: ByteWriter) => row.f32(0.5, 0.5, 0, 0.75).f32(0, 0, 1, 0.25);
  const rows = w();
  bounds(rows.u32(0, 0).u8(3, 1, 1, 0).u32(1))
    .f32(0.5)
    .u32(0, 0xffffffff, 0);
  bounds(rows.u32(0, 0).u8(3, 1, 0, 0).u32(0))
    .f32(0)
    .u32(0xffffffff, 0, 1);
  bounds(rows.u32(3, 1).u8(3, 1, 0, 0).u32(1))
    .f32(0)
    .u32(0xffffffff, 0, 1);
  return [
    ['CLUS', rows.done()],
    ['CLVR', w().u32(0, 1, 2).done()],
    ['CLTR', w().u8(0, 1, 2).done()],
    ['CLGR', w().f32(0.5, 0.5, 0, 0.75, 0.5).u32(1, 2, 0).done()],
    ['CLPG', w().u32(0, 1, 0, 3, 0, 3, 0, 1, 235, 0, 0, 0).u32(1, 2, 3, 1, 0, 6, 0, 2, 210, 1, 0, 0).done()],
  ];
};

const full = (): Uint8Array => chunkFile('HMSH', 2, [...chunksOf(readGolden('quad.hmesh')), ...optional()]);

const clustered = (): Uint8Array => chunkFile('HMSH', 2, [...chunksOf(readGolden('quad.hmesh')), ...clusters()]);

/** Each triangle is the corners 0, 1 and 2 of its meshlet. */
const inWords = (): Uint8Array =>
  chunkFile('HMSH', 2, [
    ...chunksOf(readGolden('quad.hmesh')),
    ...clusters(),
    ['MLTW', w().u8(0, 1, 2, 0).u8(0, 1, 2, 0).done()],
    ['CLTW', w().u8(0, 1, 2, 0).done()],
  ]);

/** Usages by ascending level; counts of submesh 0, its two levels, submesh 1 and its two levels. Formats: 2. */
const micromaps = (): Uint8Array =>
  w()
    .u32(4, 2, 2, 2, 2, 1, 5, 0)
    .u32(1, 1, 2, 1, 2, 2)
    .pad(16)
    .u32(0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0)
    .u32(0)
    .u16(2, 2)
    .u32(4)
    .u16(1, 2)
    .u32(0, 0xfffffffe)
    .pad(16)
    .u32(1)
    .pad(16)
    .u8(0xe4, 0, 0x55, 0xaa, 0x1b)
    .done();

const withMicromaps = (): Uint8Array =>
  chunkFile('HMSH', 2, [...chunksOf(readGolden('quad.hmesh')), ['OMAP', micromaps()]]);

/** No vertices: every chunk that has a row a vertex, an index or a meshlet is there and empty. */
function empty(): Uint8Array {
  const none = new Uint8Array(0);
  const skeleton = chunksOf(readGolden('quad.hmesh')).find(([name]) => name === 'SKEL')?.[1] ?? none;
  return chunkFile('HMSH', 2, [
    ['DESC', w().u32(0, 0, 0, 1, 0).u16(28).u8(2, 0).u32(64, 124).done()],
    ['BNDS', w().zeros(40).done()],
    ...(['VTXS', 'IDXS', 'MLET', 'MLVR', 'MLTR', 'MLBN', 'MTRL'] as const).map((name): NamedChunk => [name, none]),
    ['SUBM', w().u32(0, 0, 0, 0, 0xffffffff, 0).zeros(40).done()],
    ['SKIN', none],
    ['SKEL', skeleton],
    ['NAMS', w().u32(1, 0, 2, 0).u32(0, 0, 6, 10).ascii('H').bytes([0xc3, 0xbc]).ascii('fteroot').done()],
  ]);
}

const desc = { vertexStride: 28, indexWidth: 2, meshletMaxVerts: 64, meshletMaxTris: 124 };
const goldens = [
  [
    'quad-full',
    full,
    fullMesh,
    { vertexCount: 4, indexCount: 6, meshletCount: 2, submeshCount: 2, materialCount: 2, flags: 1, ...desc },
  ],
  [
    'quad-clusters',
    clustered,
    clusteredMesh,
    { vertexCount: 4, indexCount: 6, meshletCount: 2, submeshCount: 2, materialCount: 2, flags: 1, ...desc },
  ],
  [
    'quad-words',
    inWords,
    wordsMesh,
    { vertexCount: 4, indexCount: 6, meshletCount: 2, submeshCount: 2, materialCount: 2, flags: 1, ...desc },
  ],
  [
    'quad-micromaps',
    withMicromaps,
    micromapMesh,
    { vertexCount: 4, indexCount: 6, meshletCount: 2, submeshCount: 2, materialCount: 2, flags: 1, ...desc },
  ],
  [
    'skeleton',
    empty,
    emptyMesh,
    { vertexCount: 0, indexCount: 0, meshletCount: 0, submeshCount: 1, materialCount: 0, flags: 0, ...desc },
  ],
] as const;

describe.each(goldens)('the golden mesh %s', (name, make, model, counts) => {
  it('follows the spec, byte for byte', () => {
    writeGoldenIfAsked(`${name}.hmesh`, make());
    expect(readGolden(`${name}.hmesh`)).toEqual(make());
    expect(make().length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
  });

  it('decodes to its twin and comes back from the encoder unchanged', () => {
    const twin = `${JSON.stringify(toTwin({ version: 2, desc: counts, ...model() }), null, 1)}\n`;
    writeGoldenIfAsked(`${name}.json`, twin);
    const bytes = readGolden(`${name}.hmesh`);
    expect(toTwin(decodeHmesh(bytes))).toEqual(readTwin(`${name}.json`));
    expect(encodeHmesh(decodeHmesh(bytes))).toEqual(bytes);
    expect(encodeHmesh(model())).toEqual(bytes);
    expect(validateHmesh(bytes)).toEqual([]);
  });

  it('survives every truncation, and flipped bits', () => {
    const bytes = readGolden(`${name}.hmesh`);
    const report = survivesDamage({ bytes, decode: decodeHmesh, validate: validateHmesh }, EVERY_BIT);
    expect(report.broken).toEqual([]);
    expect(report.cases).toBe(bytes.length + Math.ceil((bytes.length * 8) / EVERY_BIT));
    expect(report.refused).toBeGreaterThan(bytes.length);
    expect(report.reported).toBeGreaterThanOrEqual(report.refused);
  });

  it('survives words overwritten by extremes', () => {
    const bytes = readGolden(`${name}.hmesh`);
    const report = survivesOverwrites({ bytes, decode: decodeHmesh, validate: validateHmesh }, 5000);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(1000);
  });
});

it('a reader that knows no words sees the mesh with clusters', () => {
  const { meshletTriangleWords, clusters, ...known } = decodeHmesh(readGolden('quad-words.hmesh'));
  expect(toTwin({ ...known, clusters: { ...clusters, triangleWords: undefined } })).toEqual(
    toTwin(decodeHmesh(readGolden('quad-clusters.hmesh'))),
  );
});

it('a reader that knows none of the later chunks sees the mesh of the smaller golden', () => {
  const { names, lods, colors, uvs1, morphs, lines, ...known } = decodeHmesh(readGolden('quad-full.hmesh'));
  const { lods: oldLods, ...old } = decodeHmesh(readGolden('quad.hmesh'));
  expect(toTwin(known)).toEqual(toTwin(old));
  expect(toTwin({ ...lods, errors: undefined })).toEqual(toTwin(oldLods));
});
