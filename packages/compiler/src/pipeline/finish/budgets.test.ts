import { expect, it } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';
import { budgetUse, overBudget } from './budgets.js';

const budgets = [
  { glob: 'textures/*', limitBytes: 1000 },
  { glob: '*', limitBytes: 5000 },
  { glob: 'nothing/*', limitBytes: 0 },
];

it('adds up the files under each glob, a shared file once', () => {
  const outputs = [
    ['textures/a.ktx2', 700, 'one'],
    ['textures/deep/b.ktx2', 301, 'two'],
    ['textures/a.ktx2', 700, 'three'],
    ['models/c.hmesh', 50, 'four'],
  ] as const;
  expect(budgetUse(budgets, outputs).map(({ used }) => used)).toEqual([1001, 1051, 0]);
});

it('reports what is exceeded, and by how much', () => {
  const uses = [
    { glob: 'textures/*', limit: 64e6, used: 80.25e6 },
    { glob: 'all', limit: 10, used: 10 },
    { glob: 'small', limit: 0, used: 1 },
  ];
  expect(overBudget(uses).map(({ code, severity, message }) => [code, severity, message])).toEqual([
    [
      'build/over-budget',
      'warning',
      'files matching textures/* take 80.3 MB, 16.3 MB more than their budget of 64.0 MB',
    ],
    ['build/over-budget', 'warning', 'files matching small take 1 B, 1 B more than their budget of 0 B'],
  ]);
});

it('is reported by every build, and rebuilds nothing', async () => {
  const files = { 'a.list': 'one', 'b.list': 'two' };
  const project = new MemoryProject(files, { budgets: [{ glob: 'a*', limitBytes: 1 }] });
  const codes = async () => (await project.build()).diagnostics.map(({ code }) => code);
  expect(await codes()).toEqual(['build/over-budget']);
  const again = await project.build();
  expect([again.built, again.warnings, again.status]).toEqual([0, 1, 'ok']);
  project.config = { ...project.config, budgets: [{ glob: 'a*', limitBytes: 1e6 }] };
  const within = await project.build();
  expect([within.built, within.warnings]).toEqual([0, 0]);
});
