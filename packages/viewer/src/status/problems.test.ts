import { describe, expect, it } from 'vitest';
import type { UiProblem } from '../api.js';
import { missingEntries, pathOf, severities, statusParts } from './problems.js';

const problem = (part: Partial<UiProblem>): UiProblem => ({
  severity: 'warning',
  code: 'texture/size',
  file: 'a.png',
  place: '',
  message: 'm',
  remedy: 'r',
  explanation: 'e',
  asset: 'a.png',
  outputs: ['a.ktx2'],
  ...part,
});

describe('the status of a build', () => {
  it('is written with counts, errors first, and is empty if nothing is wrong', () => {
    const budgets = [
      { glob: '*', limit: 10, used: 11 },
      { glob: 'a/*', limit: 10, used: 10 },
    ];
    const problems = [problem({ severity: 'error' }), problem({}), problem({})];
    expect(statusParts({ problems, budgets }).map(({ text }) => text)).toEqual([
      '1 error',
      '2 warnings',
      '1 budget over',
    ]);
    expect(statusParts({ problems: [], budgets: budgets.slice(1) })).toEqual([]);
  });

  it('marks each output with the worst, and lists failed assets without outputs once', () => {
    const failed = problem({ severity: 'error', asset: 'b.png', outputs: [] });
    const problems = [failed, failed, problem({ severity: 'error' }), problem({})];
    expect([...severities({ problems, budgets: [] })]).toEqual([
      ['b.png', 'error'],
      ['a.ktx2', 'error'],
    ]);
    expect(missingEntries({ problems, budgets: [] })).toMatchObject([{ path: 'b.png', isMissing: true }]);
    expect([failed, problem({})].map(pathOf)).toEqual(['b.png', 'a.ktx2']);
  });
});
