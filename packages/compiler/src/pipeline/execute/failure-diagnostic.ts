// Turns anything that a step threw into a diagnostic.

import { FormatError } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { machineProblem } from '../../diagnostics/machine-problem.js';

export function failureDiagnostic(error: unknown, source: string): Diagnostic {
  if (error instanceof AssetError) return { file: source, ...error.diagnostic };
  if (error instanceof FormatError)
    return {
      code: 'build/malformed',
      severity: 'error',
      file: source,
      where: { offset: error.offset },
      message: error.message,
      hint: 'Write the file again with a current version of assetc.',
    };
  const problem = machineProblem(error);
  if (problem !== undefined) return { ...problem, severity: 'error', file: source };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: 'internal/compiler',
    severity: 'error',
    file: source,
    message: `internal error: ${stack}`,
    hint: 'Report this with the source and the stack: it is a bug in assetc.',
  };
}
