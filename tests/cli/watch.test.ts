// assetc watch as a user sees it. What the watcher does with bursts and half-written files is tested with the pipeline.

import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { Project, png } from './testing/run-cli.js';

let project = new Project();
afterEach(() => project.dispose());

/** Waits until the text has appeared `times` times. */
async function until(seen: () => string, pattern: RegExp, times = 1): Promise<void> {
  await expect
    .poll(() => seen().match(pattern)?.length ?? 0, { message: String(pattern) })
    .toBeGreaterThanOrEqual(times);
}

it.skipIf(process.platform === 'win32')(
  'rebuilds what is saved, follows the configuration, survives mistakes, ends with Ctrl-C',
  async () => {
    project.dispose();
    project = new Project({ 'assetc.yml': 'input: assets\n', 'assets/a.png': png(), 'assets/b.png': png(8, 2) });
    const child = project.start(['watch', '--no-color']);
    let out = '';
    child.stdout.on('data', (piece) => {
      out += String(piece);
    });
    let err = '';
    child.stderr.on('data', (piece) => {
      err += String(piece);
    });
    try {
      await until(() => out, /watching assets/g);
      expect(out).toContain('2 built');
      project.write('assets/a.png', png(8, 7));
      await until(() => out, /1 built, 1 cached/g);
      expect(out).toMatch(/^changed assets\/a\.png$/m);
      project.write('assets/a.png', 'half');
      await until(() => out, /1 failed/g);
      await until(() => err, /assets\/a\.png.*error/g);
      project.write('assetc.yml', 'pack: maybe\n');
      await until(() => err, /assetc\.yml:1:7: error config\/wrong-type/g);
      project.write('assets/a.png', png(8, 8));
      project.write('assetc.yml', 'default: { texture: { mips: false } }\n');
      await until(() => out, /2 built, 0 cached/g);
    } finally {
      child.kill('SIGINT');
    }
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(project.run(['check']).code).toBe(0);
  },
);
