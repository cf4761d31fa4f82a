// assetc ui as a user runs it: it prints where, answers there, and ends by Ctrl-C.

import { spawn } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';

const project = new DiskProject({ 'out/a.txt': 'words' });
afterAll(() => project.remove());

it.skipIf(!hasCli)('serves what is named until it is interrupted', async () => {
  const program = spawn(process.execPath, [cli, 'ui', 'out'], { cwd: project.root, env: project.env() });
  let printed = '';
  program.stdout.on('data', (text) => {
    printed += String(text);
  });
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve));
  const url = () => /^serving out at (http:\/\/127\.0\.0\.1:\d+\/) /m.exec(printed)?.[1];
  await expect.poll(url).toBeDefined();
  const index = await (await fetch(`${url()}api/index.json`)).json();
  expect(index).toMatchObject({ title: 'out', files: [{ path: 'a.txt', size: 5 }], live: false, record: false });
  program.kill('SIGINT');
  expect(await ended).toBe(130);
});

it.skipIf(!hasCli)('says where there is nothing to show', () => {
  const { status, stderr } = project.run(['ui', 'nowhere']);
  expect([status, stderr.includes('cli/no-output')]).toEqual([2, true]);
});
