import { describe, expect, it } from 'vitest';
import { eventProblem } from './event-problem.js';

describe('eventProblem', () => {
  it('accepts what is documented', () => {
    expect(eventProblem({ type: 'progress', done: 1, total: 2, doneWork: 3, totalWork: 4 })).toBeUndefined();
    const diagnostic = { code: 'config/syntax', severity: 'error', message: 'x', where: { line: 1 } };
    expect(eventProblem({ type: 'diagnostic', diagnostic })).toBeUndefined();
  });

  it.each([
    [null, 'it is no object'],
    [{ type: 'nothing' }, 'type "nothing" is not documented'],
    [{ type: 'progress', done: 1, doneWork: 3, totalWork: 4 }, 'progress.total is missing'],
    [{ type: 'progress', done: 1, total: '2' }, 'progress.total is not number: "2"'],
    [{ type: 'progress', done: 1, total: 2, more: 3 }, 'progress.more is not documented'],
    [{ type: 'diagnostic', diagnostic: { code: 'x' } }, 'diagnostic.diagnostic is not Diagnostic: {"code":"x"}'],
  ])('rejects %j', (event, problem) => {
    expect(eventProblem(event)).toBe(problem);
  });
});
