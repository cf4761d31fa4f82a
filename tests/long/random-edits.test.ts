// Random edits of a project of real kinds: sources, companions, settings, outputs. After each one the dry run, the build, `why` and
// `check` agree, the output equals that of a clean build, and nothing is built whose inputs, settings and outputs are as they were.

import { describe, expect, it } from 'vitest';
import { checkPath } from '../../packages/compiler/src/inspect/check-path.js';
import type { BuildResult } from '../../packages/compiler/src/pipeline/build-options.js';
import type { WhyReport } from '../../packages/compiler/src/pipeline/report/why.js';
import { EditedProject } from './edited-project.js';
import { rounds } from './random.js';

const idsOf = (assets: readonly { readonly id: string }[]) => assets.map(({ id }) => id).sort();

/** `it is now compiled as normal (used by m.gltf)` */
const isAboutUse = (reason: string): boolean => /^it is now compiled as/.test(reason);

/** Why an asset would be built although everything that it depends on is as it was: undefined if there is a reason. */
const overBuilt = (report: WhyReport): boolean =>
  report.wouldRebuild &&
  report.cache === 'recorded' &&
  report.failed.length === 0 &&
  report.dependencies.every(({ state }) => state === 'unchanged') &&
  report.outputs.every(({ state }) => state === 'intact') &&
  !report.reasons.some((reason) => /→/.test(reason) || isAboutUse(reason));

const counted = { used: 0, disagreed: 0 };

async function step(project: EditedProject, edits: readonly string[]): Promise<void> {
  const about = edits.join('; ');
  const plan = await project.build({ dryRun: true });
  const planned = (plan.plan ?? []).filter(({ assumed }) => assumed !== true);
  for (const { id, action } of planned) {
    const report = (await project.why(id)).find((one) => one.id === id);
    expect(report?.action, `${about}: why ${id}`).toBe(action);
    if (report !== undefined) expect(overBuilt(report), `${about}: ${id} is built for nothing`).toBe(false);
  }
  const before = project.outputs();
  const result = await project.build();
  const after = project.outputs();
  for (const { id, reasons, outputs } of result.assets)
    if (reasons.length > 0 && reasons.every(isAboutUse)) {
      counted.used++;
      expect(
        outputs.some((path) => before[path] !== after[path]),
        `${about}: ${id} is built for nothing: ${reasons}`,
      ).toBe(true);
    }
  const status = new Map(result.assets.map((asset) => [asset.id, asset.status]));
  for (const { id, action } of planned) {
    const was = status.get(id);
    if (action === 'keep') expect(was, `${about}: ${id} was to be kept`).toBe('cached');
    if (action === 'build') expect(['built', 'restored', 'shared', 'failed'], `${about}: ${id}`).toContain(was);
  }
  const clean = await project.clean();
  expect(result.status, about).toBe(clean.result.status);
  const failed = (all: BuildResult) => idsOf(all.assets.filter((asset) => asset.status === 'failed'));
  expect(failed(result), about).toEqual(failed(clean.result));
  if (result.status !== 'ok') return;
  expect(project.outputs(), about).toEqual(clean.outputs);
  expect(result.diagnostics, about).toEqual(clean.result.diagnostics);
  counted.disagreed += result.diagnostics.filter(({ code }) => code === 'texture/two-roles').length;
  const checked = await checkPath(project.host, '/project/runtime');
  expect(
    checked?.diagnostics.filter(({ severity }) => severity === 'error'),
    about,
  ).toEqual([]);
}

describe('random edits of real kinds', () => {
  const count = rounds(40, 2000);

  it(
    `${count} of them leave the output of a clean build, and every verdict agrees`,
    async () => {
      let project = new EditedProject(1);
      for (let round = 0; round < count; round++) {
        if (round % 50 === 0) project = new EditedProject(round + 1);
        const edits = Array.from({ length: 1 + project.random.below(3) }, () => project.edit());
        await step(project, [`round ${round}`, ...edits]);
      }
      expect(counted.used).toBeGreaterThan(count / 20);
      expect(counted.disagreed).toBeGreaterThan(0);
    },
    rounds(240_000, 7_200_000),
  );
});
