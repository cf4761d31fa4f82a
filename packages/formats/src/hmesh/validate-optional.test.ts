// One test for each rule of docs/formats/hmesh.md about the chunks after NODE: a good file, one change, the problem that it
// must cause and where.

import { describe, expect, it } from 'vitest';
import type { Problem } from '../core/problem.js';
import { fullMesh, linesMesh } from '../testing/full-mesh.js';
import { Patient } from '../testing/patient.js';
import { encodeHmesh } from './encode.js';
import type { HmeshModel } from './model.js';
import { decodeHmesh } from './read.js';
import { validateHmesh } from './validate.js';

type Rule = readonly [name: string, code: Problem['code'], field: string, change: (mesh: Patient) => number];

function diagnose(change: (mesh: Patient) => number) {
  const patient = new Patient(encodeHmesh(fullMesh()));
  const at = change(patient);
  return { problems: validateHmesh(patient.bytes), at, bytes: patient.bytes };
}

// Places inside MRPH: ranges of 16 bytes from 32, targets of 32 bytes from 64, then the arrays.
const TARGETS = 64;
const VERTICES = 160;
const POSITIONS = 192;
const NORMALS = 256;
const TANGENTS = 304;

/** Found by tables alone: the decoder refuses these too. */
const tableRules: readonly Rule[] = [
  ['NAMS without room for its header', 'bad-range', 'NAMS.size', (m) => m.u64(m.entry('NAMS') + 16, 12)],
  ['names for other submeshes', 'bad-value', 'NAMS.submeshCount', (m) => m.u32(m.at('NAMS'), 3)],
  ['names for other materials', 'bad-value', 'NAMS.materialCount', (m) => m.u32(m.at('NAMS') + 4, 1)],
  ['names for other joints', 'bad-value', 'NAMS.jointCount', (m) => m.u32(m.at('NAMS') + 8, 0)],
  ['names for other targets', 'bad-value', 'NAMS.targetCount', (m) => m.u32(m.at('NAMS') + 12, 4)],
  ['more names than bytes', 'bad-range', 'NAMS', (m) => m.u32(m.at('NAMS') + 12, 0xffffffff) + 4],
  [
    'names without the targets they name',
    'bad-value',
    'NAMS.targetCount',
    (m) => m.hide('MRPH') * 0 + m.at('NAMS') + 12,
  ],
  ['a name that goes back', 'bad-order', 'NAMS.offsets[2]', (m) => m.u32(m.at('NAMS') + 24, 3)],
  ['a name that is not UTF-8', 'bad-text', 'NAMS[4]', (m) => m.u8(m.at('NAMS') + 64 + 20, 0x20) - 1],
  ['LODE of another size', 'bad-range', 'LODE.size', (m) => m.u64(m.entry('LODE') + 16, 12)],
  ['LODE without levels', 'missing', 'LODT', (m) => m.hide('LODT') * 0 + m.hide('LODI') * 0 + 32],
  ['an error that is NaN', 'bad-value', 'LODE[1]', (m) => m.f32(m.at('LODE') + 4, Number.NaN)],
  ['an error that is infinite', 'bad-value', 'LODE[3]', (m) => m.f32(m.at('LODE') + 12, Number.POSITIVE_INFINITY)],
  ['an error below zero', 'bad-value', 'LODE[0]', (m) => m.f32(m.at('LODE'), -0.5)],
  ['an unknown color format', 'bad-value', 'CLR0.format', (m) => m.u32(m.at('CLR0'), 3)],
  ['padding in CLR0 that is not zero', 'bad-value', 'CLR0.pad', (m) => m.u32(m.at('CLR0') + 12, 1) - 8],
  ['colors of another size', 'bad-range', 'CLR0.size', (m) => m.u32(m.at('CLR0'), 0) * 0 + m.entry('CLR0') + 16],
  ['UVS1 of another size', 'bad-range', 'UVS1.size', (m) => m.u64(m.entry('UVS1') + 16, 24)],
  ['MRPH without room for its header', 'bad-range', 'MRPH.size', (m) => m.u64(m.entry('MRPH') + 16, 31)],
  ['MRPH for other submeshes', 'bad-value', 'MRPH.submeshCount', (m) => m.u32(m.at('MRPH') + 4, 1)],
  ['more targets than bytes', 'bad-range', 'MRPH.size', (m) => m.u32(m.at('MRPH'), 1e9) * 0 + m.entry('MRPH') + 16],
  ['padding in the header of MRPH', 'bad-value', 'MRPH.pad', (m) => m.u32(m.at('MRPH') + 28, 1) - 8],
  ['ranges with a gap', 'bad-range', 'MRPH.range[1].firstTarget', (m) => m.u32(m.at('MRPH') + 48, 3)],
  ['a range past the targets', 'bad-range', 'MRPH.range[1].targetCount', (m) => m.u32(m.at('MRPH') + 52, 2)],
  ['ranges that leave a target out', 'bad-range', 'MRPH.targetCount', (m) => m.u32(m.at('MRPH') + 52, 0) - 52],
  ['a NaN extent', 'bad-value', 'MRPH.range[0].extent', (m) => m.f32(m.at('MRPH') + 40, Number.NaN)],
  [
    'an infinite extent',
    'bad-value',
    'MRPH.range[0].extent',
    (m) => m.f32(m.at('MRPH') + 40, Number.POSITIVE_INFINITY),
  ],
  ['an extent below zero', 'bad-value', 'MRPH.range[1].extent', (m) => m.f32(m.at('MRPH') + 56, -1)],
  ['padding in a range', 'bad-value', 'MRPH.range[0].pad', (m) => m.u32(m.at('MRPH') + 44, 1)],
  ['entries with a gap', 'bad-range', 'MRPH.target[1].firstEntry', (m) => m.u32(m.at('MRPH') + TARGETS + 32, 3)],
  ['entries past the end', 'bad-range', 'MRPH.target[2].firstEntry', (m) => m.u32(m.at('MRPH') + TARGETS + 68, 3) - 4],
  [
    'entries of no target',
    'bad-range',
    'MRPH.entryCount',
    (m) => m.u32(m.at('MRPH') + TARGETS + 68, 1) * 0 + m.at('MRPH') + 8,
  ],
  ['normals with a gap', 'bad-range', 'MRPH.target[1].firstNormal', (m) => m.u32(m.at('MRPH') + TARGETS + 40, 1)],
  [
    'normals of no target',
    'bad-range',
    'MRPH.normalCount',
    (m) => {
      m.u32(m.at('MRPH') + TARGETS + 32 + 16, 2);
      m.u32(m.at('MRPH') + TARGETS + 64 + 8, 2);
      return m.at('MRPH') + 12;
    },
  ],
  ['normals past the end', 'bad-range', 'MRPH.target[2].firstNormal', (m) => m.u32(m.at('MRPH') + TARGETS + 80, 1) - 8],
  [
    'a place of normals that a target without them does not keep',
    'bad-range',
    'MRPH.target[2].firstNormal',
    (m) => m.u32(m.at('MRPH') + TARGETS + 72, 0),
  ],
  ['tangents with a gap', 'bad-range', 'MRPH.target[1].firstTangent', (m) => m.u32(m.at('MRPH') + TARGETS + 44, 1)],
  [
    'tangents of no target',
    'bad-range',
    'MRPH.tangentCount',
    (m) => {
      m.u32(m.at('MRPH') + TARGETS + 32 + 16, 1);
      m.u32(m.at('MRPH') + TARGETS + 64 + 12, 0);
      return m.at('MRPH') + 16;
    },
  ],
  ['unknown flags of a target', 'bad-value', 'MRPH.target[0].flags', (m) => m.u32(m.at('MRPH') + TARGETS + 16, 5)],
  [
    'a default weight that is NaN',
    'bad-value',
    'MRPH.target[0].defaultWeight',
    (m) => m.f32(m.at('MRPH') + TARGETS + 20, Number.NaN),
  ],
  ['padding in a target', 'bad-value', 'MRPH.target[0].pad', (m) => m.u32(m.at('MRPH') + TARGETS + 28, 1) - 4],
  ['padding between the arrays of MRPH', 'bad-value', 'padding in MRPH', (m) => m.u8(m.at('MRPH') + POSITIONS - 1, 1)],
  ['LNPT without room for its header', 'bad-range', 'LNPT.size', (m) => m.u64(m.entry('LNPT') + 16, 15)],
  ['LNPT of another size', 'bad-range', 'LNPT.size', (m) => m.u32(m.at('LNPT') + 4, 8) * 0 + m.entry('LNPT') + 16],
  ['padding in the header of LNPT', 'bad-value', 'LNPT.pad', (m) => m.u32(m.at('LNPT') + 8, 1)],
  ['an unknown mode', 'bad-value', 'LNPT.range[0].mode', (m) => m.u32(m.at('LNPT') + 16, 2)],
  ['line ranges with a gap', 'bad-range', 'LNPT.range[1].first', (m) => m.u32(m.at('LNPT') + 36, 4)],
  ['a line range past the indices', 'bad-range', 'LNPT.range[1].count', (m) => m.u32(m.at('LNPT') + 40, 6)],
  ['line ranges that leave indices out', 'bad-range', 'LNPT.indexCount', (m) => m.u32(m.at('LNPT') + 40, 2) - 36],
  ['half a line', 'bad-value', 'LNPT.range[1].count', (m) => m.u32(m.at('LNPT') + 40, 3)],
  [
    'lines of a material that is not there',
    'bad-range',
    'LNPT.range[0].materialSlot',
    (m) => m.u32(m.at('LNPT') + 28, 2),
  ],
  ['flags of a chunk', 'bad-value', 'ChunkEntry[19].flags', (m) => m.u32(m.entry('MRPH') + 4, 1)],
];

/** Found by walking the bulk data: only the validator looks. */
const bulkRules: readonly Rule[] = [
  ['an infinite color', 'bad-value', 'CLR0[1]', (m) => m.u16(m.at('CLR0') + 16 + 10, 0x7c00)],
  ['a NaN color', 'bad-value', 'CLR0[3]', (m) => m.u16(m.at('CLR0') + 16 + 30, 0xfe01)],
  ['a NaN in UVS1', 'bad-value', 'UVS1[3]', (m) => m.f32(m.at('UVS1') + 28, Number.NaN)],
  ['a morphed vertex out of range', 'bad-range', 'MRPH.vertex[4]', (m) => m.u32(m.at('MRPH') + VERTICES + 16, 4)],
  ['morphed vertices that go back', 'bad-order', 'MRPH.vertex[4]', (m) => m.u32(m.at('MRPH') + VERTICES + 12, 3) + 4],
  ['a vertex morphed twice', 'bad-order', 'MRPH.vertex[1]', (m) => m.u32(m.at('MRPH') + VERTICES + 4, 0)],
  ['a NaN position delta', 'bad-value', 'MRPH.positions[4]', (m) => m.f32(m.at('MRPH') + POSITIONS + 56, Number.NaN)],
  ['a NaN normal delta', 'bad-value', 'MRPH.normals[2]', (m) => m.f32(m.at('MRPH') + NORMALS + 24, Number.NaN)],
  [
    'an infinite tangent delta',
    'bad-value',
    'MRPH.tangents[0]',
    (m) => m.f32(m.at('MRPH') + TANGENTS + 8, Number.NEGATIVE_INFINITY),
  ],
  ['a line to a vertex that is not there', 'bad-range', 'LNPT.index[6]', (m) => m.u32(m.at('LNPT') + 48 + 24, 4)],
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
    expect(problems).toMatchObject([{ code, field, offset: at }]);
    expect(() => decodeHmesh(bytes)).not.toThrow();
  });
});

const encodedLines = (point: readonly number[]) => encodeHmesh(linesMesh(point));

describe('the validator reports', () => {
  it.each([
    [[0, 0, 0], 'aabbMin', [0, 1, 2]],
    [[5.5, 7, 5.5], 'aabbMax', [1]],
  ] as const)('an empty submesh whose box is outside the mesh, at %j, which readers open', (point, field, axes) => {
    const bytes = encodedLines(point);
    const at = new Patient(bytes).at('SUBM') + (field === 'aabbMin' ? 24 : 36);
    expect(validateHmesh(bytes)).toEqual(
      axes.map((axis) => ({
        code: 'bad-value',
        offset: at,
        field: `SUBM[0].${field}`,
        message: `is outside BNDS (axis ${axis})`,
      })),
    );
    expect(decodeHmesh(bytes).lines?.indices).toEqual(Uint32Array.of(0, 1));
  });
});

describe('the validator accepts', () => {
  it('a vertex that two targets move, and one that goes back from target to target', () => {
    expect([...(fullMesh().morphs?.vertices ?? [])]).toEqual([0, 2, 1, 0, 3]);
    expect(validateHmesh(encodeHmesh(fullMesh()))).toEqual([]);
  });

  it('errors that do not grow, and bits of colors that are no halfs', () => {
    const { lods, ...mesh } = fullMesh();
    const errors = Float32Array.of(0.5, 0.25, 0, 0);
    const colors = { format: 'unorm16', values: new Uint16Array(16).fill(0x7c00) } as const;
    expect(validateHmesh(encodeHmesh({ ...mesh, lods: lods && { ...lods, errors }, colors }))).toEqual([]);
  });

  it('the ends of lines as vertices like others', () => {
    const bytes = encodedLines([5.5, 5.5, 5.5]);
    expect(validateHmesh(bytes)).toEqual([]);
    const patient = new Patient(bytes);
    patient.f32(patient.at('VTXS') + 28, 9);
    expect(validateHmesh(bytes)).toMatchObject([{ field: 'VTXS[1].position', message: 'is outside BNDS' }]);
  });
});

describe('the encoder refuses', () => {
  const full = fullMesh();
  const morphs = full.morphs ?? { ranges: [], targets: [], ...none() };
  it.each([
    ['names for fewer submeshes', { names: { submeshes: ['a'], materials: ['', ''], joints: ['', ''], targets: [] } }],
    ['half a surrogate pair', { names: { ...full.names, submeshes: ['\ud800', ''] } as HmeshModel['names'] }],
    ['errors for fewer levels', { lods: full.lods && { ...full.lods, errors: new Float32Array(3) } }],
    ['colors for fewer vertices', { colors: { format: 'unorm8', values: new Uint8Array(12) } }],
    ['bytes for halfs', { colors: { format: 'float16', values: new Uint8Array(16) } }],
    ['texture coordinates for fewer vertices', { uvs1: new Float32Array(6) }],
    ['targets for fewer submeshes', { morphs: { ...morphs, ranges: morphs.ranges.slice(1) } }],
    ['deltas for fewer vertices', { morphs: { ...morphs, positions: new Float32Array(12) } }],
    ['two thirds of a normal', { morphs: { ...morphs, normals: new Float32Array(8) } }],
    [
      'half a line',
      { lines: { ranges: [{ mode: 'lines', first: 0, count: 1, materialSlot: 0 }], indices: Uint32Array.of(0) } },
    ],
  ] satisfies [string, Partial<HmeshModel>][])('%s', (_, change) => {
    const encode = () => encodeHmesh({ ...fullMesh(), ...change });
    expect(encode).toThrow(Error);
    expect(encode).not.toThrow(expect.objectContaining({ name: 'FormatError' }));
  });
});

function none() {
  const empty = new Float32Array(0);
  return { vertices: new Uint32Array(0), positions: empty, normals: empty, tangents: empty };
}
