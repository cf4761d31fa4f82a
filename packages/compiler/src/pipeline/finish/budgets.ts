// Budgets of assetc.yml: how many bytes the outputs under a glob may have. They are not part of any key; every build checks them.

import type { Budget } from '../../config/config.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { matchesGlob } from '../../model/text/glob.js';

interface BudgetUse {
  readonly glob: string;
  readonly limit: number;
  readonly used: number;
}

/** In the order of the file. A file counts for every glob that it matches; one that several assets share counts once. */
export function budgetUse(
  budgets: readonly Budget[],
  outputs: Iterable<readonly [path: string, sizeBytes: number, ...unknown[]]>,
): readonly BudgetUse[] {
  if (budgets.length === 0) return [];
  const sizes = new Map<string, number>();
  for (const [path, sizeBytes] of outputs) sizes.set(path, sizeBytes);
  return budgets.map(({ glob, limitBytes }) => {
    let used = 0;
    for (const [path, sizeBytes] of sizes) if (matchesGlob(glob, path)) used += sizeBytes;
    return { glob, limit: limitBytes, used };
  });
}

export const overBudget = (uses: readonly BudgetUse[]): readonly Diagnostic[] =>
  uses
    .filter(({ used, limit }) => used > limit)
    .map(({ glob, used, limit }) => ({
      code: 'build/over-budget',
      severity: 'warning',
      message: `files matching ${glob} take ${sizeOf(used)}, ${sizeOf(used - limit)} more than their budget of ${sizeOf(limit)}`,
    }));

/** At least three digits, the same on every machine. */
function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const unit = units.findIndex((_, i) => bytes < 1000 ** (i + 1) || i === units.length - 1);
  const value = bytes / 1000 ** unit;
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${units[unit]}`;
}
