// One test for each rule of docs/formats/hmesh.md: a good file, one change, the problem that it must cause and where.

import { describe, expect, it } from 'vitest';
import { costRatio } from '../../../../tests/support/processor-time.js';
import type { Problem } from '../core/problem.js';
import { alignUp, fourcc } from '../core/struct.js';
import { decodeHmesh1 } from '../hmesh1/read.js';
import { validateHmesh1 } from '../hmesh1/validate.js';
import { readGolden } from '../testing/golden.js';
import { Patient } from '../testing/patient.js';
import { sampleMesh } from '../testing/sample-mesh.js';
import { encodeHmesh } from './encode.js';
import { decodeHmesh } from './read.js';
import { validateHmesh } from './validate.js';

/** Breaks the sample with `change`, which returns where the problem must be reported. */
function diagnose(change: (mesh: Patient) => number): { problems: readonly Problem[]; at: number; bytes: Uint8Array } {
  const patient = new Patient(encodeHmesh(sampleMesh()));
  const at = change(patient);
  return { problems: validateHmesh(patient.bytes), at, bytes: patient.bytes };
}

type Rule = readonly [name: string, code: Problem['code'], field: string, change: (mesh: Patient) => number];

/** Found by tables alone: the decoder refuses these too. */
const tableRules: readonly Rule[] = [
  ['a wrong magic', 'bad-magic', 'HmeshFileHeader.magic', (m) => m.u8(0, 0x49) * 0],
  ['an unknown version', 'bad-version', 'HmeshFileHeader.version', (m) => m.u32(4, 3)],
  ['version 1 under the wrong decoder', 'bad-version', 'HmeshFileHeader.version', (m) => m.u32(4, 1)],
  ['header flags', 'bad-value', 'HmeshFileHeader.flags', (m) => m.u32(12, 1)],
  ['reserved header bytes in use', 'bad-value', 'HmeshFileHeader.reserved1', (m) => m.u64(24, 1)],
  ['a table past the end', 'truncated', 'HmeshFileHeader.chunkCount', (m) => m.u32(8, 0xffffffff)],
  ['chunk flags', 'bad-value', 'ChunkEntry[0].flags', (m) => m.u32(m.entry('DESC') + 4, 1)],
  ['a chunk past the end', 'truncated', 'ChunkEntry[14]', (m) => m.u64(m.entry('NODE') + 16, 4096) - 8],
  [
    'a chunk whose offset and size overflow 64 bits',
    'truncated',
    'ChunkEntry[14]',
    (m) => {
      m.view.setBigUint64(m.entry('NODE') + 8, 0xfffffffffffffff0n, true);
      return m.entry('NODE') + 8;
    },
  ],
  ['a chunk off its boundary', 'bad-alignment', 'NODE.offset', (m) => m.u64(m.entry('NODE') + 8, m.at('NODE') - 8)],
  ['a chunk inside the table', 'bad-range', 'BNDS.offset', (m) => m.u64(m.entry('BNDS') + 8, 32)],
  ['overlapping chunks', 'bad-range', 'SKEL.offset', (m) => m.u64(m.entry('SKEL') + 8, m.at('SKEL') - 16)],
  ['a chunk twice', 'duplicate', 'ChunkEntry[14].fourcc', (m) => m.u32(m.entry('NODE'), fourcc('SKEL'))],
  ...(['DESC', 'BNDS', 'VTXS', 'IDXS', 'SUBM', 'MLET', 'MLVR', 'MLTR', 'MLBN', 'MTRL'] as const).map(
    (name): Rule => [`a missing ${name}`, 'missing', name, (m) => m.hide(name) * 0 + 32],
  ),
  ['SKIN without SKEL', 'missing', 'SKEL', (m) => m.hide('SKEL') * 0 + 32],
  ['SKEL without SKIN', 'missing', 'SKIN', (m) => m.hide('SKIN') * 0 + 32],
  ['LODI without LODT', 'missing', 'LODT', (m) => m.hide('LODT') * 0 + 32],
  ['LODT without LODI', 'missing', 'LODI', (m) => m.hide('LODI') * 0 + 32],
  ['DESC with another stride', 'bad-value', 'DESC.vertexStride', (m) => m.u16(m.at('DESC') + 20, 32)],
  ['DESC with an index width of 3', 'bad-value', 'DESC.indexWidth', (m) => m.u8(m.at('DESC') + 22, 3)],
  ['DESC with four bytes an index for few vertices', 'bad-value', 'DESC.indexWidth', (m) => m.u8(m.at('DESC') + 22, 4)],
  ['DESC with unknown flags', 'bad-value', 'DESC.flags', (m) => m.u8(m.at('DESC') + 23, 3)],
  ['DESC with another meshlet limit', 'bad-value', 'DESC.meshletMaxTris', (m) => m.u32(m.at('DESC') + 28, 126)],
  ['DESC without submeshes', 'bad-value', 'DESC.submeshCount', (m) => m.u32(m.at('DESC') + 12, 0)],
  ['DESC of another size', 'bad-range', 'DESC.size', (m) => m.u64(m.entry('DESC') + 16, 31)],
  ['BNDS of another size', 'bad-range', 'BNDS.size', (m) => m.u64(m.entry('BNDS') + 16, 44)],
  ['VTXS that disagrees with DESC', 'bad-range', 'VTXS.size', (m) => m.u32(m.at('DESC'), 3) * 0 + m.entry('VTXS') + 16],
  ['IDXS that disagrees with DESC', 'bad-range', 'IDXS.size', (m) => m.u64(m.entry('IDXS') + 16, 10)],
  ['MLET that disagrees with DESC', 'bad-range', 'MLET.size', (m) => m.u64(m.entry('MLET') + 16, 16)],
  ['MLBN that disagrees with DESC', 'bad-range', 'MLBN.size', (m) => m.u64(m.entry('MLBN') + 16, 32)],
  ['MTRL that disagrees with DESC', 'bad-range', 'MTRL.size', (m) => m.u64(m.entry('MTRL') + 16, 8)],
  ['SUBM that disagrees with DESC', 'bad-range', 'SUBM.size', (m) => m.u64(m.entry('SUBM') + 16, 64)],
  ['SKIN that disagrees with DESC', 'bad-range', 'SKIN.size', (m) => m.u64(m.entry('SKIN') + 16, 72)],
  ['half an entry in MLVR', 'bad-range', 'MLVR.size', (m) => m.u64(m.entry('MLVR') + 16, 23)],
  ['a third of a triangle in MLTR', 'bad-range', 'MLTR.size', (m) => m.u64(m.entry('MLTR') + 16, 5)],
  ['half a joint', 'bad-range', 'SKEL.size', (m) => m.u64(m.entry('SKEL') + 16, 168)],
  ['a skeleton without joints', 'bad-range', 'SKEL.size', (m) => m.u64(m.entry('SKEL') + 16, 0)],
  ['half a node', 'bad-range', 'NODE.size', (m) => m.u64(m.entry('NODE') + 16, 200)],
  ['LODT of another size', 'bad-range', 'LODT.size', (m) => m.u32(m.at('LODT'), 3) * 0 + m.entry('LODT') + 16],
  ['LODT for other submeshes', 'bad-value', 'LODT.submeshCount', (m) => m.u32(m.at('LODT') + 4, 1)],
  ['submeshes with a gap between them', 'bad-range', 'SUBM[1].firstIndex', (m) => m.u32(m.at('SUBM') + 64, 4)],
  ['submeshes that overlap', 'bad-range', 'SUBM[1].firstIndex', (m) => m.u32(m.at('SUBM') + 64, 0)],
  ['submeshes that leave indices out', 'bad-range', 'SUBM', (m) => m.u32(m.at('SUBM') + 68, 0) - 68],
  ['a submesh past the indices', 'bad-range', 'SUBM[1].indexCount', (m) => m.u32(m.at('SUBM') + 68, 6)],
  ['a submesh of half a triangle', 'bad-value', 'SUBM[1].indexCount', (m) => m.u32(m.at('SUBM') + 68, 2)],
  ['submeshes whose meshlets do not tile', 'bad-range', 'SUBM[1].firstMeshlet', (m) => m.u32(m.at('SUBM') + 72, 0)],
  ['submeshes that leave meshlets out', 'bad-range', 'SUBM', (m) => m.u32(m.at('SUBM') + 76, 0) - 76],
  ['a submesh past the meshlets', 'bad-range', 'SUBM[1].meshletCount', (m) => m.u32(m.at('SUBM') + 76, 2)],
  ['a material slot out of range', 'bad-range', 'SUBM[0].materialSlot', (m) => m.u32(m.at('SUBM') + 16, 2)],
  ['a base vertex', 'bad-value', 'SUBM[0].baseVertex', (m) => m.u32(m.at('SUBM') + 20, 1)],
  ['a submesh box outside BNDS', 'bad-value', 'SUBM[0].aabbMax', (m) => m.f32(m.at('SUBM') + 36, 1.001)],
  ['a submesh box below BNDS', 'bad-value', 'SUBM[0].aabbMin', (m) => m.f32(m.at('SUBM') + 24, -0.001)],
  ...(['aabbMin', 'aabbMax', 'sphereCenter', 'sphereRadius'] as const).flatMap((name, i): Rule[] => [
    [`an infinite BNDS.${name}`, 'bad-value', `BNDS.${name}`, (m) => m.f32(m.at('BNDS') + i * 12, Infinity)],
    [`an infinite SUBM.${name}`, 'bad-value', `SUBM[1].${name}`, (m) => m.f32(m.at('SUBM') + 88 + i * 12, Infinity)],
  ]),
  ['a negative submesh radius', 'bad-value', 'SUBM[1].sphereRadius', (m) => m.f32(m.at('SUBM') + 64 + 60, -1)],
  ['a NaN in BNDS', 'bad-value', 'BNDS.sphereRadius', (m) => m.f32(m.at('BNDS') + 36, Number.NaN)],
  ['a box inside out', 'bad-value', 'BNDS.aabbMin', (m) => m.f32(m.at('BNDS'), 2)],
  ['a negative radius', 'bad-value', 'BNDS.sphereRadius', (m) => m.f32(m.at('BNDS') + 36, -1)],
  ['a NaN in SUBM', 'bad-value', 'SUBM[1].sphereCenter', (m) => m.f32(m.at('SUBM') + 64 + 48, Number.NaN)],
  ['a joint whose parent does not exist', 'bad-range', 'SKEL[0].parent', (m) => m.u32(m.at('SKEL') + 104, 2)],
  ['a joint whose parent is −2', 'bad-value', 'SKEL[0].parent', (m) => m.u32(m.at('SKEL') + 104, 0xfffffffe)],
  ['a joint that is its own parent', 'bad-value', 'SKEL[1].parent', (m) => m.u32(m.at('SKEL') + 112 + 104, 1)],
  ['joints in a circle', 'bad-value', 'SKEL[1].parent', (m) => m.u32(m.at('SKEL') + 112 + 104, 0)],
  [
    'an infinite inverse bind matrix',
    'bad-value',
    'SKEL[0].inverseBind',
    (m) => m.f32(m.at('SKEL'), Number.POSITIVE_INFINITY),
  ],
  ['a NaN bind rotation', 'bad-value', 'SKEL[1].bindR', (m) => m.f32(m.at('SKEL') + 112 + 76, Number.NaN)],
  ['a LOD range past LODI', 'bad-range', 'LODT[0].firstIndex', (m) => m.u32(m.at('LODT') + 8, 1)],
  ['a LOD range of half a triangle', 'bad-value', 'LODT[0].indexCount', (m) => m.u32(m.at('LODT') + 12, 2)],
  ['a node before its parent', 'bad-range', 'NODE[1].parent', (m) => m.u32(m.at('NODE') + 88 + 64, 1)],
  [
    'nodes out of pre-order',
    'bad-order',
    'NODE[2].parent',
    (m) => {
      m.u32(m.at('NODE') + 88 + 64, 0xffffffff);
      return m.at('NODE') + 176 + 64;
    },
  ],
  ['a node past the submeshes', 'bad-range', 'NODE[1].firstSubmesh', (m) => m.u32(m.at('NODE') + 88 + 68, 2)],
  ['a NaN node matrix', 'bad-value', 'NODE[2].local', (m) => m.f32(m.at('NODE') + 176, Number.NaN)],
];

/** Found by walking the bulk data: only the validator looks. */
const bulkRules: readonly Rule[] = [
  ['an index out of range', 'bad-range', 'IDXS[5]', (m) => m.u16(m.at('IDXS') + 10, 4)],
  ['a meshlet vertex out of range', 'bad-range', 'MLVR[5]', (m) => m.u32(m.at('MLVR') + 20, 4)],
  ['a meshlet triangle out of range', 'bad-range', 'MLTR[4]', (m) => m.u8(m.at('MLTR') + 4, 3)],
  ['a meshlet past MLVR', 'bad-range', 'MLET[1].vertexOffset', (m) => m.u32(m.at('MLET') + 16, 4)],
  ['a meshlet past MLTR', 'bad-range', 'MLET[1].triangleOffset', (m) => m.u32(m.at('MLET') + 24, 2)],
  ['a NaN meshlet sphere', 'bad-value', 'MLBN[1].radius', (m) => m.f32(m.at('MLBN') + 32 + 12, Number.NaN)],
  [
    'an infinite meshlet sphere',
    'bad-value',
    'MLBN[0].radius',
    (m) => m.f32(m.at('MLBN') + 12, Number.POSITIVE_INFINITY),
  ],
  ['a negative meshlet radius', 'bad-value', 'MLBN[1].radius', (m) => m.f32(m.at('MLBN') + 32 + 12, -0.5)],
  ['a meshlet center that is NaN', 'bad-value', 'MLBN[1].center', (m) => m.f32(m.at('MLBN') + 32 + 4, Number.NaN)],
  ['a NaN cone cutoff', 'bad-value', 'MLBN[0].coneCutoff', (m) => m.f32(m.at('MLBN') + 28, Number.NaN)],
  ['an infinite cone', 'bad-value', 'MLBN[0].coneAxis', (m) => m.f32(m.at('MLBN') + 20, Number.NEGATIVE_INFINITY)],
  ['a joint index out of range', 'bad-range', 'SKIN[1].joints', (m) => m.u16(m.at('SKIN') + 24 + 2, 2)],
  ['a NaN weight', 'bad-value', 'SKIN[0].weights', (m) => m.f32(m.at('SKIN') + 12, Number.NaN)],
  ['weights that do not add up to 1', 'bad-value', 'SKIN[2].weights', (m) => m.f32(m.at('SKIN') + 48 + 8, 0.25)],
  ['a LOD index out of range', 'bad-range', 'LODI[2]', (m) => m.u32(m.at('LODI') + 8, 4)],
  ['a vertex outside BNDS', 'bad-value', 'VTXS[2].position', (m) => m.f32(m.at('VTXS') + 56, 1.0001)],
  ['a NaN position', 'bad-value', 'VTXS[1].position', (m) => m.f32(m.at('VTXS') + 28, Number.NaN)],
  ['an infinite position', 'bad-value', 'VTXS[1].position', (m) => m.f32(m.at('VTXS') + 28, Number.POSITIVE_INFINITY)],
  ['a NaN texture coordinate', 'bad-value', 'VTXS[3].uv', (m) => m.f32(m.at('VTXS') + 84 + 20, Number.NaN)],
  // The second submesh draws vertices 0, 2 and 3; a box that ends at x = 0.5 leaves vertex 2 to somebody else.
  [
    'an index of a vertex outside its submesh',
    'bad-range',
    'IDXS[4]',
    (m) => m.f32(m.at('SUBM') + 64 + 36, 0.5) * 0 + m.at('IDXS') + 8,
  ],
  [
    'a meshlet vertex outside its submesh',
    'bad-range',
    'MLVR[4]',
    (m) => m.f32(m.at('SUBM') + 64 + 36, 0.5) * 0 + m.at('MLVR') + 16,
  ],
  // Vertex 3 is at y = 1. Levels of the first submesh name it, of its other indices 2 does.
  [
    'an index below the box of its submesh',
    'bad-range',
    'IDXS[1]',
    (m) => m.f32(m.at('SUBM') + 28, 0.5) * 0 + m.at('IDXS') + 2,
  ],
  ['a level outside its submesh', 'bad-range', 'LODI[2]', (m) => m.f32(m.at('SUBM') + 40, 0.5) * 0 + m.at('LODI') + 8],
  ['padding that is not zero', 'bad-value', 'padding before VTXS', (m) => m.u8(m.at('VTXS') - 1, 1)],
];

describe('the validator rejects, and so does the decoder:', () => {
  it.each(tableRules)('%s', (_, code, field, change) => {
    const { problems, at, bytes } = diagnose(change);
    expect(problems).toContainEqual(expect.objectContaining({ code, field, offset: at }));
    expect(() => decodeHmesh(bytes)).toThrow(expect.objectContaining({ name: 'FormatError' }));
  });
});

describe('the validator rejects:', () => {
  it.each(bulkRules)('%s', (_, code, field, change) => {
    const { problems, at, bytes } = diagnose(change);
    expect(problems).toContainEqual(expect.objectContaining({ code, field, offset: at }));
    expect(() => decodeHmesh(bytes)).not.toThrow();
  });

  it('a meshlet larger than the limits', () => {
    const { problems } = diagnose((m) => m.u32(m.at('MLET') + 4, 65));
    expect(problems).toContainEqual(expect.objectContaining({ field: 'MLET[0].vertexCount' }));
    const triangles = diagnose((m) => m.u32(m.at('MLET') + 12, 125));
    expect(triangles.problems).toContainEqual(expect.objectContaining({ field: 'MLET[0].triangleCount' }));
  });

  it('triangles that no meshlet uses', () => {
    const { problems, at } = diagnose((m) => m.u32(m.at('MLET') + 12, 0) * 0 + m.at('MLTR'));
    expect(problems).toMatchObject([{ code: 'bad-range', field: 'MLTR', offset: at }]);
  });

  it('a missing MTRL, but not where it would be empty', () => {
    const bytes = encodeHmesh({
      ...sampleMesh(),
      materials: new BigUint64Array(0),
      submeshes: sampleMesh().submeshes.map((submesh) => ({ ...submesh, materialSlot: 0xffffffff })),
    });
    const patient = new Patient(bytes);
    patient.hide('MTRL');
    expect(validateHmesh(bytes)).toEqual([]);
    expect(decodeHmesh(bytes).materials).toEqual(new BigUint64Array(0));
    const { problems } = diagnose((m) => m.hide('MTRL'));
    expect(problems).toMatchObject([{ code: 'missing', field: 'MTRL' }]);
  });

  it('bytes after the last payload', () => {
    const bytes = encodeHmesh(sampleMesh());
    const longer = new Uint8Array(alignUp(bytes.length + 1, 16));
    longer.set(bytes);
    expect(validateHmesh(longer)).toMatchObject([{ code: 'trailing-bytes', offset: bytes.length }]);
  });
});

describe('the validator', () => {
  it('forgives a vertex that rounding has put outside the box', () => {
    expect(diagnose((m) => m.f32(m.at('VTXS') + 56, 1.000009)).problems).toEqual([]);
    expect(diagnose((m) => m.f32(m.at('SUBM') + 36, 1.000009)).problems).toEqual([]);
  });

  it('lets submeshes share vertices, and forgives one that rounding has put outside the box of its submesh', () => {
    expect(validateHmesh(encodeHmesh(sampleMesh()))).toEqual([]);
    expect(diagnose((m) => m.f32(m.at('SUBM') + 36, 0.999991)).problems).toEqual([]);
    expect(diagnose((m) => m.f32(m.at('SUBM') + 36, 0.99998)).problems.map(({ field }) => field)).toEqual([
      'IDXS[1]',
      'IDXS[2]',
      'MLVR[1]',
      'MLVR[2]',
      'LODI[1]',
    ]);
  });

  it('follows levels that repeat each other without end only so far', async () => {
    const model = sampleMesh();
    const indices = new Uint32Array(60_000);
    const meshOf = (lodCount: number): Uint8Array => {
      const ranges = Uint32Array.from({ length: lodCount * 4 }, (_, i) => (i % 2) * indices.length);
      return encodeHmesh({ ...model, lods: { lodCount, indices, ranges } });
    };
    const [few, many] = [meshOf(100), meshOf(10_000)];
    const check = (bytes: Uint8Array) => () => expect(validateHmesh(bytes)).toEqual([]);
    // Following all of them would take 100 times as long.
    expect(await costRatio(check(few), check(many))).toBeLessThan(25);
  });

  it('reports every problem, not only the first', () => {
    const { problems } = diagnose((m) => {
      m.u32(12, 1);
      m.u16(m.at('IDXS'), 9);
      m.u16(m.at('IDXS') + 4, 9);
      m.f32(m.at('VTXS') + 20, Number.NaN);
      return m.u32(m.at('SUBM') + 16, 7);
    });
    expect(problems.map(({ field }) => field).sort()).toEqual([
      'HmeshFileHeader.flags',
      'IDXS[0]',
      'IDXS[2]',
      'SUBM[0].materialSlot',
      'VTXS[0].uv',
    ]);
  });

  it('counts equal problems instead of listing thousands', () => {
    const model = sampleMesh();
    const indices = new Uint16Array(3000);
    const bytes = encodeHmesh({
      ...model,
      indices,
      submeshes: [
        {
          ...model.submeshes[0],
          indexCount: 2997,
          firstIndex: 0,
          firstMeshlet: 0,
          meshletCount: 1,
          materialSlot: 0,
          ...model.bounds,
        },
        { firstIndex: 2997, indexCount: 3, firstMeshlet: 1, meshletCount: 1, materialSlot: 0, ...model.bounds },
      ],
    });
    const patient = new Patient(bytes);
    bytes.fill(0xff, patient.at('IDXS'), patient.at('IDXS') + 6000);
    const problems = validateHmesh(bytes);
    expect(problems.length).toBe(17);
    expect(problems.at(-1)?.message).toBe('2984 more of the same');
  });
});

describe('the validator of version 1 rejects:', () => {
  const rules: readonly Rule[] = [
    ['version 2', 'bad-version', 'HmeshFileHeader.version', (m) => m.u32(4, 2)],
    ...(['BNDS', 'VTXS', 'IDXS', 'MTRL', 'MLVR', 'MLTR', 'MLBN'] as const).map(
      (name): Rule => [`a missing ${name}`, 'missing', name, (m) => m.hide(name) * 0 + 32],
    ),
    ['another stride', 'bad-value', 'VTXS.stride', (m) => m.u32(m.at('VTXS') + 4, 28)],
    [
      'more vertices than bytes',
      'bad-range',
      'VTXS.size',
      (m) => m.u32(m.at('VTXS'), 0xffffffff) * 0 + m.entry('VTXS') + 16,
    ],
    ['more indices than bytes', 'bad-range', 'IDXS.size', (m) => m.u32(m.at('IDXS'), 7) * 0 + m.entry('IDXS') + 16],
    ['an index size of 3', 'bad-value', 'IDXS.size', (m) => m.u32(m.at('IDXS') + 4, 3)],
    ['more materials than bytes', 'bad-range', 'MTRL.size', (m) => m.u32(m.at('MTRL'), 5) * 0 + m.entry('MTRL') + 16],
    ['half a meshlet', 'bad-range', 'MLET.size', (m) => m.u64(m.entry('MLET') + 16, 24)],
    ['bounds for other meshlets', 'bad-range', 'MLBN.size', (m) => m.u64(m.entry('MLBN') + 16, 32)],
    ['an index out of range', 'bad-range', 'IDXS[1]', (m) => m.u16(m.at('IDXS') + 8 + 2, 4)],
    ['a meshlet triangle out of range', 'bad-range', 'MLTR[0]', (m) => m.u8(m.at('MLTR'), 3)],
    ['a vertex outside BNDS', 'bad-value', 'VTXS[1].position', (m) => m.f32(m.at('VTXS') + 8 + 36, 2)],
    ['a NaN texture coordinate', 'bad-value', 'VTXS[1].uv', (m) => m.f32(m.at('VTXS') + 8 + 36 + 28, Number.NaN)],
    ['a normal with four numbers', 'bad-value', 'VTXS[0].normal', (m) => m.u16(m.at('VTXS') + 8 + 18, 1) - 2],
    ['a tangent with four numbers', 'bad-value', 'VTXS[0].tangent', (m) => m.u16(m.at('VTXS') + 8 + 24, 1)],
    ['a chunk of version 2', 'unsupported', 'NODE', (m) => m.u32(m.entry('MLBN'), fourcc('NODE'))],
  ];
  it.each(rules)('%s', (_, code, field, change) => {
    const patient = new Patient(readGolden('quad-v1.hmesh'));
    const at = change(patient);
    expect(validateHmesh1(patient.bytes)).toContainEqual(expect.objectContaining({ code, field, offset: at }));
  });

  it('nothing in a good file', () => {
    expect(validateHmesh1(readGolden('quad-v1.hmesh'))).toEqual([]);
    expect(decodeHmesh1(readGolden('quad-v1.hmesh')).vertexCount).toBe(4);
  });
});
