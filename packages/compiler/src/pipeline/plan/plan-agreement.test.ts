// Predictions agree with builds: over random edits of a small project, what --dry-run lists as built, kept, yielding and removed is what
// the build then does, and `why` reports the same for every asset. Predictions that depend on the last record of a stale source are
// marked as assumed; they must be right too if compiling finds what the last build found.

import { describe, expect, it } from 'vitest';
import type { BuildResult } from '../build-options.js';
import { why } from '../report/why.js';
import { MemoryProject } from '../testing/memory-project.js';
import { CHUNKS, LISTS, OTHERS, RandomProject } from '../testing/random-project.js';
import { toyRegistry } from '../testing/toy-registry.js';

const LONG = process.env.ASSETC_LONG === '1';
const SEEDS = LONG ? 150 : 16;
const ROUNDS = LONG ? 40 : 14;

const DONE_AS = { built: 'build', restored: 'build', shared: 'build', cached: 'keep', failed: 'build' } as const;

function compare(predicted: BuildResult, actual: BuildResult, exact: boolean, about: string): void {
  const outcomes = new Map(actual.assets.map((outcome) => [outcome.id, outcome]));
  for (const { id, action, reasons, assumed } of predicted.plan) {
    if (assumed && !exact) continue;
    const outcome = outcomes.get(id);
    const done = outcome === undefined ? 'yield' : DONE_AS[outcome.status];
    if (action === 'fail') expect(outcome?.status, `${about} ${id}`).toBe('failed');
    else expect({ id, done }, about).toEqual({ id, done: action });
    if (action === 'build') expect(outcome?.reasons, `${about} ${id}`).toEqual(reasons);
  }
  const planned = new Map(predicted.plan.map((asset) => [asset.id, asset]));
  for (const { id } of actual.assets) {
    if (planned.has(id)) continue;
    // Only derived assets that compiling found may be new.
    const parent = planned.get(id.split('#')[0] ?? '');
    expect([id.includes('#'), parent?.action, exact], `${about} ${id}`).toEqual([true, 'build', false]);
  }
}

describe('dry run, build and why', () => {
  const counted = { exact: 0, failed: 0, removed: 0, yielded: 0, built: 0, refused: 0, used: 0, disagreed: 0 };

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('agree over random edits (seed %i)', async (seed) => {
    const project = new RandomProject(seed);
    for (let round = 0; round < ROUNDS; round++) {
      for (let edits = project.random.below(4); edits > 0; edits--) project.edit();
      const noCache = project.random.below(12) === 0;
      const exact = project.isAsCompiled;
      const about = `seed ${seed}, round ${round}:`;
      const before = project.host.tree('/project');
      const predicted = await project.build({ dryRun: true, noCache });
      expect(project.host.tree('/project'), `${about} a dry run writes nothing`).toEqual(before);

      if (!noCache)
        for (const { id, action, reasons, assumed } of predicted.plan) {
          const reports = await why({ config: project.config, path: id }, project.host, toyRegistry);
          expect(
            reports.find((report) => report.id === id),
            about,
          ).toMatchObject({ action, reasons, assumed });
        }

      const actual = await project.build({ noCache });
      const isExact = exact && actual.failed === 0;
      compare(predicted, actual, isExact, about);
      const removed = project.events.flatMap((event) => (event.type === 'removed' ? [event.path] : []));
      const expected = predicted.removals.filter(({ assumed }) => isExact || !assumed).map(({ path }) => path);
      if (actual.status === 'failed') expect(removed, about).toEqual([]);
      else if (isExact) expect(removed, about).toEqual(expected);
      else expect(removed, about).toEqual(expect.arrayContaining(expected));
      project.noteCompiled(actual);

      if (actual.status === 'ok') {
        const clean = new MemoryProject({}, project.config);
        for (const path of [...LISTS, ...CHUNKS, ...OTHERS]) {
          const text = project.text(path);
          if (text !== undefined) clean.write(path, text);
        }
        if (project.host.folders.has('/project/assets/crate.box')) clean.host.folders.add('/project/assets/crate.box');
        const { diagnostics } = await clean.build();
        expect(project.outputs(), `${about} as a clean build`).toEqual(clean.outputs());
        expect(actual.diagnostics, `${about} as a clean build`).toEqual(diagnostics);
        const again = await project.build({ dryRun: true });
        expect(
          again.plan.filter(({ action }) => action !== 'keep' && action !== 'yield'),
          about,
        ).toEqual([]);
        expect(again.removals, about).toEqual([]);
      }
      if (actual.status === 'failed' && project.random.below(2) === 0) project.repair(actual);
      counted.exact += isExact ? 1 : 0;
      counted.failed += actual.status === 'failed' ? 1 : 0;
      counted.removed += removed.length;
      counted.yielded += predicted.plan.filter(({ action }) => action === 'yield').length;
      counted.used += actual.assets.filter(({ reasons }) =>
        reasons.some((reason) => /^it is now compiled as/.test(reason)),
      ).length;
      counted.disagreed += actual.diagnostics.filter(({ message }) => / of .+ and .+ of /.test(message)).length;
      counted.refused += predicted.plan.filter(({ action }) => action === 'fail').length;
      counted.built += actual.built;
    }
  });

  it('were seen in every case that there is', () => {
    for (const [what, count] of Object.entries(counted)) expect(count, what).toBeGreaterThan(5);
  });
});
