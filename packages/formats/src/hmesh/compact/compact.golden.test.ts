// The golden meshes of the other forms. Vertices are written here straight from the spec's text, without the packers.

import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../testing/byte-writer.js';
import { survivesDamage, survivesOverwrites } from '../../testing/damage.js';
import { fullMesh } from '../../testing/full-mesh.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../../testing/golden.js';
import { Patient } from '../../testing/patient.js';
import { compactClusters, compactMesh, narrowModel, splitModel } from '../../testing/stored-mesh.js';
import { encodeHmesh } from '../encode.js';
import type { HmeshModel } from '../model.js';
import { decodeHmesh } from '../read.js';
import { validateHmesh } from '../validate.js';

const GOLDENS: readonly (readonly [string, () => HmeshModel])[] = [
  ['quad-compact', () => compactMesh()],
  ['quad-split', () => narrowModel(splitModel(fullMesh()))],
  ['quad-compact-clusters', compactClusters],
];

describe.each(GOLDENS)('%s.hmesh', (name, make) => {
  const file = `${name}.hmesh`;

  it('is what the encoder writes, decodes to its twin, and comes back unchanged', () => {
    writeGoldenIfAsked(file, encodeHmesh(make()));
    const bytes = readGolden(file);
    writeGoldenIfAsked(`${name}.json`, `${JSON.stringify(toTwin(decodeHmesh(bytes)), null, 1)}\n`);
    expect(encodeHmesh(make())).toEqual(bytes);
    expect(toTwin(decodeHmesh(bytes))).toEqual(readTwin(`${name}.json`));
    expect(encodeHmesh(decodeHmesh(bytes))).toEqual(bytes);
    expect(bytes.length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
    expect(validateHmesh(bytes)).toEqual([]);
  });

  it('gives a value or a FormatError for every truncation and flipped bit, and for overwritten words', () => {
    const subject = { bytes: readGolden(file), decode: decodeHmesh, validate: validateHmesh };
    const flips = survivesDamage(subject, 7);
    expect(flips.broken).toEqual([]);
    expect(flips.reported).toBeGreaterThanOrEqual(flips.refused);
    expect(survivesOverwrites(subject, 1500).broken).toEqual([]);
  });
});

it('has the vertex bytes of the spec', () => {
  const patient = new Patient(readGolden('quad-compact.hmesh').slice());
  const rowAt = (i: number): Uint8Array =>
    patient.bytes.slice(patient.at('VTXC') + i * 16, patient.at('VTXC') + i * 16 + 16);
  const half = 2 ** 13;
  // Position (1, 1, 0), normal +Z → (0, 0), tangent +X with negative handedness → angle 0 and bit 0, uv (1, 0).
  expect(rowAt(2)).toEqual(new ByteWriter().i16(half, half, 0, 1, 0, 0).u16(65535, 0).done());
  // Position (0, 0, 0), tangent +X: 2, because 0 is a missing one; uv (0, 1).
  expect(rowAt(0)).toEqual(new ByteWriter().i16(-half, -half, 0, 2, 0, 0).u16(0, 65535).done());
  // Joints 1 and 0 with 0.75 and 0.25: 191.25 and 63.75, of which the second has the larger remainder.
  const skin = patient.at('SKNC') + 3 * 8;
  expect([...patient.bytes.slice(skin, skin + 8)]).toEqual([1, 0, 0, 0, 191, 64, 0, 0]);
});

describe('broken rules', () => {
  const broken = (name: string, edit: (patient: Patient) => number, field: string) => {
    const patient = new Patient(readGolden(name).slice());
    const offset = edit(patient);
    expect(validateHmesh(patient.bytes)[0]).toMatchObject({ offset, field });
  };

  it.each<[string, (patient: Patient) => number, string]>([
    ['GRID.step', (p) => p.f32(p.at('GRID'), 3), 'a step of 3'],
    ['GRID.offset', (p) => p.f32(p.at('GRID') + 4, 1e-6), 'an offset between steps'],
    ['GRID.uvs1Min', (p) => p.u32(p.at('GRID') + 52, 1) - 52 + 32, 'halfs with a range'],
    ['GRID.uvs1Extent', (p) => p.f32(p.at('GRID') + 40, -1), 'a negative extent'],
    ['VTXC[1].position', (p) => p.u16(p.at('VTXC') + 18, 0x8000) - 2, 'the integer −32768'],
    ['VTXC[3].position', (p) => p.u16(p.at('VTXC') + 48, 0x7fff), 'a vertex outside the bounds'],
    ['SKNC[0].weights', (p) => p.u8(p.at('SKNC') + 4, 254), 'weights of 254'],
    ['SKNC[1].joints', (p) => p.u8(p.at('SKNC') + 9, 2), 'a joint that is not there'],
    ['DESC.vertexStride', (p) => p.u16(p.at('DESC') + 20, 28), 'the stride of another form'],
  ])('%s', (field, edit) => broken('quad-compact.hmesh', edit, field));

  it('reports chunks of two forms, and indices of two widths', () => {
    const renamed = new Patient(readGolden('quad-compact.hmesh').slice());
    const uvs = renamed.entry('UV1C');
    renamed.bytes.set(new TextEncoder().encode('UVS1'), uvs);
    expect(validateHmesh(renamed.bytes)[0]).toMatchObject({ code: 'bad-value', offset: uvs, field: 'UVS1' });
    const split = new Patient(readGolden('quad-split.hmesh').slice());
    const unknown = split.entry('CLR0');
    split.bytes.set(new TextEncoder().encode('LODI'), unknown);
    expect(validateHmesh(split.bytes)[0]).toMatchObject({ code: 'duplicate', offset: split.entry('LDI2') });
  });
});
