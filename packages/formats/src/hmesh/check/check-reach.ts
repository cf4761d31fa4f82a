// Everything that a submesh draws must be inside its box, by its indices, meshlets and levels of detail: culling by the box would lose the
// rest. Submeshes may share vertices, so only the box reveals an index that belongs to another submesh.

import type { Problems } from '../../core/problem.js';
import type { ClusterRow } from '../clusters/cluster-layout.js';
import type { Positions } from '../compact/positions.js';
import { MESHLET_MAX_VERTICES } from '../layout.js';
import type { Bounds, Hmesh } from '../model.js';
import type { Placed } from './check-bulk.js';
import { boxTolerance } from './check-tables.js';

type Indices = Placed<Uint16Array | Uint32Array>;

interface Drawn {
  readonly indices: Indices;
  readonly meshletVertices: Indices;
  readonly levels: Indices | undefined;
}

/** Levels may share ranges of LODI; a file that repeats them too often is not checked completely. */
const REPEATS = 8;

export function checkReach(
  mesh: Hmesh,
  positions: Positions,
  { indices, meshletVertices, levels }: Drawn,
  problems: Problems,
): void {
  const { submeshes, meshlets, lods } = mesh;
  const tolerance = boxTolerance(mesh.bounds);
  let nextIndex = 0;
  let levelIndicesLeft = (levels?.data.length ?? 0) * REPEATS;
  for (const [i, submesh] of submeshes.entries()) {
    // An inverted box is reported separately. Checking every vertex against it would only hide that.
    if (!isBox(submesh)) continue;
    const box = widened(submesh, tolerance);
    const check = (drawn: Indices, first: number, count: number): void => {
      const end = Math.min(first + count, drawn.data.length);
      for (let at = first; at < end; ) {
        at = firstOutside(drawn.data, at, end, positions, box);
        if (at < end) complain(drawn, at++, i, problems);
      }
    };
    // Submeshes that do not tile are reported separately, and checked once.
    if (submesh.firstIndex >= nextIndex) check(indices, submesh.firstIndex, submesh.indexCount);
    nextIndex = Math.max(nextIndex, submesh.firstIndex + submesh.indexCount);
    const lastMeshlet = Math.min(submesh.firstMeshlet + submesh.meshletCount, Math.floor(meshlets.length / 4));
    for (let m = submesh.firstMeshlet; m < lastMeshlet; m++)
      check(meshletVertices, meshlets[m * 4] ?? 0, Math.min(meshlets[m * 4 + 1] ?? 0, MESHLET_MAX_VERTICES));
    if (levels === undefined || lods === undefined) continue;
    const lastLevel = Math.min((i + 1) * lods.lodCount, Math.floor(lods.ranges.length / 2));
    for (let level = i * lods.lodCount; level < lastLevel && levelIndicesLeft > 0; level++) {
      const count = Math.min(lods.ranges[level * 2 + 1] ?? 0, levelIndicesLeft);
      check(levels, lods.ranges[level * 2] ?? 0, count);
      levelIndicesLeft -= count;
    }
  }
}

/** The same for the clusters above the meshlets; `rows` tile `entries`. */
export function checkClusterReach(
  mesh: Hmesh,
  positions: Positions,
  rows: readonly Pick<ClusterRow, 'submesh' | 'vertexOffset' | 'vertexCount'>[],
  entries: Indices,
  problems: Problems,
): void {
  const tolerance = boxTolerance(mesh.bounds);
  const boxes = mesh.submeshes.map((submesh) => (isBox(submesh) ? widened(submesh, tolerance) : undefined));
  for (const { submesh, vertexOffset, vertexCount } of rows) {
    const box = boxes[submesh];
    const end = Math.min(vertexOffset + vertexCount, entries.data.length);
    for (let at = vertexOffset; box !== undefined && at < end; ) {
      at = firstOutside(entries.data, at, end, positions, box);
      if (at < end) complain(entries, at++, submesh, problems);
    }
  }
}

const widened = ({ aabbMin, aabbMax }: Pick<Bounds, 'aabbMin' | 'aabbMax'>, by: number): Float64Array =>
  Float64Array.of(...aabbMin.map((low) => low - by), ...aabbMax.map((high) => high + by));

const isBox = ({ aabbMin, aabbMax }: Pick<Bounds, 'aabbMin' | 'aabbMax'>): boolean =>
  aabbMin.every((low, axis) => low <= (aabbMax[axis] ?? Number.NaN));

function complain({ data, offset, name }: Indices, at: number, submesh: number, problems: Problems): void {
  problems.add(
    'bad-range',
    offset + at * data.BYTES_PER_ELEMENT,
    `${name}[${at}]`,
    `is ${data[at]}, a vertex outside the box of SUBM[${submesh}]`,
  );
}

/** The first position in [first, end) whose vertex is outside `box` (low corner, high corner), else `end`. */
function firstOutside(
  indices: Uint16Array | Uint32Array,
  first: number,
  end: number,
  { floats, stride }: Positions,
  box: Float64Array,
): number {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = box;
  for (let i = first; i < end; i++) {
    const at = (indices[i] ?? 0) * stride;
    const x = floats[at] ?? x0;
    const y = floats[at + 1] ?? y0;
    const z = floats[at + 2] ?? z0;
    // NaN compares as inside, and a missing vertex is read as a corner of the box: both are reported by other checks.
    if (x < x0 || x > x1 || y < y0 || y > y1 || z < z0 || z > z1) return i;
  }
  return end;
}
