// Builds the rows of SUBM and the bounds of the mesh: the ranges of each submesh's indices and meshlets, and its bounds.

import { type Bounds, NO_MATERIAL, type Submesh } from '@assetc/formats';
import { emptyBoundsIn } from '../../../encoding/mesh/mesh-bounds.js';
import type { VariantMaterial } from '../../../model/scene/scene.js';
import { type Box, boundsOf, boxOf, joinBoxes } from '../bounds.js';
import { checkRadius } from '../check-finite.js';
import type { VertexRows } from '../vertices/vertex-rows.js';
import type { AssembledSubmesh } from './assemble-submeshes.js';

type Part = Pick<AssembledSubmesh, 'rows' | 'indices' | 'material' | 'origin' | 'boundedWith'>;
type LinePart = Pick<AssembledSubmesh, 'rows'>;

interface SubmeshTable {
  readonly submeshes: readonly Submesh[];
  readonly bounds: Bounds;
}

/** `materials`: source indices of the materials in use; index i is slot i. `lines`: also included in BNDS. `file`: for diagnostics. */
export function submeshTable(
  parts: readonly Part[],
  meshletCounts: readonly number[],
  materials: readonly number[],
  file: string,
  lines: readonly LinePart[] = [],
): SubmeshTable {
  const slotOf = slotsOf(materials);
  const boxes = new Map([...parts, ...lines].map(({ rows }) => [rows, boxOf(rows)]));
  const boxIn = (rows: VertexRows): Box => boxes.get(rows) ?? boxOf(rows);
  const known = new Map<readonly VertexRows[], Bounds>();
  const sharedBounds = (all: readonly VertexRows[]): Bounds => {
    const bounds = known.get(all) ?? boundsOf(joinBoxes(all.map(boxIn)), all);
    known.set(all, bounds);
    return bounds;
  };
  const submeshes: Submesh[] = [];
  let firstIndex = 0;
  let firstMeshlet = 0;
  for (const [i, { rows, indices, material, origin, boundedWith }] of parts.entries()) {
    const meshletCount = meshletCounts[i] ?? 0;
    const bounds = boundedWith === undefined ? boundsOf(boxIn(rows), [rows]) : sharedBounds(boundedWith);
    checkRadius(bounds.sphereRadius, file, origin);
    submeshes.push({
      firstIndex,
      indexCount: indices.length,
      firstMeshlet,
      meshletCount,
      materialSlot: slotOf(material),
      ...bounds,
    });
    firstIndex += indices.length;
    firstMeshlet += meshletCount;
  }
  const all = [...parts, ...lines].map(({ rows }) => rows).filter(({ count }) => count > 0);
  const bounds = all.length === 0 ? NO_BOUNDS : boundsOf(joinBoxes(all.map(boxIn)), all);
  checkRadius(bounds.sphereRadius, file, parts[0]?.origin);
  // The format requires at least one submesh.
  if (submeshes.length === 0) submeshes.push(emptySubmesh(bounds));
  return { submeshes, bounds };
}

const NO_BOUNDS: Bounds = { aabbMin: [0, 0, 0], aabbMax: [0, 0, 0], sphereCenter: [0, 0, 0], sphereRadius: 0 };

/** The only submesh of a file without triangles. */
const emptySubmesh = (bounds: Bounds): Submesh => ({
  firstIndex: 0,
  indexCount: 0,
  firstMeshlet: 0,
  meshletCount: 0,
  materialSlot: NO_MATERIAL,
  ...emptyBoundsIn(bounds),
});

/** The slot of a source material. */
export function slotsOf(materials: readonly number[]): (material: number | undefined) => number {
  const slots = new Map(materials.map((material, slot) => [material, slot]));
  return (material) => (material === undefined ? NO_MATERIAL : (slots.get(material) ?? NO_MATERIAL));
}

/** Source indices in order of first use: submeshes, then points and lines, then materials that only variants use. */
export function materialsInUse(
  parts: readonly Pick<AssembledSubmesh, 'material' | 'primitive'>[],
  lines: readonly Pick<AssembledSubmesh, 'material'>[] = [],
): readonly number[] {
  const directMaterials = [...parts, ...lines].flatMap(({ material }) => material ?? []);
  return [...new Set([...directMaterials, ...variantMaterials(parts).map(({ material }) => material)])];
}

/** The source index of a submesh's material in a variant. */
export function variantMaterials(
  parts: readonly Pick<AssembledSubmesh, 'primitive'>[],
): readonly (VariantMaterial & { readonly submesh: number })[] {
  return parts.flatMap(({ primitive: { variants = [] } }, submesh) => variants.map((each) => ({ ...each, submesh })));
}
