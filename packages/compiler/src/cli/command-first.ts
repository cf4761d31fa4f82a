// Allows flags before the command (`assetc -o out check`), by moving the command to the front before parsing.

import type { Command } from 'commander';

/** The arguments with the first command, and its subcommand, moved to the front. The others keep their order. */
export function commandFirst(program: Command, args: readonly string[]): readonly string[] {
  const command = takeCommand(program, args, valueFlags(program));
  if (command === undefined) return args;
  const { found, rest } = command;
  return [found.name(), ...commandFirst(found, rest)];
}

/** The command that the first operand names, if any. */
function takeCommand(
  parent: Command,
  args: readonly string[],
  takesValue: ReadonlySet<string>,
): { readonly found: Command; readonly rest: readonly string[] } | undefined {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    // Help and version belong to the program anywhere; after `--` nothing is a flag or a command.
    if (word === '--' || word === '--version' || word === '-h' || word === '--help') return undefined;
    if (!word.startsWith('-')) {
      const found = parent.commands.find((command) => command.name() === word);
      return found === undefined ? undefined : { found, rest: [...args.slice(0, at), ...args.slice(at + 1)] };
    }
    if (wantsNext(word, takesValue)) at++;
  }
  return undefined;
}

/** Whether the next argument is this one's value: `-o out`, `--output out` and `-vo out`, not `-oout` or `--output=out`. */
function wantsNext(word: string, takesValue: ReadonlySet<string>): boolean {
  if (word.startsWith('--')) return takesValue.has(word);
  const letters = [...word.slice(1)];
  const first = letters.findIndex((letter) => takesValue.has(`-${letter}`));
  return first >= 0 && first === letters.length - 1;
}

/** All flags with a value, of all commands: a flag means the same in every command. */
function valueFlags(parent: Command): ReadonlySet<string> {
  const flags = new Set<string>();
  const visit = (command: Command): void => {
    for (const option of command.options)
      if (option.required) for (const flag of [option.short, option.long]) if (flag != null) flags.add(flag);
    command.commands.forEach(visit);
  };
  visit(parent);
  return flags;
}
