// A compiled mesh → the bytes of an .hmesh of either version, its materials named by refs.

import { encodeHmesh, materialLeaves, materialRef } from '@assetc/formats';
import { encodeHmesh1, widenVertices } from '@assetc/formats/hmesh1';
import type { MaterialModel } from '../../model/material.js';
import type { CompiledMesh } from './compile-mesh.js';

/** `materials`: all of the source, in source order; a name counts only where no other has it. */
export function encodeMesh(
  { model, materials: inUse }: CompiledMesh,
  materials: readonly Pick<MaterialModel, 'name'>[],
  sourceRef: string,
): Uint8Array {
  const refs = materialRefs(materials, sourceRef);
  return encodeHmesh({ ...model, materials: BigUint64Array.from(inUse, (index) => refs[index] ?? 0n) });
}

/** Version 1 lists every material of the source, in source order. */
export function encodeMesh1(
  { model }: CompiledMesh,
  materials: readonly Pick<MaterialModel, 'name'>[],
  sourceRef: string,
): Uint8Array {
  const { bounds, indices, meshlets, meshletVertices, meshletTriangles, meshletBounds } = model;
  const meshletData = { meshlets, meshletVertices, meshletTriangles, meshletBounds };
  const vertices = widenVertices(model.vertices);
  const refs = BigUint64Array.from(materialRefs(materials, sourceRef));
  return encodeHmesh1({ bounds, vertices, indices, ...meshletData, materials: refs });
}

function materialRefs(materials: readonly Pick<MaterialModel, 'name'>[], sourceRef: string): readonly bigint[] {
  return materialLeaves(materials.map(({ name }) => name)).map((leaf) => materialRef(sourceRef, leaf));
}
