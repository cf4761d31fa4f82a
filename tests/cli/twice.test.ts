// assetc build --twice from the command line: nothing in our own kinds differs. The short form takes some of the demo, the long form all
// of the demo and every real file of the corpus.

import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { eventsOf, Project, type Run } from './testing/run-cli.js';

const IS_LONG = process.env.ASSETC_LONG !== undefined;
const demo = resolve(import.meta.dirname, '../../examples/demo/assets');
const CONFIG = `embed: ["scene/*.json"]
exclude: ["shaders/common/*"]
default: { texture: { quality: fast }, shader: { include: [shaders/common], reflection: true, timeLimit: 60 }, font: { size: 16 } }
`;
const SHORT = /^(textures|ui|scene|grade|materials)|dragon|lighthouse/;

let project: Project | undefined;
afterEach(() => project?.dispose());

const comparedIn = (stdout: string) => eventsOf(stdout).find(({ type }) => type === 'compared');

/** However long it takes. */
async function buildTwice(of: Project): Promise<Run> {
  const run = of.start(['--twice', '--json']);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    run[stream].on('data', (text) => {
      said[stream] += text;
    });
  await once(run, 'close');
  return { code: run.exitCode, ...said };
}

/** With the time of the last write. */
const outputsOf = (of: Project) =>
  of.list('runtime').map((path) => [path, statSync(of.path(`runtime/${path}`)).mtimeMs]);

describe('build --twice', () => {
  it('finds no difference in any of our kinds', async () => {
    project = new Project({ 'assetc.yml': CONFIG });
    for (const name of readdirSync(demo, { recursive: true, encoding: 'utf8' })) {
      const path = name.replaceAll('\\', '/');
      if ((IS_LONG || SHORT.test(path)) && statSync(join(demo, path)).isFile())
        project.write(`assets/${path}`, readFileSync(join(demo, path)));
    }
    const { code, stdout, stderr } = await buildTwice(project);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
    expect(comparedIn(stdout)).toMatchObject({ differing: 0 });
    expect(comparedIn(stdout)?.assets).toBeGreaterThan(15);
    const before = outputsOf(project);
    const again = project.run(['--twice']);
    expect(again.stdout).toMatch(/compiled \d+ assets twice: no difference\n/);
    expect(outputsOf(project)).toEqual(before);
    // The second way to the input is gone.
    expect(readdirSync(join(project.root, 'cache/assetc/seen-elsewhere'))).toEqual([]);
  });

  it.skipIf(!IS_LONG || !existsSync(corpusFolder))('finds no difference over the corpus', async () => {
    project = new Project({ 'assetc.yml': 'default: { environment: { size: 64 } }\n' });
    cpSync(corpusFolder, project.path('assets'), { recursive: true });
    project.remove('assets/invalid');
    project.remove('assets/shader');
    const run = project.start(['--twice', '--json']);
    let stdout = '';
    run.stdout.on('data', (text) => {
      stdout += text;
    });
    await once(run, 'close');
    console.log(comparedIn(stdout));
    expect(comparedIn(stdout)).toMatchObject({ differing: 0 });
    expect(comparedIn(stdout)?.assets).toBeGreaterThan(100);
  });
});
