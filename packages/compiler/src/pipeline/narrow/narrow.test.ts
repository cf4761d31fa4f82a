// A narrow build ends with what a build of everything ends with: the same files, counts and record, over random edits.

import { afterAll, describe, expect, it } from 'vitest';
import type { BuildResult } from '../build-options.js';
import { recordBlocks } from '../cache/record-blocks.js';
import { ids, MemoryProject } from '../testing/memory-project.js';
import { NotedBuilds, totalOf } from '../testing/noted-builds.js';
import { CHUNKS, OTHERS, RandomProject } from '../testing/random-project.js';

const LONG = process.env.ASSETC_LONG === '1';
const SEEDS = LONG ? 200 : 16;
const ROUNDS = LONG ? 60 : 20;

async function cleanBuild(project: MemoryProject): Promise<{ result: BuildResult; outputs: Record<string, string> }> {
  const clean = new MemoryProject();
  clean.config = project.config;
  clean.registry = project.registry;
  for (const folder of project.host.folders) if (folder.startsWith('/project/assets')) clean.host.folders.add(folder);
  for (const [path, content] of Object.entries(project.host.tree('/project/assets')))
    clean.host.put(`/project/assets/${path}`, Buffer.from(content, 'latin1'));
  return { result: await clean.build(), outputs: clean.outputs() };
}

/** From some operation on the disk fails: what a killed build leaves, or one that runs out of space. */
function failFrom(project: MemoryProject, first: number): void {
  let operations = 0;
  project.host.onOperation = (_, path) => {
    if (path.startsWith('/project/runtime/') && operations++ >= first)
      throw Object.assign(new Error(path), { code: 'EIO' });
  };
}

/** Other bytes, nothing else: what a narrow build is for. */
function editContent(project: RandomProject): void {
  const path = project.random.one([...CHUNKS, ...OTHERS]);
  if (project.text(path) !== undefined) project.write(path, `content ${project.random.below(1000)}`);
}

describe('builds with a note', () => {
  const counted = {
    skipped: 0,
    narrow: 0,
    narrowBuilt: 0,
    narrowAdded: 0,
    narrowResettled: 0,
    narrowRemoved: 0,
    'given up': 0,
    everything: 0,
  };

  const { rows } = recordBlocks;
  afterAll(() => {
    recordBlocks.rows = rows;
  });

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('end like clean builds (seed %i)', async (seed) => {
    // Two of three records have blocks.
    recordBlocks.rows = [rows, 1, 3][seed % 3] ?? rows;
    const project = new RandomProject(seed);
    const builds = new NotedBuilds(project);
    const isCalm = seed % 4 > 1;
    if (isCalm) project.simplify();
    let before: ReadonlySet<string> = new Set();
    for (let round = 0; round < ROUNDS; round++) {
      for (let edits = project.random.below(3); edits > 0; edits--)
        if (project.random.below(isCalm ? 12 : 3) === 0) project.edit();
        else if (isCalm && project.random.below(6) === 0) project.changeSettings();
        else if (project.random.below(2) === 0) editContent(project);
        else project.moveLoose();
      if (project.random.below(5) === 0) {
        failFrom(project, project.random.below(12));
        await builds.build();
        project.host.onOperation = undefined;
        if (project.random.below(2) === 0) project.edit();
      }
      const result = await builds.build();
      const about = `seed ${seed}, round ${round}, ${builds.how}`;
      counted[builds.how]++;
      if (builds.how === 'narrow' && result.built > 0) counted.narrowBuilt++;
      if (builds.how === 'narrow' && builds.isResettled && result.built > 0) counted.narrowResettled++;
      if (builds.how === 'narrow' && result.removed > 0) counted.narrowRemoved++;
      const sources = new Set(Object.keys(project.host.tree('/project/assets')));
      if (builds.how === 'narrow' && [...sources].some((path) => !before.has(path))) counted.narrowAdded++;
      before = sources;
      if (result.status !== 'ok') {
        project.repair(result);
        continue;
      }
      const clean = await cleanBuild(project);
      expect(project.outputs(), about).toEqual(clean.outputs);
      const { sourceBytes, outputBytes, warnings } = clean.result;
      expect([totalOf(result), result.sourceBytes, result.outputBytes, result.warnings], about).toEqual([
        totalOf(clean.result),
        sourceBytes,
        outputBytes,
        warnings,
      ]);
      const next = await project.build({ dryRun: true });
      expect([ids(next, 'failed'), next.plan.filter(({ action }) => action === 'build'), next.removals], about).toEqual(
        [[], [], []],
      );
    }
  });

  it('were made in every way', () => {
    for (const [how, count] of Object.entries(counted)) expect(count, how).toBeGreaterThan(3);
  });
});

describe("after the user's cache folder was emptied", () => {
  const SOURCES = { 'a.json': 'a', 'b.json': 'b', 'c.json': 'c' };

  async function withoutKey(): Promise<{ readonly project: MemoryProject; readonly builds: NotedBuilds }> {
    const project = new MemoryProject(SOURCES);
    await project.build();
    for (const path of Object.keys(project.host.tree('/home/cache'))) await project.host.remove(`/home/cache/${path}`);
    const builds = new NotedBuilds(project);
    for (let build = 0; build < 3; build++) await builds.build();
    return { project, builds };
  }

  it('the first build of an asset is complete, because its output becomes ours, and the next is narrow', async () => {
    const { project, builds } = await withoutKey();
    for (const expected of ['given up', 'narrow', 'narrow'] as const) {
      project.write('a.json', `${expected} ${project.host.clock}`);
      expect(await builds.build()).toMatchObject({ status: 'ok', built: 1, cached: 2 });
      expect(builds.how).toBe(expected);
      expect(project.outputs()).toEqual((await cleanBuild(project)).outputs);
    }
  });

  it('what came from elsewhere is not deleted, but what was built since then is', async () => {
    const { project, builds } = await withoutKey();
    const [outputOfA, outputOfB] = ['a', 'b'].map((name) => {
      const path = Object.keys(project.outputs()).find((one) => one.startsWith(`${name}.`));
      if (path === undefined) throw new Error(`${name}.json has no output`);
      return path;
    });
    for (const text of ['first', 'second']) {
      project.write('a.json', text);
      await builds.build();
    }
    project.delete('a.json');
    project.delete('b.json');
    await builds.build();
    expect(Object.keys(project.outputs())).not.toContain(outputOfA);
    expect(Object.keys(project.outputs())).toContain(outputOfB);
  });
});
