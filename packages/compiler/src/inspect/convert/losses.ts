// What a conversion lost or changed, as warnings. The hint names the settings that write the target from the source, if a build can.

import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Conversion, FormatChoice } from '../../runtimes/contract/converter.js';

/** `builtWith`: settings with which a build writes the target. */
export function lossesOf(
  file: string,
  { lost, rounded, guessed, missing = [] }: Conversion,
  builtWith: FormatChoice | undefined,
): readonly Diagnostic[] {
  const warning = (code: DiagnosticCode, message: string, hint?: string): Diagnostic => ({
    code,
    severity: 'warning',
    file,
    message,
    ...(hint === undefined ? {} : { hint }),
  });
  const hints = hintsFor(builtWith === undefined ? undefined : inWords(builtWith));
  return [
    ...missing.map((message) => warning('convert/missing-file', message)),
    ...(lost.length === 0 ? [] : [warning('convert/lost', `the result lacks ${lost.join(', ')}`, hints.lost)]),
    ...rounded.map((message) => warning('convert/rounded', message, hints.rounded)),
    ...guessed.map((message) => warning('convert/guessed', `assumed: ${message}`, hints.guessed)),
  ];
}

/** Its settings by name, with their values. */
const inWords = (choice: FormatChoice): string =>
  Object.entries(choice)
    .flatMap(([group, values]) => Object.entries(values).map(([name, value]) => `${group}.${name}: ${value}`))
    .join(' and ');

const hintsFor = (builtWith: string | undefined) =>
  builtWith === undefined
    ? {
        lost: 'Ignore this if you do not need it here. The compiled file still has it.',
        rounded: 'Ignore this if precision does not matter here. The compiled file is unchanged.',
        guessed: 'Check the result. Where the guess is wrong, correct it in the program that opens it.',
      }
    : {
        lost: `Ignore this if you do not need it. Compiling the source with ${builtWith} may keep more.`,
        rounded: `Compile the source with ${builtWith} if precision matters.`,
        guessed: `Compile the source with ${builtWith} to get the exact value.`,
      };
