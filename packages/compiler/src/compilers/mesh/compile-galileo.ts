// Scene → a Galileo mesh: one vertex group for each submesh, attributes apart from each other, no materials.

import { createHash } from 'node:crypto';
import { encodeGali, type GaliGroupModel, galiUuid } from '@assetc/formats/galileo';
import { roundUp } from '../../encoding/round-up.js';
import { packColors, packTexcoords, packWeights } from '../../encoding/unorm.js';
import type { SceneModel } from '../../model/scene.js';
import { type AssembledSubmesh, assembleSubmeshes } from './assemble-submeshes.js';
import { type Box, boxOf, joinBoxes } from './bounds.js';
import { warnAboutDropped } from './dropped.js';
import type { MeshContext } from './mesh-context.js';
import type { MeshSettings } from './settings.js';
import { columns, NORMAL, TANGENT, UV, type VertexRows } from './vertex-rows.js';

export interface GalileoMesh {
  readonly bytes: Uint8Array;
  /** The source index of each group's material. */
  readonly materials: readonly (number | undefined)[];
}

export async function compileGalileo(
  scene: SceneModel,
  settings: MeshSettings,
  sourceRef: string,
  context: MeshContext,
): Promise<GalileoMesh> {
  const { merge, tangents } = settings;
  const { submeshes } = await assembleSubmeshes(scene, { merge, tangents, colors: true, moreSets: true }, context);
  warnAboutDropped('galileo', scene, submeshes, settings, context);
  const wrapped = { count: 0 };
  const boxes = submeshes.map(({ rows }) => boxOf(rows));
  const groups = submeshes.map((submesh, i) => {
    context.signal?.throwIfAborted();
    return groupOf(submesh, boxes[i] ?? boxOf(submesh.rows), wrapped);
  });
  if (wrapped.count > 0)
    context.warn({
      code: 'mesh/wrapped-texcoords',
      file: context.path,
      message: `${wrapped.count} texture coordinates lie outside 0 to 1 and are wrapped`,
    });
  const uuid = galiUuid(createHash('sha256').update(`assetc:${sourceRef}`).digest());
  return {
    bytes: encodeGali({ uuid, ...boundsOf(joinBoxes(boxes)), groups }),
    materials: submeshes.map(({ material }) => material),
  };
}

function groupOf({ rows, indices, primitive }: AssembledSubmesh, box: Box, wrapped: { count: number }): GaliGroupModel {
  const { layout } = rows;
  const texcoordColumns = primitive.uvs === undefined ? [] : [UV, ...present(layout.moreUvs, primitive.moreUvs)];
  const colorColumns =
    primitive.colors === undefined ? [] : [layout.color, ...present(layout.moreColors, primitive.moreColors)];
  return {
    ...boundsOf(box),
    indices,
    positions: columns(rows, 0, 3),
    normals: columns(rows, NORMAL, 3),
    tangents: columns(rows, TANGENT, 4),
    texcoords: texcoordColumns.map((column) => {
      const packed = packTexcoords(columns(rows, column, 2));
      wrapped.count += packed.wrapped;
      return packed.values;
    }),
    colors: colorColumns.map((column) => packColors(columns(rows, column, 4))),
    joints: layout.skin < 0 ? [] : [jointsOf(rows)],
    weights: layout.skin < 0 ? [] : [packWeights(columns(rows, layout.skin + 2, 4))],
  };
}

/** The layout is that of the whole mesh; a group has the sets that its own primitive has. */
const present = (all: readonly number[], sets: readonly Float32Array[] | undefined): readonly number[] =>
  all.slice(0, sets?.length ?? 0);

function jointsOf({ bits, layout, count }: VertexRows): Uint16Array {
  const joints = new Uint16Array(count * 4);
  for (let i = 0; i < count; i++)
    for (let c = 0; c < 4; c++)
      joints[i * 4 + c] = ((bits[i * layout.words + layout.skin + (c >> 1)] ?? 0) >>> ((c & 1) * 16)) & 0xffff;
  return joints;
}

/** Half extents are rounded up, so that the box holds every vertex although its centre is rounded. */
function boundsOf({ min, max }: Box): { readonly center: readonly number[]; readonly halfExtents: readonly number[] } {
  const center = Float32Array.from(min, (low, axis) => low * 0.5 + (max[axis] ?? 0) * 0.5);
  const halfExtents = [...center].map((middle, axis) =>
    roundUp(Math.max((max[axis] ?? 0) - middle, middle - (min[axis] ?? 0))),
  );
  return { center: [...center], halfExtents };
}
