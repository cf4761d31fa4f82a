// What the last build reported, by output, for marks in the tree and the line in the bar.

import type { UiProblem, UiStatus } from '../api.js';
import { formatCount } from '../format-size.js';
import { kindOf } from '../kinds.js';
import type { Entry } from '../store/store.js';

export type Severity = UiProblem['severity'];

export const NO_STATUS: UiStatus = { problems: [], budgets: [] };

/** The worst severity of each output, and of each asset that failed before it had any. */
export function severities({ problems }: UiStatus): ReadonlyMap<string, Severity> {
  const found = new Map<string, Severity>();
  for (const { severity, outputs, asset } of problems)
    for (const path of outputs.length > 0 ? outputs : [asset])
      if (found.get(path) !== 'error') found.set(path, severity);
  return found;
}

/** Assets that failed and have no output. They are listed like files, under the name of their source. */
export function missingEntries({ problems }: UiStatus): readonly Entry[] {
  const ids = problems.filter(({ severity, outputs }) => severity === 'error' && outputs.length === 0);
  return [...new Set(ids.map(({ asset }) => asset))].map((path) => ({
    path,
    size: 0,
    version: '',
    kind: kindOf(path),
    isMissing: true,
  }));
}

/** Where the problem's asset is shown. */
export const pathOf = ({ asset, outputs }: Pick<UiProblem, 'asset' | 'outputs'>): string => outputs[0] ?? asset;

interface StatusPart {
  readonly severity: Severity;
  readonly text: string;
}

/** `1 error`, `10 warnings`, `1 budget over`: what is worth reading, nothing else. */
export function statusParts({ problems, budgets }: UiStatus): readonly StatusPart[] {
  const count = (severity: Severity): number => problems.filter((problem) => problem.severity === severity).length;
  const over = budgets.filter(({ used, limit }) => used > limit).length;
  const parts: readonly (readonly [Severity, number, string, string])[] = [
    ['error', count('error'), 'error', 'errors'],
    ['warning', count('warning'), 'warning', 'warnings'],
    ['warning', over, 'budget over', 'budgets over'],
  ];
  return parts.flatMap(([severity, many, one, more]) =>
    many === 0 ? [] : [{ severity, text: `${formatCount(many)} ${many === 1 ? one : more}` }],
  );
}
