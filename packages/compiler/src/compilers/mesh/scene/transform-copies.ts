// Transforms every copy of a primitive, binds it as planned, and welds again if a transform may have made rows equal.

import { weldRows } from '@assetc/kernels';
import { isIdentity } from '../../../model/math/matrix.js';
import { isIdentityMapping } from '../../../model/scene/skeleton.js';
import type { PlannedSubmesh } from '../submeshes/plan-submeshes.js';
import { bindRigidly, mapJoints } from '../vertices/bind-rows.js';
import { flipWinding, isMirror, transformRows } from '../vertices/transform-rows.js';
import { type IndexedRows, rowsOf, type VertexRows } from '../vertices/vertex-rows.js';

type CopyPlan = Pick<PlannedSubmesh, 'copies' | 'binding'> & {
  /** False if indices have no winding to be flipped under a mirror. */
  readonly isTriangles?: boolean;
  /** Whether the caller joins what has become equal: the rows of each copy follow those of the previous one. */
  readonly isWeldedLater?: boolean;
};

/** The indices are a copy; the rows are those of `prepared` if nothing moves. */
export function transformCopies(
  prepared: IndexedRows & { readonly morphSources?: Uint32Array },
  placement: CopyPlan,
): IndexedRows {
  if (isUnchanged(placement)) return { rows: prepared.rows, indices: prepared.indices.slice() };
  const { layout, count } = prepared.rows;
  const stride = count * layout.words;
  const fill = (bits: Uint32Array): void => {
    for (const [i, matrix] of placement.copies.entries()) {
      const part = rowsOf(layout, bits.subarray(i * stride, (i + 1) * stride));
      part.bits.set(prepared.rows.bits);
      transformCopy(part, matrix, placement.binding);
      if (i > 0 && prepared.morphSources !== undefined) offsetMotionGroups(part, i * prepared.morphSources.length);
    }
  };
  if (placement.isWeldedLater === true) {
    const bits = new Uint32Array(stride * placement.copies.length);
    fill(bits);
    return { rows: rowsOf(layout, bits), indices: copyIndices(prepared, placement, undefined) };
  }
  // Written directly to the kernel's memory: many instances of a large mesh would not fit twice.
  const welded = weldRows(count * placement.copies.length, layout.words, fill);
  return { rows: rowsOf(layout, welded.rows), indices: copyIndices(prepared, placement, welded.remap) };
}

/** A vertex of one copy does not morph like the same vertex of another. */
function offsetMotionGroups({ bits, layout }: VertexRows, offset: number): void {
  if (offset === 0 || layout.morph < 0) return;
  for (let p = layout.morph; p < bits.length; p += layout.words) {
    const number = bits[p] ?? 0;
    if (number > 0) bits[p] = number + offset;
  }
}

function isUnchanged({ copies, binding }: CopyPlan): boolean {
  const [only] = copies;
  const isFree = binding.is === 'none' || (binding.is === 'skinned' && isIdentityMapping(binding.jointMap));
  return isFree && copies.length === 1 && only !== undefined && isIdentity(only);
}

function transformCopy(rows: VertexRows, matrix: CopyPlan['copies'][number], binding: CopyPlan['binding']): void {
  if (!isIdentity(matrix)) transformRows(rows, matrix);
  if (binding.is === 'skinned') mapJoints(rows, binding.jointMap);
  if (binding.is === 'rigid') bindRigidly(rows, binding.joint);
}

function copyIndices(
  { rows, indices }: IndexedRows,
  { copies, isTriangles = true }: CopyPlan,
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
