// Builds meshlets and reduced levels of every submesh. Vertices that two submeshes share are locked in both, so that no crack opens between them.

import type { Meshlets } from '@assetc/kernels';
import { unitScale } from '../../../encoding/mesh/unit-positions.js';
import type { Parallel } from '../../../encoding/parallel.js';
import { MESHLET_DEFAULTS, type MeshletLimits } from '../../../model/scene/meshlet-limits.js';
import { type Level, LOD_DEFAULTS, type LodOptions } from '../simplify/lods.js';
import type { Deltas } from '../simplify/simplifier-attributes.js';
import { findSharedPositions } from '../vertices/shared-positions.js';
import { sharedWords } from '../vertices/shared-words.js';
import type { VertexRows } from '../vertices/vertex-rows.js';
import type { AssembledSubmesh } from './assemble-submeshes.js';
import { buildAllParts, type OverlapLimits, type PartSource } from './submesh-parts.js';

interface PartOptions extends Omit<LodOptions, 'targets'> {
  readonly meshlets?: MeshletLimits;
  /** The morph targets of a submesh. */
  readonly targetsOf?: (submesh: number) => readonly Deltas[];
  readonly parallel?: Parallel | undefined;
  /** Called from time to time; an exception stops the work. */
  readonly step?: () => void;
  readonly limits?: OverlapLimits;
}

interface BuiltParts {
  readonly meshlets: readonly Meshlets[];
  /** One list per submesh; empty without ratios. */
  readonly levels: readonly (readonly Level[])[];
}

export async function buildParts(
  submeshes: readonly Pick<AssembledSubmesh, 'rows' | 'indices' | 'group'>[],
  options: PartOptions = {},
): Promise<BuiltParts> {
  const { targetsOf = () => [], parallel, step = () => undefined, meshlets = MESHLET_DEFAULTS } = options;
  const { ratios, error } = { ...LOD_DEFAULTS, ...options };
  const locks = ratios.length === 0 ? [] : findSharedPositions(submeshes);
  const sources = submeshes.map(
    ({ rows, indices }, i): PartSource => ({
      layout: rows.layout,
      bits: rows.bits,
      scale: unitScale(largestCoordinate(rows)),
      indices: toShared(indices),
      locked: locks[i] ?? new Uint8Array(rows.count),
      targets: targetsOf(i),
    }),
  );
  return buildAllParts(sources, { ratios, error, meshlets }, parallel, step, options.limits);
}

function largestCoordinate({ floats, layout }: VertexRows): number {
  let largest = 0;
  for (let p = 0; p < floats.length; p += layout.words)
    for (let axis = p; axis < p + 3; axis++) {
      const size = Math.abs(floats[axis] ?? 0);
      if (size > largest) largest = size;
    }
  return largest;
}

/** Ordered indices are already in shared memory. */
function toShared(indices: Uint32Array): Uint32Array {
  if (indices.buffer instanceof SharedArrayBuffer) return indices;
  const out = sharedWords(indices.length);
  out.set(indices);
  return out;
}
