// Exit codes of the process. Scripts depend on them.

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

/** The command was called wrongly. main prints it and exits with the code for usage. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}
