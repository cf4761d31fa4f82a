// Every copy of a primitive where it goes, bound as planned, and welded anew where a transform may have made rows equal.

import { weldRows } from '@assetc/kernels';
import { isIdentity } from '../../model/matrix.js';
import { keepsNumbers } from '../../model/skeleton.js';
import { bindRigidly, seatJoints } from './bind-rows.js';
import { flipWinding, isMirror, placeRows } from './place-rows.js';
import type { PlannedSubmesh } from './plan-submeshes.js';
import { type IndexedRows, rowsOf, type VertexRows } from './vertex-rows.js';

type Placement = Pick<PlannedSubmesh, 'copies' | 'binding'> & {
  /** False: indices have no winding to be turned under a mirror. */
  readonly isTriangles?: boolean;
  /** Somebody else joins what has become equal: the rows of each copy follow those of the one before. */
  readonly isWeldedLater?: boolean;
};

/** The indices are a copy; the rows are those of `prepared` where nothing moves. */
export function placeCopies(
  prepared: IndexedRows & { readonly movers?: Uint32Array },
  placement: Placement,
): IndexedRows {
  if (staysInPlace(placement)) return { rows: prepared.rows, indices: prepared.indices.slice() };
  const { layout, count } = prepared.rows;
  const stride = count * layout.words;
  const fill = (bits: Uint32Array): void => {
    for (const [i, matrix] of placement.copies.entries()) {
      const part = rowsOf(layout, bits.subarray(i * stride, (i + 1) * stride));
      part.bits.set(prepared.rows.bits);
      placeOne(part, matrix, placement.binding);
      if (i > 0 && prepared.movers !== undefined) renumberMovers(part, i * prepared.movers.length);
    }
  };
  if (placement.isWeldedLater === true) {
    const bits = new Uint32Array(stride * placement.copies.length);
    fill(bits);
    return { rows: rowsOf(layout, bits), indices: copyIndices(prepared, placement, undefined) };
  }
  // Straight into the kernel's memory: many instances of a large mesh would not fit twice.
  const welded = weldRows(count * placement.copies.length, layout.words, fill);
  return { rows: rowsOf(layout, welded.rows), indices: copyIndices(prepared, placement, welded.remap) };
}

/** What morphs in a copy of its own does not morph like the same vertex of another. */
function renumberMovers({ bits, layout }: VertexRows, by: number): void {
  if (by === 0 || layout.morph < 0) return;
  for (let p = layout.morph; p < bits.length; p += layout.words) {
    const number = bits[p] ?? 0;
    if (number > 0) bits[p] = number + by;
  }
}

function staysInPlace({ copies, binding }: Placement): boolean {
  const [only] = copies;
  const isFree = binding.is === 'none' || (binding.is === 'skinned' && keepsNumbers(binding.seats));
  return isFree && copies.length === 1 && only !== undefined && isIdentity(only);
}

function placeOne(rows: VertexRows, matrix: Placement['copies'][number], binding: Placement['binding']): void {
  if (!isIdentity(matrix)) placeRows(rows, matrix);
  if (binding.is === 'skinned') seatJoints(rows, binding.seats);
  if (binding.is === 'rigid') bindRigidly(rows, binding.joint);
}

function copyIndices(
  { rows, indices }: IndexedRows,
  { copies, isTriangles = true }: Placement,
  remap: Uint32Array | undefined,
): Uint32Array {
  const out = new Uint32Array(indices.length * copies.length);
  for (const [i, matrix] of copies.entries()) {
    const part = out.subarray(i * indices.length, (i + 1) * indices.length);
    const base = i * rows.count;
    if (remap === undefined) for (let k = 0; k < part.length; k++) part[k] = (indices[k] ?? 0) + base;
    else for (let k = 0; k < part.length; k++) part[k] = remap[(indices[k] ?? 0) + base] ?? 0;
    if (isTriangles && isMirror(matrix)) flipWinding(part);
  }
  return out;
}
