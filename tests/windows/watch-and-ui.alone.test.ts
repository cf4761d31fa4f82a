// `watch` and `ui` on Windows: a save is built, the page is served, an engine can follow.

import type { ChildProcess } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { exitCode, hasCli } from '../support/disk-project.js';
import { eventually } from '../support/patience.js';
import { WindowsProject } from './windows-project.js';
import { wineMissing } from './wine.js';

describe.skipIf(wineMissing !== undefined || !hasCli)('on Windows', () => {
  let project: WindowsProject | undefined;
  let program: ChildProcess | undefined;
  const start = (...args: readonly string[]): WindowsProject => {
    const made = new WindowsProject({
      'assetc.yml': 'embed: ["*.json"]\n',
      'assets/a ä.json': '1',
      'assets/d/b.json': '2',
    });
    project = made;
    program = made.start(args);
    return made;
  };
  const stop = async (): Promise<void> => {
    if (program === undefined || program.exitCode !== null || program.signalCode !== null) return;
    const ended = exitCode(program);
    program.kill('SIGKILL');
    await ended;
  };
  afterEach(async () => {
    await stop();
    project?.remove();
  });
  const addressIn = (text: string): string | undefined => /(http:\/\/127\.0\.0\.1:\d+\/)/.exec(text)?.[1];

  it('watch builds what is saved, renamed and deleted', async () => {
    const p = start('watch');
    await eventually(() => expect(p.printed().stdout).toContain('watching assets'));
    p.write('assets/d/b.json', 'changed');
    await eventually(() => expect(p.read('runtime/d/b.json')).toBe('changed'));
    p.write('assets/new folder/ü.json', 'new');
    await eventually(() => expect(p.read('runtime/new folder/ü.json')).toBe('new'));
    renameSync(p.path('assets/a ä.json'), p.path('assets/a ö.json'));
    await eventually(() => expect(Object.keys(p.hashTree())).toContain('a ö.json'));
    rmSync(p.path('assets/d'), { recursive: true });
    await eventually(() => expect(Object.keys(p.hashTree())).toEqual(['a ö.json', 'assets.hman', 'new folder/ü.json']));
    p.write('assetc.yml', 'embed: ["*.json", "*.txt"]\n');
    p.write('assets/t.txt', 'text');
    await eventually(() => expect(p.read('runtime/t.txt')).toBe('text'));
    expect(p.printed().stdout).toContain('changed assets/d/b.json\n');
    expect(p.printed().stderr).toBe('');
  });

  it('watch --ui answers, and a killed watch leaves no lock', async () => {
    const p = start('watch', '--ui');
    await eventually(() => expect(addressIn(p.printed().stdout)).toBeDefined());
    const address = addressIn(p.printed().stdout);
    await eventually(() => expect(p.printed().stdout).toContain('watching assets'));
    const index = await (await fetch(`${address}api/index.json`)).json();
    expect(index).toMatchObject({ title: 'runtime', live: true, record: true });
    await stop();
    expect(p.run().stdout).toMatch(/^0 built, 2 cached/m);
  });

  it('ui answers with the files of the output', async () => {
    const p = start('build');
    if (program !== undefined) await exitCode(program);
    program = p.start(['ui']);
    await eventually(() => expect(addressIn(p.printed().stdout)).toBeDefined());
    const address = addressIn(p.printed().stdout);
    const index: { files: { path: string }[] } = await (await fetch(`${address}api/index.json`)).json();
    expect(index.files.map(({ path }) => path)).toEqual(['a ä.json', 'assets.hman', 'd/b.json']);
    const page = await fetch(address ?? '');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  });
});
