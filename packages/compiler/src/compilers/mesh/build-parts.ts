// Meshlets and reduced levels of every submesh. What two submeshes share is locked in both, so that no crack opens between them.

import type { Meshlets } from '../../encoding/meshlets.js';
import type { Parallel } from '../../encoding/parallel.js';
import { unitPositions } from '../../encoding/unit-positions.js';
import type { AssembledSubmesh } from './assemble-submeshes.js';
import { type Level, LOD_DEFAULTS, type LodOptions } from './lods.js';
import { findSharedPositions } from './shared-positions.js';
import { sharedFloats, sharedWords } from './shared-words.js';
import type { Deltas } from './steering-attributes.js';
import { makeParts, type PartSource } from './submesh-parts.js';
import { columns } from './vertex-rows.js';

interface PartOptions extends Omit<LodOptions, 'targets'> {
  /** Of a submesh: what morphs it. */
  readonly targetsOf?: (submesh: number) => readonly Deltas[];
  readonly parallel?: Parallel | undefined;
  /** Called now and then: what it throws ends the work. */
  readonly step?: () => void;
}

interface BuiltParts {
  readonly meshlets: readonly Meshlets[];
  /** One list for each submesh; none where no ratio is asked for. */
  readonly levels: readonly (readonly Level[])[];
}

export async function buildParts(
  submeshes: readonly Pick<AssembledSubmesh, 'rows' | 'indices' | 'group'>[],
  options: PartOptions = {},
): Promise<BuiltParts> {
  const { ratios, error, targetsOf = () => [], parallel, step = () => undefined } = { ...LOD_DEFAULTS, ...options };
  const locks = ratios.length === 0 ? [] : findSharedPositions(submeshes);
  const sources = submeshes.map(({ rows, indices }, i): PartSource => {
    const positions = columns(rows, 0, 3, sharedFloats(rows.count * 3));
    const shared = sharedWords(indices.length);
    shared.set(indices);
    return {
      layout: rows.layout,
      bits: rows.bits,
      unit: unitPositions(positions),
      indices: shared,
      locked: locks[i] ?? new Uint8Array(rows.count),
      targets: targetsOf(i),
    };
  });
  return makeParts(sources, { ratios, error }, parallel, step);
}
