// `api/status.json`: how the last build of an output ended. Reads no file of the output, so that the page has it at once.

import type { UiProblem, UiStatus } from '@assetc/viewer/api';
import type { Config } from '../../config/config.js';
import { codes } from '../../diagnostics/codes.js';
import { budgetUse } from '../../pipeline/finish/budgets.js';
import type { ServedOutput } from '../served-output.js';
import { describeDiagnostic } from './describe-diagnostic.js';
import type { OutputRecords } from './output-records.js';

interface StatusRequest {
  readonly output: ServedOutput;
  readonly records: OutputRecords | undefined;
  readonly config: Config | undefined;
}

export function statusOf({ output, records, config }: StatusRequest): UiStatus {
  const problems = (records?.problems() ?? []).map(
    ({ diagnostic, asset, outputs }): UiProblem => ({
      ...describeDiagnostic(diagnostic),
      explanation: codes[diagnostic.code].summary,
      asset,
      outputs,
    }),
  );
  const isError = ({ severity }: UiProblem): boolean => severity === 'error';
  return {
    problems: [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))],
    budgets: budgetUse(
      config?.budgets ?? [],
      output.files().map(({ path, size }) => [path, size] as const),
    ),
  };
}
