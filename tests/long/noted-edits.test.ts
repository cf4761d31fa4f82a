// Random edits of a project of real kinds, built as the command line builds: with a note of the last build, so that few assets are checked.
// After each build the output, the failures and the counts are those of a clean build, and a dry run has nothing to do.

import { afterAll, describe, expect, it } from 'vitest';
import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import { recordBlocks } from '../../packages/compiler/src/pipeline/cache/record-blocks.js';
import { NotedBuilds, totalOf } from '../../packages/compiler/src/pipeline/testing/noted-builds.js';
import { EditedProject } from './edited-project.js';
import { rounds } from './random.js';

const failedIn = ({ assets }: BuildResult) =>
  assets.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])).sort();

const totals = (result: BuildResult) => {
  const { status, sourceBytes, outputBytes, warnings } = result;
  return { status, sourceBytes, outputBytes, warnings, assets: totalOf(result) };
};

describe('random edits of real kinds, built with notes', () => {
  const count = rounds(80, 2000);
  const { rows } = recordBlocks;
  afterAll(() => {
    recordBlocks.rows = rows;
  });

  it(
    `${count} of them leave the output of a clean build`,
    async () => {
      const counted = { skipped: 0, narrow: 0, 'given up': 0, everything: 0 };
      let narrowBuilt = 0;
      let project = new EditedProject(1);
      let builds = new NotedBuilds(project);
      for (let round = 0; round < count; round++) {
        if (round % 40 === 0) {
          // Two of three records have blocks.
          recordBlocks.rows = [rows, 1, 3][(round / 40) % 3] ?? rows;
          project = new EditedProject(round + 1);
          builds = new NotedBuilds(project);
        }
        const edits = Array.from({ length: project.random.below(3) }, () =>
          project.random.below(6) === 0 ? project.edit() : project.editLittle(),
        );
        const result = await builds.build();
        const about = `round ${round}, ${builds.how}: ${edits.join('; ')}`;
        counted[builds.how]++;
        if (builds.how === 'narrow') narrowBuilt += result.built;
        const clean = await project.clean();
        expect([result.status, failedIn(result)], about).toEqual([clean.result.status, failedIn(clean.result)]);
        if (result.status !== 'ok') {
          project.repair();
          continue;
        }
        expect(project.outputs(), about).toEqual(clean.outputs);
        expect(totals(result), about).toEqual(totals(clean.result));
        if (builds.how === 'everything') expect(result.diagnostics, about).toEqual(clean.result.diagnostics);
        const next = await project.build({ dryRun: true });
        expect([next.plan.filter(({ action }) => action === 'build'), next.removals], about).toEqual([[], []]);
      }
      for (const [how, times] of Object.entries(counted)) expect(times, how).toBeGreaterThan(0);
      expect(narrowBuilt).toBeGreaterThan(count / 20);
    },
    rounds(240_000, 7_200_000),
  );
});
