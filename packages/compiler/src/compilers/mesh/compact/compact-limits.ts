// How far compact vertices may be from their source. What `mesh.maxError` does not limit is limited by the triangles, submesh by submesh: an
// island must keep its shape even if a sea of 60 km, whose triangles are large, belongs to the same mesh and thus to the same grid.

import type { MeshSettings } from '../settings.js';
import { type IndexedRows, UV } from '../vertices/vertex-rows.js';
import { type CompactErrors, measureErrors } from './measure-errors.js';

/** Of the mean edge of the triangles of a submesh. */
const EDGE_SHARE = 1 / 8;
/** Texture coordinates may always be off by this much: two texels of 1024. */
const UV_FLOOR = 1 / 512;

const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));

interface CompactLimits {
  readonly errors: CompactErrors;
  /** What is too far from its source, as texts. */
  readonly exceeded: readonly string[];
}

/** The rows have a compact layout and the positions of the source. Lines and points only have the limits of the settings. */
export function checkLimits(
  triangles: readonly IndexedRows[],
  lines: readonly IndexedRows[],
  limits: MeshSettings['maxError'],
): CompactLimits {
  const errors = { position: 0, normal: 0, uv: 0, weight: 0 };
  const bent = { position: 0, uv: 0 };
  for (const [i, part] of [...triangles, ...lines].entries()) {
    const own = measureErrors([part.rows]);
    for (const name of ['position', 'normal', 'uv', 'weight'] as const)
      errors[name] = Math.max(errors[name], own[name]);
    if (i >= triangles.length) continue;
    const edge = {
      position: meanEdge(part, 0, 3, own.position / EDGE_SHARE),
      uv: own.uv > UV_FLOOR ? meanEdge(part, UV, 2, own.uv / EDGE_SHARE) : 0,
    };
    // The triangles of a placeholder are points.
    if (edge.position > 0 && own.position > edge.position * EDGE_SHARE)
      bent.position = Math.max(bent.position, own.position);
    if (own.uv > Math.max(UV_FLOOR, edge.uv * EDGE_SHARE)) bent.uv = Math.max(bent.uv, own.uv);
  }
  const exceeded: string[] = [];
  for (const name of ['position', 'normal', 'uv', 'weight'] as const) {
    const limit = limits[name];
    if (limit !== undefined && errors[name] > limit)
      exceeded.push(`${name} by ${shortNumber(errors[name])}, more than mesh.maxError (${limit})`);
  }
  if (limits.position === undefined && bent.position > 0)
    exceeded.push(`position by ${shortNumber(bent.position)}, more than an eighth of the edges of a submesh`);
  if (limits.uv === undefined && bent.uv > 0)
    exceeded.push(`uv by ${shortNumber(bent.uv)}, more than an eighth of the edges of a submesh in its texture`);
  return { errors, exceeded };
}

/**
 * The mean length of the edges that have one, in the columns from `first` on; 0 if there is none. Where the edges so far suffice for a mean of
 * `enough`, the others are not measured: of a large mesh, most of them.
 */
function meanEdge({ rows, indices }: IndexedRows, first: number, width: number, enough: number): number {
  const { floats, layout } = rows;
  let [sum, count] = [0, 0];
  for (let i = 0; i < indices.length; i += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const a = (indices[i + corner] ?? 0) * layout.words + first;
      const b = (indices[i + ((corner + 1) % 3)] ?? 0) * layout.words + first;
      let squared = 0;
      for (let axis = 0; axis < width; axis++) {
        const d = (floats[a + axis] ?? 0) - (floats[b + axis] ?? 0);
        squared += d * d;
      }
      if (squared > 0) count++;
      sum += Math.sqrt(squared);
    }
    // As if all others had no length.
    if (sum / indices.length >= enough) return sum / indices.length;
  }
  return count > 0 ? sum / count : 0;
}
