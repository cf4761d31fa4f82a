// The plug-in in servers that a program makes: an object that is used again by a restart, middleware mode, SSR, and the end.

import { afterEach, describe, expect, it } from 'vitest';
import { makePng } from '../support/png.js';
import { ViteProject } from './vite-project.js';

let project: ViteProject;
afterEach(() => project.remove());

const start = `
import { copyFileSync, renameSync } from 'node:fs';
import { createServer } from '${process.env.ASSETC_VITE_MODULE ?? 'vite'}';
import { assetc } from 'vite-plugin-assetc';

const log = [];
const note = (text) => log.push(text.replace(/^.*assetc. /, '').replace(/ in \\d+ ms/, ''));
const customLogger = { info: note, warn: note, error: note, warnOnce: note, clearScreen() {}, hasErrorLogged: () => false, hasWarned: false };
const until = async (holds) => {
  while (!holds()) await new Promise((done) => setTimeout(done, 20));
};
const compiled = (count) => until(() => log.filter((line) => line.includes('compiled')).length >= count);
`;

function made(script: string) {
  project = new ViteProject({
    'assets/logo.png': makePng(8, 8, () => [9, 9, 9, 255]),
    'src/entry.js': "import files from 'assetc:';\nimport logo from 'assetc:logo';\nexport { files, logo };\n",
    'run.js': start + script,
  });
  return project.node('run.js');
}

describe('a server that a program makes', () => {
  it('is restarted with the same plug-in, and ends with nothing left that keeps the process', () => {
    const { status, output } = made(`
const server = await createServer({ configFile: false, customLogger, plugins: [assetc({ types: false })], server: { port: 0, host: '127.0.0.1' } });
await server.listen();
await compiled(1);
await server.restart();
await compiled(2);
copyFileSync('assets/logo.png', 'second.png');
renameSync('second.png', 'assets/second.png');
await compiled(3);
await server.close();
console.log(log.filter((line) => line.includes('compiled')).join('; '));
`);
    expect(output.trim()).toMatch(/^1 compiled, 0 kept; 0 compiled, 1 kept; \d compiled, \d kept$/);
    expect(status).toBe(0);
  });

  it('gives URLs on a server, in middleware mode, without a watcher', () => {
    const { status, output } = made(`
const server = await createServer({ configFile: false, customLogger, appType: 'custom', base: '/app/', plugins: [assetc({ types: false })], server: { middlewareMode: true, watch: null } });
const { files, logo } = await server.ssrLoadModule('/src/entry.js');
console.log(logo, files.url('logo.ktx2'), await files.read('logo.ktx2').catch((error) => error.message));
await server.close();
`);
    expect(output).toContain(
      '/app/@assetc/logo.ktx2 /app/@assetc/logo.ktx2 /app/@assetc/logo.ktx2 is fetched in the browser',
    );
    expect(status).toBe(0);
  });

  it('refuses to compile twice', () => {
    const { status, output } = made(`
await createServer({ configFile: false, customLogger, plugins: [assetc(), assetc()] }).catch((error) => console.log(error.message));
`);
    expect(output).toContain('vite-plugin-assetc is in the plug-ins twice');
    expect(status).toBe(0);
  });
});
