// Reduced levels of every submesh. What two submeshes share is locked in both, so that no crack opens between them.

import type { UnitPositions } from '../../encoding/unit-positions.js';
import type { AssembledSubmesh } from './assemble-submeshes.js';
import { buildLods, type Level, LOD_DEFAULTS, type LodOptions } from './lods.js';
import { findSharedPositions } from './shared-positions.js';
import type { Deltas } from './steering-attributes.js';

/** One list of levels for each submesh; none where no ratio is asked for. `step` is called before each. */
export function buildLevels(
  submeshes: readonly Pick<AssembledSubmesh, 'rows' | 'indices' | 'group'>[],
  positions: readonly UnitPositions[],
  options: Omit<LodOptions, 'targets'> = {},
  step: () => void = () => undefined,
  targetsOf: (submesh: number) => readonly Deltas[] = () => [],
): readonly (readonly Level[])[] {
  const { ratios } = { ...LOD_DEFAULTS, ...options };
  if (ratios.length === 0) return submeshes.map(() => []);
  const locks = findSharedPositions(submeshes);
  return submeshes.map(({ rows, indices }, i) => {
    step();
    const locked = locks[i];
    const unit = positions[i];
    if (locked === undefined || unit === undefined) throw new Error(`submesh ${i} has no positions`);
    return buildLods(rows, unit, indices, locked, { ...options, targets: targetsOf(i) });
  });
}
