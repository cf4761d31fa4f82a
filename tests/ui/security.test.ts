// The inspector's server against whoever can send it a request: pages of other sites, rebound names, paths that lead out.

import { symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveUi, type UiServer } from '../../packages/compiler/src/index.js';
import { DiskProject } from '../support/disk-project.js';
import { rawRequest } from './raw-request.js';

const HTML_NAME = '<img src=x onerror=alert(1)>.txt';
const SECRET = 'not for the page';

let project: DiskProject;
let server: UiServer;
const get = (path: string, headers?: Readonly<Record<string, string>>, method?: string) =>
  rawRequest(server.port, path, headers, method);

beforeAll(async () => {
  project = new DiskProject({
    'out/a.txt': 'inside',
    'out/sub/b.txt': 'below',
    'out/.assetc-cache': SECRET,
    'out/.hidden/c.txt': SECRET,
    [`out/${HTML_NAME}`]: 'named',
    'secret.txt': SECRET,
    'outside/d.txt': SECRET,
  });
  symlinkSync(project.path('secret.txt'), project.path('out/link.txt'));
  symlinkSync(project.path('outside'), project.path('out/folder'));
  symlinkSync('a.txt', project.path('out/inside-link.txt'));
  symlinkSync('.assetc-cache', project.path('out/record.txt'));
  const started = await serveUi({ path: project.path('out') });
  if (started === undefined) throw new Error('nothing is served');
  server = started;
});
afterAll(async () => {
  await server.close();
  project.remove();
});

const ROUTES = ['/', '/files/a.txt', '/api/index.json', '/api/overview.json', '/api/events', '/api/asset/a.txt.json'];

describe('who may ask', () => {
  it('are programs of this machine, under each of its names', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST']) {
      const { status, body } = await get('/files/a.txt', { Host: `${name}:${server.port}` });
      expect([name, status, body.toString()]).toEqual([name, 200, 'inside']);
    }
  });

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', 'localhost:1', '127.0.0.1.evil.example', '', '0.0.0.0'])(
    'is nobody under the name "%s"',
    async (host) => {
      for (const route of ROUTES) {
        const { status } = await get(route, { Host: host });
        // Node itself refuses a request of HTTP/1.1 without a name.
        expect([route, status]).toEqual([route, host === '' ? 400 : 403]);
      }
      const withPort = await get('/files/a.txt', { Host: `${host}x:${server.port}` });
      expect([withPort.status, withPort.body.includes('inside')]).toEqual([403, false]);
    },
  );

  it('is no page of another origin', async () => {
    const own = `http://127.0.0.1:${server.port}`;
    expect((await get('/files/a.txt', { Origin: own })).status).toBe(200);
    for (const origin of [
      'http://evil.example',
      'null',
      `https://127.0.0.1:${server.port}`,
      'http://127.0.0.1:1',
      `${own}.evil.example`,
    ])
      for (const route of ROUTES) expect([route, (await get(route, { Origin: origin })).status]).toEqual([route, 403]);
  });

  it('is no page of another site, but the user and the page itself', async () => {
    for (const site of ['same-origin', 'none'])
      expect((await get('/files/a.txt', { 'Sec-Fetch-Site': site })).status).toBe(200);
    for (const site of ['cross-site', 'same-site', 'anything'])
      for (const route of ROUTES)
        expect([route, (await get(route, { 'Sec-Fetch-Site': site })).status]).toEqual([route, 403]);
  });

  it('is nobody who wants to change something', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await get('/files/a.txt', {}, method);
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });
});

describe('what is served', () => {
  it.each([
    '/files/../secret.txt',
    '/files/sub/../../secret.txt',
    '/files/%2e%2e/secret.txt',
    '/files/%2E%2e%2fsecret.txt',
    '/files/..%2fsecret.txt',
    '/files/..%5csecret.txt',
    '/files/..\\secret.txt',
    '/files/%252e%252e/secret.txt',
    '/files//secret.txt',
    '/files/a.txt%00.png',
    '/files/%c0%ae%c0%ae/secret.txt',
    '/files/%',
    '/files/./a.txt',
    '/files/',
    '/files',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '//secret.txt',
    '/api/asset/../../secret.txt.json',
    '/api/asset/..%2f..%2fsecret.txt.json',
    '/api/source/../secret.txt',
    '/api/source/..%2fsecret.txt',
    '/api/source/secret.txt',
    '/files/.assetc-cache',
    '/files/.hidden/c.txt',
    '/files/%2eassetc-cache',
    '/files/link.txt',
    '/files/folder/d.txt',
    '/files/record.txt',
    '/files/sub',
  ])('is nothing at %s', async (path) => {
    const { status, body } = await get(path);
    expect([400, 404]).toContain(status);
    expect(body.toString()).not.toContain(SECRET);
  });

  it('is nothing by another server’s address', async () => {
    expect((await get('http://evil.example/files/a.txt')).status).toBe(400);
    expect((await get(`http://127.0.0.1:${server.port}/files/a.txt`)).status).toBe(400);
  });

  it('is what is in the folder, by links inside it too', async () => {
    expect((await get('/files/sub/b.txt')).body.toString()).toBe('below');
    expect((await get('/files/inside-link.txt')).body.toString()).toBe('inside');
  });

  it('is listed without links and hidden files', async () => {
    const { body } = await get('/api/index.json');
    const { files } = JSON.parse(body.toString());
    expect(files.map(({ path }: { path: string }) => path)).toEqual([HTML_NAME, 'a.txt', 'sub/b.txt']);
  });

  it('says nothing of where it lies', async () => {
    for (const route of ['/api/index.json', '/api/overview.json'])
      expect((await get(route)).body.toString()).not.toContain(project.root);
  });

  it('has names with HTML in them as text', async () => {
    const { headers, body } = await get(`/files/${encodeURIComponent(HTML_NAME)}`);
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(body.toString()).toBe('named');
    const missing = await get(`/files/${encodeURIComponent('<script>alert(1)</script>')}`);
    expect(missing.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(missing.body.toString()).not.toContain('<script>');
  });

  it('is bytes, whatever its name: no file of an output runs as a page', async () => {
    project.write('out/page.html', '<script>alert(1)</script>');
    project.write('out/program.js', 'alert(1)');
    for (const name of ['page.html', 'program.js']) {
      const { headers } = await get(`/files/${name}`);
      expect(headers['content-type']).toBe('application/octet-stream');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('comes with headers that bind the browser, errors included', async () => {
    for (const route of [...ROUTES.filter((route) => route !== '/api/events'), '/nowhere', '/files/..'])
      for (const headers of [{}, { Host: 'evil.example' }]) {
        const answer = await get(route, headers);
        const policy = answer.headers['content-security-policy'] ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
        expect(policy).toContain("worker-src 'self';");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toContain('unsafe-inline');
        expect(answer.headers['x-content-type-options']).toBe('nosniff');
        expect(answer.headers['referrer-policy']).toBe('no-referrer');
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
  });
});
