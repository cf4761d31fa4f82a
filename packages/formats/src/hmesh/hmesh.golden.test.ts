// The golden meshes, written here straight from the spec's text, without the structs of the encoder.

import { describe, expect, it } from 'vitest';
import { decodeAnyHmesh, validateAnyHmesh } from '../hmesh1/any-hmesh.js';
import type { Hmesh1Model } from '../hmesh1/model.js';
import { decodeHmesh1 } from '../hmesh1/read.js';
import { validateHmesh1 } from '../hmesh1/validate.js';
import { ByteWriter } from '../testing/byte-writer.js';
import { chunkFile } from '../testing/chunk-file.js';
import { survivesDamage, survivesOverwrites } from '../testing/damage.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { sampleMesh, sampleMesh1 } from '../testing/sample-mesh.js';
import { encodeHmesh } from './encode.js';
import type { Bounds, HmeshModel } from './model.js';
import { decodeHmesh } from './read.js';
import { validateHmesh } from './validate.js';

const writeBounds = (out: ByteWriter, b: Bounds) =>
  out.f32(...b.aabbMin, ...b.aabbMax, ...b.sphereCenter, b.sphereRadius);

const w = () => new ByteWriter();

function goldenMesh(m: HmeshModel): Uint8Array {
  const { skin, lods, nodes } = m;
  if (!skin || !lods || !nodes) throw new Error('the golden mesh has everything');
  const submeshes = w();
  for (const s of m.submeshes)
    writeBounds(submeshes.u32(s.firstIndex, s.indexCount, s.firstMeshlet, s.meshletCount, s.materialSlot, 0), s);
  const skeleton = w();
  for (const j of skin.joints)
    skeleton
      .f32(...j.inverseBind, ...j.bindT, ...j.bindR, ...j.bindS)
      .i32(j.parent)
      .u32(0);
  const scene = w();
  for (const n of nodes)
    scene
      .f32(...n.local)
      .i32(n.parent)
      .u32(n.firstSubmesh, n.submeshCount, 0)
      .u64(n.nameHash);
  return chunkFile('HMSH', 2, [
    ['DESC', w().u32(4, 6, 2, 2, 2).u16(28).u8(2, 1).u32(64, 124).done()],
    ['BNDS', writeBounds(w(), m.bounds).done()],
    ['VTXS', m.vertices],
    [
      'IDXS',
      w()
        .u16(...m.indices)
        .done(),
    ],
    [
      'MLET',
      w()
        .u32(...m.meshlets)
        .done(),
    ],
    [
      'MLVR',
      w()
        .u32(...m.meshletVertices)
        .done(),
    ],
    ['MLTR', m.meshletTriangles],
    [
      'MLBN',
      w()
        .f32(...m.meshletBounds)
        .done(),
    ],
    [
      'MTRL',
      w()
        .u64(...m.materials)
        .done(),
    ],
    ['SUBM', submeshes.done()],
    ['SKIN', skin.vertices],
    ['SKEL', skeleton.done()],
    [
      'LODI',
      w()
        .u32(...lods.indices)
        .done(),
    ],
    [
      'LODT',
      w()
        .u32(2, 2, ...lods.ranges)
        .done(),
    ],
    ['NODE', scene.done()],
  ]);
}

function goldenMesh1(m: Hmesh1Model): Uint8Array {
  return chunkFile('HMSH', 1, [
    ['BNDS', writeBounds(w(), m.bounds).done()],
    ['VTXS', w().u32(4, 36).bytes(m.vertices).done()],
    [
      'IDXS',
      w()
        .u32(6, 2)
        .u16(...m.indices)
        .done(),
    ],
    [
      'MLET',
      w()
        .u32(...m.meshlets)
        .done(),
    ],
    [
      'MLVR',
      w()
        .u32(...m.meshletVertices)
        .done(),
    ],
    ['MLTR', m.meshletTriangles],
    [
      'MLBN',
      w()
        .f32(...m.meshletBounds)
        .done(),
    ],
    [
      'MTRL',
      w()
        .u32(4)
        .u64(...m.materials)
        .done(),
    ],
  ]);
}

const twinOf = (value: unknown): string => `${JSON.stringify(toTwin(value), null, 1)}\n`;

describe('golden meshes', () => {
  it('follow the spec, byte for byte', () => {
    writeGoldenIfAsked('quad.hmesh', goldenMesh(sampleMesh()));
    writeGoldenIfAsked('quad-v1.hmesh', goldenMesh1(sampleMesh1()));
    expect(readGolden('quad.hmesh')).toEqual(goldenMesh(sampleMesh()));
    expect(readGolden('quad-v1.hmesh')).toEqual(goldenMesh1(sampleMesh1()));
  });

  it('decode to their twins', () => {
    const { vertices, ...mesh } = sampleMesh();
    const desc = {
      vertexCount: 4,
      indexCount: 6,
      meshletCount: 2,
      submeshCount: 2,
      materialCount: 2,
      vertexStride: 28,
      indexWidth: 2,
      flags: 1,
      meshletMaxVerts: 64,
      meshletMaxTris: 124,
    };
    writeGoldenIfAsked('quad.json', twinOf({ version: 2, desc, vertices, ...mesh }));
    writeGoldenIfAsked('quad-v1.json', twinOf({ version: 1, vertexCount: 4, ...sampleMesh1() }));
    expect(toTwin(decodeHmesh(readGolden('quad.hmesh')))).toEqual(readTwin('quad.json'));
    expect(toTwin(decodeHmesh1(readGolden('quad-v1.hmesh')))).toEqual(readTwin('quad-v1.json'));
  });

  it('come back from the encoder unchanged (version 1: packages/other-runtimes)', () => {
    expect(encodeHmesh(decodeHmesh(readGolden('quad.hmesh')))).toEqual(readGolden('quad.hmesh'));
  });

  it('are small and have no problems', () => {
    for (const file of ['quad.hmesh', 'quad-v1.hmesh']) {
      expect(readGolden(file).length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
      expect(validateAnyHmesh(readGolden(file))).toEqual([]);
    }
  });

  it('hold the vertex bytes of the spec', () => {
    const { vertices } = decodeHmesh(readGolden('quad.hmesh'));
    // Vertex 2: position (1, 1, 0), normal +Z → (0, 0), tangent +X with negative handedness → (32767, 0), uv (1, 0).
    expect(vertices.slice(56, 84)).toEqual(w().f32(1, 1, 0).i16(0, 0, 32767, 0).f32(1, 0).done());
  });
});

describe('damaged meshes', () => {
  it.each([
    ['quad.hmesh', decodeHmesh, validateHmesh],
    ['quad-v1.hmesh', decodeHmesh1, validateHmesh1],
  ] as const)('%s: every truncation and flipped bit gives a value or a FormatError', (file, decode, validate) => {
    const bytes = readGolden(file);
    const report = survivesDamage({ bytes, decode, validate });
    expect(report.broken).toEqual([]);
    expect(report.cases).toBe(bytes.length * 9);
    expect(report.refused).toBeGreaterThan(bytes.length);
    expect(report.reported).toBeGreaterThanOrEqual(report.refused);
  });

  it('survive under whichever decoder their version asks for', () => {
    for (const file of ['quad.hmesh', 'quad-v1.hmesh']) {
      const subject = { bytes: readGolden(file).slice(0, 256), decode: decodeAnyHmesh, validate: validateAnyHmesh };
      expect(survivesDamage(subject).broken).toEqual([]);
    }
  });

  it.each([
    ['quad.hmesh', decodeHmesh, validateHmesh],
    ['quad-v1.hmesh', decodeHmesh1, validateHmesh1],
  ] as const)('%s: words overwritten by extremes give a value or a FormatError', (file, decode, validate) => {
    const report = survivesOverwrites({ bytes: readGolden(file), decode, validate }, 5000);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(1000);
  });
});
