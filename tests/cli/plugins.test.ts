// The built command line with plug-ins: threads load them, commands that only inspect do not, and a watch notices when they are saved.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { Printed } from '../support/printed.js';
import { Project } from './testing/run-cli.js';
import { thingsPlugin } from './testing/things-plugin.js';

/** `timer` fails when its asset has been written, and `wait` keeps the build going until then, however busy the machine is. */
const PLUGIN = thingsPlugin({
  before: "import { appendFileSync, existsSync, writeFileSync } from 'node:fs';\nappendFileSync('RAN', 'x');",
  members: 'describe: (bytes) => ({ facts: { letters: bytes.length } }),',
  compile: `
        if (text === 'reject') void Promise.reject(new Error('nobody waits'));
        const every = (look: () => void): NodeJS.Timeout => setInterval(look, 20);
        if (text === 'timer') {
          let hasThrown = false;
          const waiting = every(() => {
            if (!existsSync('runtime/d.out')) return;
            if (hasThrown) {
              clearInterval(waiting);
              writeFileSync('LATE', '');
              return;
            }
            hasThrown = true;
            throw new Error('too late');
          });
        }
        if (text === 'wait')
          await new Promise<void>((done) => {
            const waiting = every(() => {
              if (!existsSync('LATE')) return;
              clearInterval(waiting);
              done();
            });
          });
        if (text === 'throw') throw new Error('was reported to');
        ctx.emit('.out', new TextEncoder().encode(text + ctx.settings.size));`,
});

const open: Project[] = [];
function project(sources: Readonly<Record<string, string>>): Project {
  const files = Object.entries(sources).map(([name, content]) => [`assets/${name}`, content] as const);
  const made = new Project({
    'assetc.yml': 'plugins: [./tools/things.ts]\n',
    'tools/things.ts': PLUGIN,
    ...Object.fromEntries(files),
  });
  open.push(made);
  return made;
}
afterEach(() => {
  for (const made of open.splice(0)) made.dispose();
});

const ran = (on: Project): boolean => {
  const did = existsSync(on.path('RAN'));
  if (did) on.remove('RAN');
  return did;
};
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('the command line with plug-ins', () => {
  it('compiles in threads; what throws, or fails with nobody waiting, fails alone', () => {
    const on = project({
      'a.thing': 'one',
      'b.thing': 'reject',
      'c.thing': 'throw',
      'd.thing': 'timer',
      'e.thing': 'wait',
    });
    const { code, stdout, stderr } = on.run(['-j', '2']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/3 built, 0 cached, 2 failed/);
    expect(stderr).toMatch(/^tools\/things\.ts:\d+:\d+: error plugin\/late: .*nobody waits.*b\.thing$/m);
    expect(stderr).toMatch(/^tools\/things\.ts:\d+:\d+: error plugin\/threw: .*was reported to.*c\.thing$/m);
    expect(stderr).not.toMatch(/error internal/);
    // Its asset was done, and no other is blamed.
    expect(stderr).toMatch(/ASSETC_PLUGIN_LATE.*too late/);
    expect(['a', 'd', 'e'].map((name) => text(on.read(`runtime/${name}.out`)))).toEqual(['one3', 'timer3', 'wait3']);
    // Nothing is written but the output.
    for (const mark of ['RAN', 'LATE']) on.remove(mark);
    expect(
      on
        .list()
        .filter((path) => !path.startsWith('runtime/'))
        .sort(),
    ).toEqual(
      ['assetc.yml', ...['a', 'b', 'c', 'd', 'e'].map((name) => `assets/${name}.thing`), 'tools/things.ts'].sort(),
    );
  });

  it('runs them to build and to tell why, and otherwise only where that is asked for', () => {
    const on = project({ 'a.thing': 'one' });
    const runs = (...args: readonly string[]) => {
      const { code, stdout } = on.run([...args]);
      expect(code, `${args.join(' ')}: ${stdout}`).toBe(0);
      return ran(on);
    };
    expect(runs('build')).toBe(true);
    expect(runs('build')).toBe(true);
    expect(runs('why', 'a.thing')).toBe(true);
    for (const command of [
      ['info'],
      ['check'],
      ['schema'],
      ['build', '--no-plugins'],
      ['build', '--list-presets', '--no-plugins'],
    ])
      expect(runs(...command), command.join(' ')).toBe(false);
    for (const command of ['info', 'check', 'schema']) expect(runs(command, '--plugins'), command).toBe(true);
    expect(on.run(['info', '--plugins']).stdout).toContain('letters: 4');
    expect(on.run(['info']).stdout).not.toContain('letters');
    expect(on.run(['schema', '--plugins']).stdout).toContain('How large.');
    expect(on.run(['schema']).stdout).not.toContain('How large.');
    expect(on.run(['why', 'a.thing']).stdout).toMatch(/thing\.size +3 +built-in/);
    ran(on);
    expect(runs('clean')).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'rebuilds when the plug-in is saved, and waits when it is broken',
    async () => {
      const on = project({ 'a.thing': 'one' });
      const child = on.start(['watch', '--no-color']);
      const printed = new Printed(child);
      try {
        await printed.until(/1 built[\s\S]*watching/);
        on.write('tools/things.ts', PLUGIN.replace('text + ctx', "'new ' + text + ctx"));
        await printed.until(/1 built[\s\S]*watching/);
        expect(text(on.read('runtime/a.out'))).toBe('new one3');
        on.write('tools/things.ts', 'import {');
        await printed.until(/tools\/things\.ts:1:\d+: error plugin\/bundle-failed/);
        on.write('tools/things.ts', PLUGIN.replace('text + ctx', "'newer ' + text + ctx"));
        await printed.until(/1 built[\s\S]*watching/);
        expect(text(on.read('runtime/a.out'))).toBe('newer one3');
      } finally {
        child.kill('SIGINT');
      }
      await once(child, 'close');
    },
  );
});
