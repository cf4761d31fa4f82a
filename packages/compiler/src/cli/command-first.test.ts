import { describe, expect, it } from 'vitest';
import { commandFirst } from './command-first.js';
import { createProgram } from './program.js';

const program = createProgram(() => undefined);
const arranged = (line: string): string =>
  commandFirst(
    program,
    line.split(' ').filter((word) => word !== ''),
  ).join(' ');

describe('commandFirst', () => {
  it.each([
    ['-o out check', 'check -o out'],
    ['--output out check', 'check --output out'],
    ['--output=out check', 'check --output=out'],
    ['-oout check', 'check -oout'],
    ['-qv check', 'check -qv'],
    ['-vo out check', 'check -vo out'],
    ['--json --preset mobile why models/chair.glb', 'why --json --preset mobile models/chair.glb'],
    ['-c x.yml pack info', 'pack info -c x.yml'],
    ['-q pack -c x.yml info -o out', 'pack info -q -c x.yml -o out'],
    ['-j 2 watch', 'watch -j 2'],
    ['--no-color docs hmesh', 'docs --no-color hmesh'],
  ])('moves the command of %s', (line, expected) => {
    expect(arranged(line)).toBe(expected);
  });

  it.each([
    '',
    'check -o out',
    'build check',
    '-o check',
    '-o check -v',
    'models/chair.glb check',
    '-- check',
    '--version check',
    '--help check',
    '-o out',
    '-x',
  ])('leaves "%s" as it is', (line) => {
    expect(arranged(line)).toBe(line);
  });

  it('requires that a flag takes a value in all commands or in none', () => {
    const all = [program, ...program.commands, ...program.commands.flatMap((command) => command.commands)];
    const values = new Map<string, Set<boolean>>();
    for (const { options } of all)
      for (const { short, long, required, optional } of options) {
        expect(optional).toBe(false);
        for (const flag of [short, long])
          if (flag != null) values.set(flag, (values.get(flag) ?? new Set()).add(required));
      }
    expect([...values].filter(([, kinds]) => kinds.size > 1)).toEqual([]);
  });
});
