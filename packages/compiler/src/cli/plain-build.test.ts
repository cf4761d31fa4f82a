// A build without flags is not parsed: it gets the flags that the parser returns.

import { expect, it } from 'vitest';
import { NO_FLAGS } from './plain-build.js';
import { createProgram } from './program.js';

it.each([[[]], [['build']]])('has the flags that the parser returns for %j', async (args) => {
  const program = createProgram(() => {});
  const build = program.commands.find((command) => command.name() === 'build');
  const parsed: unknown[] = [];
  build?.action((paths: unknown, flags: unknown) => {
    parsed.push(paths, flags);
  });
  await program.parseAsync(args, { from: 'user' });
  expect(parsed).toEqual([[], NO_FLAGS]);
});
