// The built package as another program uses it: docs/guide/library.md, run.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { Project, png } from '../cli/testing/run-cli.js';

const project = new Project({ 'assetc.yml': 'presets: { mobile: { output: mobile } }\n', 'assets/a.png': png() });
afterAll(() => project.dispose());
const entry = pathToFileURL(resolve(import.meta.dirname, '../../packages/compiler/dist/index.js')).href;

/** Runs a module that imports the library. */
function run(body: string): unknown {
  const source = `
    import * as library from ${JSON.stringify(entry)};
    let reported = 'null';
    const tell = (value) => { reported = JSON.stringify(value); };
    let last;
    const noted = ([name, value]) => [name, typeof value !== 'function' ? value : (...args) => { last = name; return value(...args); }];
    const assetc = Object.fromEntries(Object.entries(library).map(noted));
    process.on('exit', (code) => {
      process.stdout.write(reported);
      if (code !== 0) console.error('it ended within ' + last + '; what was left:', process.getActiveResourcesInfo());
    });
    ${body}
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: project.folder,
    env: project.env(),
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout);
}

it('loads, builds, checks and inspects, and prints nothing', () => {
  expect(
    run(`
      const { config } = await assetc.loadConfig({ preset: 'mobile' });
      const { status, built } = await assetc.build({ config });
      const { ok } = await assetc.check({ path: config.output });
      const { files } = await assetc.inspect({ path: config.output });
      const reports = await assetc.why({ config, path: 'a.png' });
      const { removed } = await assetc.clean({ config });
      tell({ status, built, ok, files: files.map(({ path }) => path), why: reports[0].wouldRebuild, removed: removed > 0 });
    `),
  ).toEqual({ status: 'ok', built: 1, ok: true, files: ['a.ktx2', 'assets.hman'], why: false, removed: true });
});

it('reports mistakes of the configuration as data', () => {
  expect(
    run(
      `const { config, diagnostics } = await assetc.loadConfig({ preset: 'nope' }); tell({ config: config ?? null, codes: diagnostics.map(({ code }) => code) });`,
    ),
  ).toEqual({
    config: null,
    codes: ['config/unknown-preset'],
  });
});

it('ends when the signal aborts', () => {
  expect(
    run(`
      const { config } = await assetc.loadConfig({ output: 'aborted' });
      const { status } = await assetc.build({ config, signal: AbortSignal.abort() });
      const check = await assetc.check({ path: config.input, signal: AbortSignal.abort() }).catch((error) => error.name);
      tell({ status, check });
    `),
  ).toEqual({ status: 'interrupted', check: 'AbortError' });
});
