// Rows of SUBM and the bounds of the whole: where each submesh's indices and meshlets lie, and the space that it takes up.

import { type Bounds, NO_MATERIAL, type Submesh } from '@assetc/formats';
import type { VariantMaterial } from '../../model/scene.js';
import type { AssembledSubmesh } from './assemble-submeshes.js';
import { boundsOf, boxOf, joinBoxes } from './bounds.js';
import { checkRadius } from './check-finite.js';

type Part = Pick<AssembledSubmesh, 'rows' | 'indices' | 'material' | 'origin'>;

interface SubmeshTable {
  readonly submeshes: readonly Submesh[];
  readonly bounds: Bounds;
}

/** `materials`: source indices of the materials in use; index i is slot i. `file`: for diagnostics. */
export function submeshTable(
  parts: readonly Part[],
  meshletCounts: readonly number[],
  materials: readonly number[],
  file: string,
): SubmeshTable {
  const slots = new Map(materials.map((material, slot) => [material, slot]));
  const boxes = parts.map(({ rows }) => boxOf(rows));
  const submeshes: Submesh[] = [];
  let firstIndex = 0;
  let firstMeshlet = 0;
  for (const [i, { rows, indices, material, origin }] of parts.entries()) {
    const meshletCount = meshletCounts[i] ?? 0;
    const bounds = boundsOf(boxes[i] ?? boxOf(rows), [rows]);
    checkRadius(bounds.sphereRadius, file, origin);
    const materialSlot = material === undefined ? NO_MATERIAL : (slots.get(material) ?? NO_MATERIAL);
    submeshes.push({ firstIndex, indexCount: indices.length, firstMeshlet, meshletCount, materialSlot, ...bounds });
    firstIndex += indices.length;
    firstMeshlet += meshletCount;
  }
  const bounds = boundsOf(
    joinBoxes(boxes),
    parts.map(({ rows }) => rows),
  );
  checkRadius(bounds.sphereRadius, file, parts[0]?.origin);
  return { submeshes, bounds };
}

/** Source indices in order of first use; after them those that only variants use. */
export function materialsInUse(parts: readonly Pick<AssembledSubmesh, 'material' | 'primitive'>[]): readonly number[] {
  const own = parts.flatMap(({ material }) => material ?? []);
  return [...new Set([...own, ...variantMaterials(parts).map(({ material }) => material)])];
}

/** The source index of the material that a submesh has in a variant. */
export function variantMaterials(
  parts: readonly Pick<AssembledSubmesh, 'primitive'>[],
): readonly (VariantMaterial & { readonly submesh: number })[] {
  return parts.flatMap(({ primitive: { variants = [] } }, submesh) => variants.map((each) => ({ ...each, submesh })));
}
