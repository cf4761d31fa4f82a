// Prepares one source primitive: unique vertex rows with tangents, and indices over them, still in the source's own space.

import type { Parallel } from '../../../encoding/parallel.js';
import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { meshSettings } from '../settings.js';
import { addTangents } from '../surface/add-tangents.js';
import { firstSetOf, type TangentSetOf } from '../surface/tangent-set.js';
import { onOneThread, type TangentMethod } from '../surface/tangents.js';
import { type RowLayout, uvColumn } from '../vertices/vertex-rows.js';
import { type WeldedSource, weldSource } from '../vertices/weld-source.js';

export interface PrepareOptions {
  /** Whether to keep joints and weights of the source. */
  readonly skin?: boolean;
  /** How tangents are computed if the source has none. */
  readonly tangents?: TangentMethod | 'none';
  /** The coordinates that tangents are computed from. */
  readonly tangentSetOf?: TangentSetOf;
  /** Normals of the corners, for primitives without normals. A primitive that is not in it gets flat ones. */
  readonly cornerNormals?: ReadonlyMap<PrimitiveModel, Float32Array>;
  readonly parallel?: Parallel;
}

export const PREPARE_DEFAULTS: Required<PrepareOptions> = {
  skin: true,
  tangents: meshSettings.settings.tangents.default,
  tangentSetOf: firstSetOf,
  cornerNormals: new Map(),
  parallel: onOneThread,
};

export interface PreparedPrimitive extends WeldedSource {
  readonly hasTangents: boolean;
}

export async function preparePrimitive(
  primitive: PrimitiveModel,
  layout: RowLayout,
  options: PrepareOptions = {},
): Promise<PreparedPrimitive> {
  const { skin, tangents, tangentSetOf, cornerNormals, parallel } = { ...PREPARE_DEFAULTS, ...options };
  const welded = weldSource(primitive, layout, { skin, cornerNormals: cornerNormals.get(primitive) });
  if (primitive.tangents !== undefined) return { ...welded, hasTangents: true };
  const set = tangentSetOf(primitive);
  if (set === undefined || tangents === 'none') return { ...welded, hasTangents: false };
  const withTangents = await addTangents(welded, { method: tangents, uv: uvColumn(layout, set), parallel });
  return { ...welded, ...withTangents, hasTangents: true };
}
