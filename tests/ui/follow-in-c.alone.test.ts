// The C example that follows a watch: built as users build it, run next to a server, and held against what was published.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Config, serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { cCompiler, compile, root, SANITIZED } from '../c-library/c-compiler.js';
import { freePort } from '../support/free-port.js';
import { makePng } from '../support/png.js';
import { UiProject } from './ui-project.js';

/** Sanitizers cost ten seconds. */
const isLong = process.env.ASSETC_LONG !== undefined;
const ODD = 'wörter “<b>”.txt';

describe.skipIf(cCompiler === undefined)('follow.c', () => {
  const ui = new UiProject({
    'assetc.yml': 'embed: ["*.txt"]\n',
    'assets/a.png': makePng(16, 8, () => [1, 2, 3, 255]),
    [`assets/${ODD}`]: 'seven b',
  });
  let server: UiServer | undefined;
  let program: ChildProcess | undefined;
  let printed = '';
  afterAll(async () => {
    program?.kill();
    await server?.close();
    await ui.close();
  });

  const until = (text: string): Promise<void> => expect.poll(() => printed).toContain(text);

  async function serve(config: Config, port: number): Promise<UiServer> {
    const started = await serveUi({ path: config.output, config, live: true, port });
    if (started === undefined) throw new Error('nothing is served');
    return started;
  }

  it('loads what changed and says so, over a line that is cut', async () => {
    const output = ui.project.path('follow');
    const source = join(root, 'packages/formats/c/example/follow.c');
    expect(compile({ source, output, flags: isLong ? SANITIZED : [] })).toBe('');
    const config = await ui.config();
    const first = await serve(config, await freePort());
    server = first;
    program = spawn(output, [String(first.port), config.output]);
    program.stdout?.on('data', (text) => {
      printed += String(text);
    });
    program.stderr?.on('data', (text) => {
      printed += String(text);
    });
    const { build } = await import('../../packages/compiler/src/index.js');
    await until('listening\n');
    await build({ config, jobs: 1, onEvent: first.follow });
    await until('reloaded a.ktx2: 16 x 8\n');
    await until(`changed ${ODD}: 7 bytes\n`);
    ui.project.write('assets/a.png', 'no picture');
    await build({ config, jobs: 1, onEvent: first.follow });
    await until('the build failed\n');
    await first.close();
    server = await serve(config, first.port);
    await until('anything may have changed\n');
    ui.project.write(
      'assets/a.png',
      makePng(4, 4, () => [9, 9, 9, 255]),
    );
    await build({ config, jobs: 1, onEvent: server.follow });
    await until('reloaded a.ktx2: 4 x 4\n');
    expect(program.exitCode).toBeNull();
  });
});
