// What the process answers with. Scripts depend on it.

export const ExitCode = {
  fine: 0,
  /** The assets or the output have problems. */
  problems: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The worst of several builds. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  if (codes.includes(ExitCode.interrupted)) return ExitCode.interrupted;
  if (codes.includes(ExitCode.usage)) return ExitCode.usage;
  return codes.includes(ExitCode.problems) ? ExitCode.problems : ExitCode.fine;
}

/** The command was called wrongly. Caught in main, which prints it and ends with the code for usage. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}
