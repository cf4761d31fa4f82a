// A compiled mesh → the bytes of an .hmesh, its materials named by refs.

import { encodeHmesh, materialLeaves, materialRef } from '@assetc/formats';
import type { MaterialModel } from '../../model/material.js';
import type { CompiledMesh } from './compile-mesh.js';

/** `materials`: all of the source, in source order; a name counts only where no other has it. */
export function encodeMesh(
  { model, materials: inUse }: CompiledMesh,
  materials: readonly Pick<MaterialModel, 'name'>[],
  sourceRef: string,
): Uint8Array {
  const leaves = materialLeaves(materials.map(({ name }) => name));
  const refs = inUse.map((index) => materialRef(sourceRef, leaves[index] ?? `material_${index}`));
  return encodeHmesh({ ...model, materials: BigUint64Array.from(refs) });
}
