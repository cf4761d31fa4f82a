// Descriptions of files by plug-ins, in the inspector: only if they were loaded, and only for their own files.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Config, serveUi } from '../../packages/compiler/src/index.js';
import type { UiDescription, UiIndex } from '../../packages/viewer/src/api.js';
import { thingsPlugin } from '../cli/testing/things-plugin.js';
import { rawRequest } from './raw-request.js';
import { UiProject } from './ui-project.js';

const PLUGIN = thingsPlugin({
  members: `describe(bytes) {
        if (bytes.length > 5) throw new Error('too long to tell');
        return { facts: { letters: bytes.length }, problems: ['<b>no</b>'] };
      },`,
  compile: "ctx.emit('.out', new TextEncoder().encode(text));",
});

let ui: UiProject;
beforeAll(async () => {
  ui = new UiProject({
    'assetc.yml': 'plugins: [./tools/things.ts]\nembed: ["*.txt"]\n',
    'tools/things.ts': PLUGIN,
    'assets/short.thing': 'four',
    'assets/long.thing': 'too long',
    'assets/other.txt': 'words',
  });
  expect((await ui.build()).status).toBe('ok');
});
afterAll(() => ui.close());

const described = async (path: string) => (await ui.json(`/api/description/${path}.json`)) as UiDescription;

it('names the files that it tells of, and tells', async () => {
  expect(((await ui.json('/api/index.json')) as UiIndex).described).toEqual(['.out']);
  expect(await described('short.out')).toEqual({ kind: 'thing', statements: ['letters: 4', 'wrong: <b>no</b>'] });
});

it('says so where the plug-in fails', async () => {
  const { statements } = await described('long.out');
  expect(statements).toHaveLength(1);
  expect(statements[0]).toMatch(/cannot describe it: .*too long to tell/);
});

it('tells nothing of what is not there or not a plug-in’s', async () => {
  for (const path of ['none.out', 'other.txt', '../short.out', '.assetc/x.out'])
    expect((await ui.get(`/api/description/${path}.json`)).status, path).toBeGreaterThanOrEqual(400);
});

it('runs no plug-in that was not loaded', async () => {
  const { plugins: _, ...config } = await ui.config();
  const bare: Config = config;
  const server = await serveUi({ path: bare.output, config: bare });
  try {
    const index: UiIndex = JSON.parse((await rawRequest(server?.port ?? 0, '/api/index.json')).body.toString());
    expect(index.described).toEqual([]);
    expect((await rawRequest(server?.port ?? 0, '/api/description/short.out.json')).status).toBe(404);
  } finally {
    await server?.close();
  }
});
