// Any mistake of a plug-in, from the command line: a diagnostic for the asset, and no effect on other assets.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { Printed } from '../support/printed.js';
import { Project } from './testing/run-cli.js';
import { thingsPlugin } from './testing/things-plugin.js';

const PLUGIN = thingsPlugin({
  before: `import { writeFileSync } from 'node:fs';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);`,
  compile: `
        if (text === 'throw') throw new RangeError('was reported to');
        if (text === 'loop and mark') writeFileSync('LOOPS', '');
        if (text.startsWith('loop')) for (;;);
        if (text === 'wait') await new Promise(() => setInterval(() => {}, 1000));
        if (text === 'outside') ctx.emit('/../../outside', bytes('x'));
        if (text === 'double') ctx.emit('.out', bytes('first'));
        if (text === 'settings') Object.assign(ctx.settings, { size: 9 });
        if (text === 'time') return ctx.emit('.out', bytes(\`made in \${new Date().getFullYear()}\`));
        if (text === 'random') return ctx.emit('.out', bytes(\`number \${Math.random()}\`));
        ctx.emit('.out', text === 'no-bytes' ? JSON.parse('[1, 2]') : bytes(text));
        if (text === 'garbage') return JSON.parse('{ "outputs": [] }');`,
});

let project: Project | undefined;
afterEach(() => project?.dispose());

function things(names: readonly string[], config = ''): Project {
  project = new Project({ 'assetc.yml': `plugins: [./tools/things.ts]\n${config}`, 'tools/things.ts': PLUGIN });
  for (const name of names) project.write(`assets/${name}.thing`, name);
  return project;
}

const lineOf = (text: string): number => PLUGIN.split('\n').findIndex((line) => line.includes(text)) + 1;

describe('a plug-in that misbehaves', () => {
  it.each([1, 3])('is reported each mistake, and harms nobody else, with -j %i', (jobs) => {
    const wrong = ['throw', 'loop', 'outside', 'double', 'settings', 'no-bytes', 'garbage'];
    const own = things([...wrong, 'fine', 'good', 'well'], 'timeLimit: 3\n');
    const { code, stdout, stderr } = own.run(['-j', `${jobs}`]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/3 built, 0 cached, 7 failed/);
    const at = (text: string) => `(?:assets/)?tools/things\\.ts:${lineOf(text)}:\\d+`;
    expect(stderr).toMatch(
      new RegExp(`^${at("text === 'throw'")}: error plugin/threw: threw RangeError: was reported to`, 'm'),
    );
    expect(stderr).toMatch(
      /^assets\/loop\.thing: error build\/time-limit: the kind thing did not finish compiling it within 3 s/m,
    );
    expect(stderr).toMatch(new RegExp(`^${at("text === 'outside'")}: error plugin/bad-output`, 'm'));
    expect(stderr).toMatch(new RegExp(`^${at("text === 'no-bytes'")}: error plugin/duplicate-output`, 'm'));
    expect(stderr).toMatch(new RegExp(`^${at("text === 'settings'")}: error plugin/changed-settings`, 'm'));
    expect(stderr).toMatch(new RegExp(`^${at("text === 'no-bytes'")}: error plugin/bad-call`, 'm'));
    expect(stderr).toMatch(/error plugin\/bad-return/);
    expect(stderr).not.toMatch(/error internal/);
    expect(own.list('runtime')).toEqual(['fine.out', 'good.out', 'well.out']);
    expect(own.list('.').filter((path) => /(^|\/)outside(\.out)?$/.test(path))).toEqual([]);
  });

  it('is found by --twice where it writes the time or a random number', () => {
    const own = things(['time', 'random', 'fine']);
    const { code, stdout, stderr } = own.run(['--twice']);
    expect(code).toBe(1);
    expect(stdout).toContain('compiled 3 assets twice: 2 came out differently');
    expect(stderr).toMatch(
      /^assets\/time\.thing: error build\/differs: time\.out differs when it is compiled again from byte \d+ on \(12 and 12 bytes\)/m,
    );
    expect(stderr).toMatch(/^assets\/random\.thing: error build\/differs: random\.out differs .* from byte \d+ on/m);
    expect(stderr).not.toContain('fine');
    // The result of a second compile is never written.
    expect(new TextDecoder().decode(own.read('runtime/time.out'))).toBe(`made in ${new Date().getFullYear()}`);
  });

  it.skipIf(process.platform === 'win32')('that never ends keeps no watch from going on, nor from ending', async () => {
    const own = things(['loop', 'fine'], 'timeLimit: 2\n');
    const child = own.start(['watch', '-j', '1', '--no-color']);
    const printed = new Printed(child);
    try {
      await printed.until(/build\/time-limit[\s\S]*1 failed[\s\S]*watching/);
      own.write('assets/loop.thing', 'mended');
      await printed.until(/1 built[\s\S]*watching/);
      expect(new TextDecoder().decode(own.read('runtime/loop.out'))).toBe('mended');
      own.write('assetc.yml', 'plugins: [./tools/things.ts]\n');
      own.write('assets/fine.thing', 'loop and mark');
      await expect.poll(() => existsSync(own.path('LOOPS'))).toBe(true);
    } finally {
      child.kill('SIGINT');
    }
    // It still loops, with five minutes to go.
    await once(child, 'close');
    expect(new TextDecoder().decode(own.read('runtime/fine.out'))).toBe('fine');
  });
});
