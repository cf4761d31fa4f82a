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

it.skipIf(!hasCli)('edits with --edit, by the token of the printed address alone', async () => {
  // What is edited is built, with the kinds of plug-ins.
  const text = '# mine\nembed: ["*.txt"]\nplugins: [./kinds.mjs]\n';
  const own = new DiskProject({
    'assetc.yml': text,
    'kinds.mjs':
      "import { definePlugin } from 'assetc/plugin';\nexport default definePlugin({ name: 'none', version: '1', kinds: [] });\n",
    'assets/a.txt': 'words',
  });
  expect(own.run().status).toBe(0);
  const program = spawn(process.execPath, [cli, 'ui', '--edit'], { cwd: own.root, env: own.env() });
  let printed = '';
  program.stdout.on('data', (text) => {
    printed += String(text);
  });
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve));
  const address = () => /at (http:\/\/127\.0\.0\.1:\d+\/)#\/\?edit=(\S{32}) /.exec(printed);
  await expect.poll(address).not.toBeNull();
  const [, url = '', token = ''] = address() ?? [];
  const post = async (sent: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Assetc-Token': sent };
    const body = JSON.stringify({ path: 'a.txt', values: { texture: { quality: 'high' } } });
    const answer = await fetch(`${url}api/edit/apply`, { method: 'POST', headers, body });
    return answer.ok ? answer.json() : answer.status;
  };
  expect(await post(`${token.slice(1)}x`)).toBe(403);
  expect(own.read('assetc.yml')).toBe(text);
  expect(await post(token)).toEqual({ origin: 'default.rules[0]', isBuilt: true });
  expect(own.read('assetc.yml')).toContain('- match: "a.txt"');
  program.kill('SIGINT');
  expect(await ended).toBe(130);
  own.remove();
});

it.skipIf(!hasCli)('shows two outputs', async () => {
  project.write('b/new.txt', 'more words');
  const program = spawn(process.execPath, [cli, 'ui', 'out', 'b'], { cwd: project.root, env: project.env() });
  let printed = '';
  program.stdout.on('data', (text) => {
    printed += String(text);
  });
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve));
  const url = () => /at (http:\/\/127\.0\.0\.1:\d+\/) /.exec(printed)?.[1];
  await expect.poll(url).toBeDefined();
  expect(await (await fetch(`${url()}api/index.json`)).json()).toMatchObject({ others: ['b'] });
  const other = await (await fetch(`${url()}other/0/api/index.json`)).json();
  expect(other).toMatchObject({ title: 'b', files: [{ path: 'new.txt' }] });
  expect(await (await fetch(`${url()}other/0/files/new.txt`)).text()).toBe('more words');
  program.kill('SIGINT');
  expect(await ended).toBe(130);
  const { status, stderr } = project.run(['ui', 'out', 'gone']);
  expect([status, stderr.includes('cli/no-output')]).toEqual([2, true]);
});

it.skipIf(!hasCli)('says where there is nothing to show', () => {
  const { status, stderr } = project.run(['ui', 'nowhere']);
  expect([status, stderr.includes('cli/no-output')]).toEqual([2, true]);
});
