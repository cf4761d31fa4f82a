// Settings changed through the inspector's server: who may, what a trial makes, what is written, and what never is.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { request as httpRequest } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { build, loadConfig, serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import type { UiApplied, UiEditable, UiRulePreview, UiTrial } from '../../packages/viewer/src/api.js';
import { DiskProject } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { rawRequest } from './raw-request.js';

const CONFIG = `# The project.
default:
  texture: { quality: fast, standalone: all } # quick
  rules:
    - match: "*.n.png"
      texture: { quality: high }
presets:
  small:
    output: small
    rules:
      - match: "wall.png" # never larger
        texture: { maxSize: 8 }
`;
const noise = (x: number, y: number) => [(x * 91 + y * 37) & 255, (x * x + y) & 255, (x ^ y) & 255, 255] as const;

let project: DiskProject;
let server: UiServer;
let token = '';
let temporary = '';
const trialFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('assetc-trial-'));

const load = async (preset?: string) => {
  const { config } = await loadConfig({ cwd: project.root, ...(preset === undefined ? {} : { preset }) });
  return config && { ...config, cache: { ...config.cache, dir: project.path('.cache') } };
};
const serve = async (edit: boolean, preset?: string) => {
  const config = await load(preset);
  const made = await serveUi({
    path: config?.output ?? '',
    config,
    ...(edit ? { edit: { loadConfig: () => load(preset), builds: true } } : {}),
  });
  if (made === undefined) throw new Error('nothing is served');
  return made;
};

function model(): string {
  const builder = new GltfBuilder();
  addGrid(builder, 4, { material: 0 });
  const base64 = Buffer.from(makePng(16, 16, noise)).toString('base64');
  for (const uri of [`data:image/png;base64,${base64}`, 'bump.png']) builder.list('images', { uri });
  for (const source of [0, 1]) builder.list('textures', { source });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, normalTexture: { index: 1 } });
  return builder.gltf();
}

beforeAll(async () => {
  // Other programs of this machine may have trials of their own.
  temporary = mkdtempSync(join(tmpdir(), 'assetc-edit-test-'));
  vi.stubEnv('TMPDIR', temporary);
  project = new DiskProject({
    'assetc.yml': CONFIG,
    'assets/brick.png': makePng(32, 32, noise),
    'assets/wall.png': makePng(32, 32, noise),
    'assets/bump.png': makePng(16, 16, (x, y) => [120 + x, 120 + y, 240, 255]),
    'assets/model.gltf': model(),
    'outside.yml': 'input: elsewhere\n',
  });
  for (const preset of [undefined, 'small']) {
    const config = await load(preset);
    if (config === undefined) throw new Error('the configuration has errors');
    expect(await build({ config, jobs: 1 })).toMatchObject({ status: 'ok' });
  }
  server = await serve(true);
  token = new URL(server.editUrl ?? '').hash.replace('#/?edit=', '');
});
afterAll(async () => {
  await server.close();
  project.remove();
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});

interface Posted {
  readonly status: number;
  readonly body: string;
  /** Ends the connection. */
  end(): void;
}

/** Returns after the first line of the answer. */
function post(path: string, body: string, headers: Record<string, string> = {}, port = server.port): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', 'X-Assetc-Token': token, ...headers };
    const sent = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers: all }, (answer) => {
      let text = '';
      const done = () => resolve({ status: answer.statusCode ?? 0, body: text, end: () => sent.destroy() });
      answer.on('data', (piece: Buffer) => {
        text += piece;
        if (text.includes('\n')) done();
      });
      answer.on('end', done);
      answer.on('error', () => {});
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const ask = async <T>(name: string, change: object, port = server.port): Promise<T> =>
  JSON.parse((await post(`/api/edit/${name}`, JSON.stringify(change), {}, port)).body);

/** Every file of the project and its outputs, with times: what must not change. */
const everything = () =>
  readdirSync(project.root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.cache'))
    .map((name) => {
      const stat = statSync(project.path(name));
      return `${name} ${stat.isFile() ? `${stat.mtimeMs} ${readFileSync(project.path(name)).toString('base64')}` : ''}`;
    });

const CHANGE = { path: 'brick.ktx2', values: { texture: { quality: 'high' } } };

describe('who may change something', () => {
  it('is nobody without --edit', async () => {
    const reading = await serve(false);
    try {
      expect(reading.editUrl).toBeUndefined();
      const { status, headers } = await rawRequest(reading.port, '/api/edit/apply', {}, 'POST');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
      expect((await rawRequest(reading.port, '/api/edit/settings/brick.ktx2.json')).status).toBe(404);
      const index = JSON.parse((await rawRequest(reading.port, '/api/index.json')).body.toString());
      expect(index.edit).toBeUndefined();
    } finally {
      await reading.close();
    }
  });

  it.each<[string, number, string, Record<string, string>, string]>([
    ['without a token', 403, '/api/edit/apply', { 'X-Assetc-Token': '' }, JSON.stringify(CHANGE)],
    ['with a wrong token', 403, '/api/edit/apply', { 'X-Assetc-Token': 'a'.repeat(32) }, JSON.stringify(CHANGE)],
    ['from another origin', 403, '/api/edit/apply', { Origin: 'http://evil.example' }, JSON.stringify(CHANGE)],
    ['from a page without an origin', 403, '/api/edit/apply', { Origin: 'null' }, JSON.stringify(CHANGE)],
    [
      'from another port of this machine',
      403,
      '/api/edit/apply',
      { Origin: 'http://127.0.0.1:1' },
      JSON.stringify(CHANGE),
    ],
    [
      'with the token in the address',
      403,
      '/api/edit/apply?edit=TOKEN',
      { 'X-Assetc-Token': '' },
      JSON.stringify(CHANGE),
    ],
    ['from another site', 403, '/api/edit/apply', { 'Sec-Fetch-Site': 'cross-site' }, JSON.stringify(CHANGE)],
    ['under another name', 403, '/api/edit/apply', { Host: 'evil.example' }, JSON.stringify(CHANGE)],
    ['by a form', 415, '/api/edit/apply', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'path=brick.ktx2'],
    ['as plain text', 415, '/api/edit/apply', { 'Content-Type': 'text/plain' }, JSON.stringify(CHANGE)],
    ['with a huge body', 413, '/api/edit/apply', {}, JSON.stringify({ ...CHANGE, more: 'x'.repeat(1 << 17) })],
    [
      'with a huge body of unknown length',
      413,
      '/api/edit/apply',
      { 'Transfer-Encoding': 'chunked' },
      JSON.stringify({ ...CHANGE, more: 'x'.repeat(1 << 22) }),
    ],
    ['with what is no JSON', 400, '/api/edit/apply', {}, '{'],
    ['with what is no change', 400, '/api/edit/apply', {}, '[1]'],
    [
      'with values that are nested without end',
      400,
      '/api/edit/apply',
      {},
      `{"path":"brick.ktx2","values":{"texture":{"quality":${'['.repeat(2000)}${']'.repeat(2000)}}}}`,
    ],
    ['in a trial', 405, '/trial/x/api/edit/apply', {}, JSON.stringify(CHANGE)],
    ['in another output', 405, '/other/0/api/edit/apply', {}, JSON.stringify(CHANGE)],
    ['with a glob that is no text', 400, '/api/edit/apply', {}, JSON.stringify({ ...CHANGE, match: 1 })],
    ['elsewhere', 405, '/files/brick.ktx2', {}, JSON.stringify(CHANGE)],
    ['at an unknown address', 404, '/api/edit/delete', {}, JSON.stringify(CHANGE)],
  ])('is nobody %s', async (_, status, path, headers, body) => {
    const before = everything();
    expect((await post(path.replace('TOKEN', token), body, headers)).status).toBe(status);
    expect([everything(), trialFolders()]).toEqual([before, []]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('is nobody by %s', async (method) => {
    const before = everything();
    for (const name of ['apply', 'undo', 'preview', 'trial', 'settings']) {
      const { status } = await rawRequest(server.port, `/api/edit/${name}`, { 'X-Assetc-Token': token }, method);
      expect([404, 405]).toContain(status);
    }
    expect([everything(), trialFolders()]).toEqual([before, []]);
  });

  it('is nobody with names that objects inherit', async () => {
    const before = everything();
    for (const values of [
      '{"__proto__":{"quality":"high"}}',
      '{"texture":{"__proto__":{"a":1}}}',
      '{"constructor":{"a":1}}',
    ])
      for (const name of ['apply', 'trial']) {
        const { status, body } = await post(`/api/edit/${name}`, `{"path":"brick.ktx2","values":${values}}`);
        expect([status, JSON.parse(body)]).toMatchObject([200, { because: expect.stringMatching(/unknown/) }]);
      }
    expect(everything()).toEqual(before);
    expect(Reflect.get({}, 'quality')).toBeUndefined();
  });

  it.each(['../outside.yml', '../../etc/passwd', '/etc/passwd', 'nothing.ktx2', '.assetc-cache', 'assets.hman', ''])(
    'is nobody for the path "%s"',
    async (path) => {
      const before = everything();
      for (const name of ['apply', 'preview', 'trial'])
        expect(await ask(name, { ...CHANGE, path })).toMatchObject({ because: expect.any(String) });
      expect(everything()).toEqual(before);
    },
  );

  it('is nobody if assetc.yml is a link', async () => {
    unlinkSync(project.path('assetc.yml'));
    symlinkSync('outside.yml', project.path('assetc.yml'));
    expect(await ask('apply', CHANGE)).toEqual({ because: 'assetc.yml is not a file of the project' });
    expect(project.read('outside.yml')).toBe('input: elsewhere\n');
    unlinkSync(project.path('assetc.yml'));
    project.write('assetc.yml', CONFIG);
  });

  it('is nobody if assetc.yml is not UTF-8, of which a byte would be lost', async () => {
    const latin1 = Buffer.from(CONFIG.replace('The project.', 'Größe.'), 'latin1');
    writeFileSync(project.path('assetc.yml'), latin1);
    expect(await ask('apply', CHANGE)).toEqual({ because: 'assetc.yml is not UTF-8' });
    expect(readFileSync(project.path('assetc.yml')).equals(latin1)).toBe(true);
    project.write('assetc.yml', CONFIG);
  });
});

describe('settings', () => {
  it('are listed with their layers and what can be entered', async () => {
    const { body } = await rawRequest(server.port, '/api/edit/settings/brick.ktx2.json');
    const { settings, preset }: UiEditable = JSON.parse(body.toString());
    expect(preset).toBeNull();
    expect(settings.find(({ name }) => name === 'texture.quality')).toMatchObject({
      value: 'fast',
      from: 'default',
      input: { is: 'value', choices: expect.arrayContaining(['fast', 'high']) },
    });
    expect(settings.find(({ name }) => name === 'texture.mips')).toMatchObject({ value: true, from: 'built-in' });
  });

  it('are previewed as lines of the file', async () => {
    const preview = await ask<UiRulePreview>('preview', CHANGE);
    expect(preview).toEqual({
      origin: 'default.rules[1]',
      line: 7,
      removed: [],
      added: ['    - match: "brick.png"', '      texture: { quality: high }'],
    });
  });

  it('go to all sources of a glob, which must match the asset', async () => {
    expect(await ask<UiRulePreview>('preview', { ...CHANGE, match: 'b*.png' })).toMatchObject({
      added: ['    - match: "b*.png"', '      texture: { quality: high }'],
    });
    expect(await ask<UiRulePreview>('preview', { ...CHANGE, match: 'wall*' })).toEqual({
      because: 'the glob "wall*" does not match brick.png',
    });
  });

  it('are not served for outputs that nobody named', async () => {
    for (const path of ['/other/0/api/index.json', '/other/1/api/index.json', '/other/x/api/index.json'])
      expect((await rawRequest(server.port, path)).status).toBe(404);
  });

  it('are refused if they are wrong', async () => {
    for (const values of [{ texture: { quality: 'best' } }, { texture: { qualty: 'high' } }, { nothing: {} }, {}])
      expect(await ask('preview', { ...CHANGE, values })).toMatchObject({ because: expect.any(String) });
  });

  it('are refused if a later rule overrides them, which is named', async () => {
    const small = await serve(true, 'small');
    try {
      const own = new URL(small.editUrl ?? '').hash.replace('#/?edit=', '');
      const change = JSON.stringify({ path: 'wall.ktx2', values: { texture: { maxSize: 16 } } });
      const { body } = await post('/api/edit/apply', change, { 'X-Assetc-Token': own }, small.port);
      expect(JSON.parse(body)).toEqual({
        because: 'presets.small.rules[0], with the match "wall.png", comes later and sets texture.maxSize',
      });
      expect(project.read('assetc.yml')).toBe(CONFIG);
    } finally {
      await small.close();
    }
  });
});

const CHANGES: readonly [string, { readonly path: string; readonly values: object }][] = [
  ['a texture', CHANGE],
  ['a texture that a model uses as normals', { path: 'bump.ktx2', values: { texture: { mips: false } } }],
  ['a texture inside a model', { path: 'model/tex_0.ktx2', values: { texture: { compress: false } } }],
  ['a mesh', { path: 'model.hmesh', values: { mesh: { lods: [0.5], vertices: 'compact' } } }],
];

describe('a trial', () => {
  it('leaves all files alone, and is gone when the page is', async () => {
    const before = everything();
    const { body, end } = await post('/api/edit/trial', JSON.stringify(CHANGE));
    const trial: UiTrial = JSON.parse(body);
    if (!('id' in trial)) throw new Error(trial.because);
    const at = `/trial/${trial.id}`;
    const listed = JSON.parse((await rawRequest(server.port, `${at}/api/index.json`)).body.toString());
    expect(listed.files.map(({ path }: { path: string }) => path)).toContain('brick.ktx2');
    expect(listed.edit).toBeUndefined();
    // Their configurations differ, and they share threads.
    const sources = ['', at].map((base) => rawRequest(server.port, `${base}/api/source/brick.ktx2`));
    expect((await Promise.all(sources)).map(({ status }) => status)).toEqual([200, 200]);
    for (const path of [
      '/',
      '/page.js',
      '/files/.assetc-cache',
      '/files/../brick.ktx2',
      '/api/edit/settings/brick.ktx2.json',
    ])
      expect([path, (await rawRequest(server.port, at + path)).status]).toEqual([
        path,
        expect.toSatisfy((n) => n >= 400),
      ]);
    expect(trialFolders().length).toBe(1);
    expect(everything()).toEqual(before);
    end();
    await expect.poll(() => trialFolders().length).toBe(0);
    expect((await rawRequest(server.port, `${at}/api/index.json`)).status).toBe(404);
  });

  it('that is ended while it compiles leaves nothing', async () => {
    for (const ticks of [0, 20, 400]) {
      const sent = httpRequest({
        port: server.port,
        host: '127.0.0.1',
        path: '/api/edit/trial',
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Assetc-Token': token },
      });
      sent.on('error', () => {});
      sent.end(
        JSON.stringify({ path: 'brick.ktx2', values: { texture: { quality: 'max', maxSize: 31 - ticks / 20 } } }),
      );
      for (let tick = 0; tick <= ticks; tick++) await new Promise(setImmediate);
      sent.destroy();
    }
    await expect.poll(() => trialFolders().length).toBe(0);
  });

  it('that cannot be compiled gives the reason', async () => {
    project.write('assets/late.png', makePng(8, 8, noise));
    const config = await load();
    if (config === undefined) throw new Error('the configuration has errors');
    await build({ config, jobs: 1 });
    project.write('assets/late.png', 'no picture');
    const trial = await ask<UiTrial>('trial', { ...CHANGE, path: 'late.ktx2' });
    expect(trial).toMatchObject({ because: 'it cannot be compiled with these settings' });
    expect('diagnostics' in trial && trial.diagnostics[0]?.file).toBe('late.png');
    unlinkSync(project.path('assets/late.png'));
    await build({ config, jobs: 1 });
  });

  it.each(CHANGES)(
    'of %s makes the bytes that the build writes after Apply, which can be undone',
    async (_, change) => {
      const original = project.read('assetc.yml');
      const output = project.path('runtime');
      const { body, end } = await post('/api/edit/trial', JSON.stringify(change));
      const trial: UiTrial = JSON.parse(body);
      if (!('id' in trial)) throw new Error(trial.because);
      const made = async (path: string) => (await rawRequest(server.port, `/trial/${trial.id}/files/${path}`)).body;
      const tried = await made(change.path);
      const manifest = await made('assets.hman');
      const before = readFileSync(join(output, change.path));
      expect(tried.equals(before)).toBe(false);
      end();
      const applied = await ask<UiApplied>('apply', change);
      expect(applied).toMatchObject({ isBuilt: true, origin: expect.stringMatching(/^default\.rules\[\d\]$/) });
      expect(readFileSync(join(output, change.path)).equals(tried)).toBe(true);
      expect(readFileSync(join(output, 'assets.hman')).equals(manifest)).toBe(true);
      expect(project.read('assetc.yml')).not.toBe(original);
      expect(await ask<UiApplied>('undo', {})).toEqual({ origin: '', isBuilt: true });
      expect(project.read('assetc.yml')).toBe(original);
      expect(readFileSync(join(output, change.path)).equals(before)).toBe(true);
    },
  );
});

it('does not undo what somebody else has changed since', async () => {
  await ask('apply', CHANGE);
  const text = `${project.read('assetc.yml')}# mine\n`;
  project.write('assetc.yml', text);
  expect(await ask('undo', {})).toEqual({ because: 'assetc.yml has changed since' });
  expect(project.read('assetc.yml')).toBe(text);
});

it('removes trials when the server ends, also those that still compile', async () => {
  for (const isAwaited of [true, false]) {
    const other = await serve(true);
    const own = new URL(other.editUrl ?? '').hash.replace('#/?edit=', '');
    const change = JSON.stringify({ ...CHANGE, values: { texture: { mips: false } } });
    const made = post('/api/edit/trial', change, { 'X-Assetc-Token': own }, other.port).catch(() => undefined);
    if (isAwaited) await made;
    await expect.poll(() => trialFolders().length).toBe(1);
    await other.close();
    expect(trialFolders()).toEqual([]);
    await made;
  }
  expect(existsSync(project.path('runtime/brick.ktx2'))).toBe(true);
});

it('removes trials of servers that were killed, and no other folder', async () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const machine = hostname().replace(/[^A-Za-z0-9.]/g, '_');
  const lost = `assetc-trial-${machine}-${ended}-abcdef`;
  const kept = [
    `assetc-trial-${machine}-${process.pid}-abcdef`,
    `assetc-trial-elsewhere-${ended}-abcdef`,
    `assetc-trial-${machine}-${ended}-mine`,
  ];
  for (const name of [lost, ...kept]) {
    mkdirSync(join(temporary, name));
    writeFileSync(join(temporary, name, 'file'), 'content');
  }
  const other = await serve(true);
  const own = new URL(other.editUrl ?? '').hash.replace('#/?edit=', '');
  (await post('/api/edit/trial', JSON.stringify(CHANGE), { 'X-Assetc-Token': own }, other.port)).end();
  await other.close();
  expect(trialFolders()).toEqual(kept.toSorted());
  for (const name of kept) rmSync(join(temporary, name), { recursive: true });
});
