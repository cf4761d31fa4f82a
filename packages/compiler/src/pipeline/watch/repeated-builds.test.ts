// The builds of a watch end with what a build of everything ends with, and report the same, over random edits.

import { afterAll, describe, expect, it } from 'vitest';
import type { BuildEnvironment } from '../build-environment.js';
import type { BuildResult } from '../build-options.js';
import { recordBlocks } from '../cache/record-blocks.js';
import type { BuildEvent } from '../report/events.js';
import { ids, MemoryProject } from '../testing/memory-project.js';
import { noValidators } from '../testing/no-validators.js';
import { CHUNKS, OTHERS, RandomProject } from '../testing/random-project.js';
import { Executors } from '../workers/executors.js';
import { RepeatedBuilds } from './repeated-builds.js';

const LONG = process.env.ASSETC_LONG === '1';
const SEEDS = LONG ? 150 : 4;
const ROUNDS = LONG ? 60 : 20;

const environmentOf = ({ host, registry }: MemoryProject): BuildEnvironment => ({
  host,
  registry,
  executors: new Executors(host, registry, undefined),
  ...noValidators,
});

class Watch {
  readonly #project: MemoryProject;
  readonly #builds: RepeatedBuilds;
  readonly #signal = new AbortController().signal;
  events: BuildEvent[] = [];

  constructor(project: MemoryProject) {
    this.#project = project;
    this.#builds = new RepeatedBuilds({ jobs: 2 }, environmentOf(project));
  }

  get isReady(): boolean {
    return this.#builds.isReady;
  }

  async build(): Promise<BuildResult> {
    this.events = [];
    this.#project.host.clock += 10_000;
    return await this.#builds.build(this.#project.config, this.#signal, (event) => this.events.push(event));
  }

  /** What a watch does while nothing is saved. */
  async getReady(): Promise<BuildResult | undefined> {
    this.events = [];
    this.#project.host.clock += 10_000;
    return await this.#builds.getReady(this.#project.config, this.#signal, (event) => this.events.push(event));
  }
}

/** The same project on another disk, built from nothing and then once more, so that everything is up to date. */
async function cleanBuild(project: MemoryProject): Promise<{ result: BuildResult; outputs: Record<string, string> }> {
  const clean = new MemoryProject();
  clean.config = project.config;
  for (const folder of project.host.folders) if (folder.startsWith('/project/assets')) clean.host.folders.add(folder);
  for (const [path, content] of Object.entries(project.host.tree('/project/assets')))
    clean.host.put(`/project/assets/${path}`, Buffer.from(content, 'latin1'));
  await clean.build();
  return { result: await clean.build(), outputs: clean.outputs() };
}

const typesOf = (events: readonly BuildEvent[]): ReadonlySet<string> => new Set(events.map(({ type }) => type));

function editContent(project: RandomProject): void {
  const path = project.random.one([...CHUNKS, ...OTHERS]);
  if (project.text(path) !== undefined) project.write(path, `content ${project.random.below(1000)}`);
}

describe('the builds of a watch', () => {
  const counted = { narrow: 0, narrowAdded: 0, narrowRemoved: 0, narrowWithWarnings: 0, all: 0 };
  const { rows } = recordBlocks;
  afterAll(() => {
    recordBlocks.rows = rows;
  });

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('end and report like clean ones (seed %i)', async (seed) => {
    recordBlocks.rows = [rows, 1, 3][seed % 3] ?? rows;
    const project = new RandomProject(seed);
    const watch = new Watch(project);
    const isCalm = seed % 2 === 1;
    if (isCalm) project.simplify();
    let before: ReadonlySet<string> = new Set();
    for (let round = 0; round < ROUNDS; round++) {
      if (project.random.below(isCalm ? 12 : 5) === 0) project.edit();
      else if (isCalm && project.random.below(5) === 0) project.changeSettings();
      else if (!isCalm || project.random.below(4) === 0) editContent(project);
      else project.moveLoose();
      const wasReady = watch.isReady;
      const result = await watch.build();
      const { events } = watch;
      const about = `seed ${seed}, round ${round}`;
      if (result.status !== 'ok') {
        project.repair(result);
        continue;
      }
      const clean = await cleanBuild(project);
      expect(project.outputs(), about).toEqual(clean.outputs);
      const { sourceBytes, outputBytes, warnings, ignored, diagnostics, silenced } = clean.result;
      expect(result, about).toMatchObject({ sourceBytes, outputBytes, warnings, ignored, diagnostics, silenced });
      expect(result.assets.map(({ id, kind, outputs }) => ({ id, kind, outputs }))).toEqual(
        clean.result.assets.map(({ id, kind, outputs }) => ({ id, kind, outputs })),
      );
      expect([...typesOf(events)]).toEqual(
        expect.arrayContaining(['start', 'discovered', 'planned', 'manifest', 'done']),
      );
      expect(events.filter(({ type }) => type === 'diagnostic')).toHaveLength(diagnostics.length);
      // A narrow build counts only the assets that it checks.
      const progress = events.filter((event) => event.type === 'progress').at(-1);
      const checksAll = progress !== undefined && progress.total >= result.assets.length;
      const isNarrow = wasReady && !checksAll && result.built + result.restored + result.removed > 0;
      counted.all += isNarrow ? 0 : 1;
      counted.narrow += isNarrow ? 1 : 0;
      counted.narrowRemoved += isNarrow && result.removed > 0 ? 1 : 0;
      counted.narrowAdded += isNarrow && ids(result, 'built').some((id) => !before.has(id)) ? 1 : 0;
      before = new Set(result.assets.map(({ id }) => id));
      counted.narrowWithWarnings += isNarrow && warnings > 0 ? 1 : 0;
      expect(watch.isReady, about).toBe(true);
    }
  });

  it('were narrow and not, with and without warnings', () => {
    expect(Object.entries(counted).filter(([, count]) => count === 0)).toEqual([]);
  });
});
