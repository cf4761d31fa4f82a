// Checks the bulk data of stored vertices: positions inside the bounds, texture coordinates finite, weights that add up.

import type { ChunkTable } from '../../chunked/chunk-table.js';
import { isFiniteHalf } from '../../codec/half-float.js';
import type { Problems } from '../../core/problem.js';
import { typedSection } from '../../core/typed-section.js';
import { type Placed, placed } from '../check/check-bulk.js';
import { boxTolerance } from '../check/check-tables.js';
import type { ChunkName } from '../layout.js';
import type { Bounds, Hmesh } from '../model.js';
import {
  CompactAttributes,
  CompactPosition,
  CompactVertex,
  compactSkinSize,
  GRID_MAX,
  NARROW_JOINTS,
  SplitAttributes,
  SplitPosition,
  UV_FORMATS,
  WEIGHT_SUM,
} from './compact-layout.js';
import type { Positions } from './positions.js';
import type { CompactParts, StoredVertices } from './stored-vertices.js';
import { formOf } from './vertex-form.js';

export function checkStored(
  { bounds }: Pick<Hmesh, 'bounds'>,
  { streams, compact }: StoredVertices,
  positions: Positions,
  table: ChunkTable<ChunkName>,
  problems: Problems,
): void {
  const isSplit = streams.length > 1;
  const [first, second] = formOf(compact !== undefined, isSplit).streams.map(([name], i) =>
    placed(table, name, streams[i] ?? new Uint8Array(0)),
  );
  if (first === undefined) return;
  const stride = compact ? (isSplit ? CompactPosition.size : CompactVertex.size) : SplitPosition.size;
  if (compact) checkIntegers(first, stride, problems);
  checkPositions(first, stride, positions, bounds, problems);
  const uvs = second ?? first;
  if (compact === undefined) checkFullUvs(uvs, problems);
  else if (UV_FORMATS[compact.grid.uvFormat] === 'float16')
    checkHalfUvs(uvs, isSplit ? CompactAttributes.size : CompactVertex.size, problems);
}

/** −32768 and −32767 are the same SNORM. */
function checkIntegers({ data, offset, name }: Placed<Uint8Array>, stride: number, problems: Problems): void {
  const count = Math.floor(data.length / stride);
  const integers = typedSection(Int16Array, data, 0, (count * stride) / 2);
  for (let i = 0; i < count; i++) {
    const at = (i * stride) / 2;
    const low = Math.min(integers[at] ?? 0, integers[at + 1] ?? 0, integers[at + 2] ?? 0);
    if (low < -GRID_MAX)
      problems.add('bad-value', offset + i * stride, `${name}[${i}].position`, `must not be below ${-GRID_MAX}`);
  }
}

function checkPositions(
  { offset, name }: Placed<Uint8Array>,
  stride: number,
  { floats, stride: step }: Positions,
  bounds: Bounds,
  problems: Problems,
): void {
  const tolerance = boxTolerance(bounds);
  const [x0 = 0, y0 = 0, z0 = 0] = bounds.aabbMin.map((v) => v - tolerance);
  const [x1 = 0, y1 = 0, z1 = 0] = bounds.aabbMax.map((v) => v + tolerance);
  // An inverted box is reported separately. Checking every vertex against it would only hide that.
  const boxHolds = x0 <= x1 && y0 <= y1 && z0 <= z1;
  for (let i = 0, at = 0; at + 2 < floats.length; i++, at += step) {
    const x = floats[at] ?? 0;
    const y = floats[at + 1] ?? 0;
    const z = floats[at + 2] ?? 0;
    if (x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1) continue;
    const hasValue = Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z);
    if (!hasValue || boxHolds)
      problems.add(
        'bad-value',
        offset + i * stride,
        `${name}[${i}].position`,
        hasValue ? 'is outside BNDS' : 'must be finite',
      );
  }
}

function checkFullUvs({ data, offset, name }: Placed<Uint8Array>, problems: Problems): void {
  const count = Math.floor(data.length / SplitAttributes.size);
  const floats = typedSection(Float32Array, data, 0, (count * SplitAttributes.size) / 4);
  const uvAt = SplitAttributes.offsetOf('uv');
  for (let i = 0; i < count; i++) {
    const at = (i * SplitAttributes.size + uvAt) / 4;
    if (!Number.isFinite(floats[at]) || !Number.isFinite(floats[at + 1]))
      problems.add('bad-value', offset + at * 4, `${name}[${i}].uv`, 'must be finite');
  }
}

/** The texture coordinates are the last four bytes of a row. */
function checkHalfUvs({ data, offset, name }: Placed<Uint8Array>, stride: number, problems: Problems): void {
  const count = Math.floor(data.length / stride);
  const halfs = typedSection(Uint16Array, data, 0, (count * stride) / 2);
  for (let i = 0; i < count; i++) {
    const at = ((i + 1) * stride) / 2 - 2;
    if (!isFiniteHalf(halfs[at] ?? 0) || !isFiniteHalf(halfs[at + 1] ?? 0))
      problems.add('bad-value', offset + at * 2, `${name}[${i}].uv`, 'must be finite');
  }
}

export function checkCompactUvs1({ uvs1, grid }: CompactParts, offset: number, problems: Problems): void {
  if (uvs1 === undefined || UV_FORMATS[grid.uvs1Format] !== 'float16') return;
  for (let i = 0; i < uvs1.length; i++)
    if (!isFiniteHalf(uvs1[i] ?? 0)) problems.add('bad-value', offset + i * 2, `UV1C[${i >> 1}]`, 'must be finite');
}

export function checkCompactSkin(
  { data, offset, name }: Placed<Uint8Array>,
  jointCount: number,
  problems: Problems,
): void {
  const size = compactSkinSize(jointCount);
  const jointBytes = jointCount > NARROW_JOINTS ? 2 : 1;
  for (let i = 0; (i + 1) * size <= data.length; i++) {
    const row = i * size;
    let sum = 0;
    for (let lane = 0; lane < 4; lane++) {
      const at = row + lane * jointBytes;
      const joint = jointBytes === 1 ? (data[at] ?? 0) : (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8);
      if (joint >= jointCount)
        problems.add(
          'bad-range',
          offset + at,
          `${name}[${i}].joints`,
          `names joint ${joint}, must be below ${jointCount}`,
        );
      sum += data[row + size - 4 + lane] ?? 0;
    }
    if (sum !== WEIGHT_SUM)
      problems.add(
        'bad-value',
        offset + row + size - 4,
        `${name}[${i}].weights`,
        `add up to ${sum}, must be ${WEIGHT_SUM}`,
      );
  }
}
