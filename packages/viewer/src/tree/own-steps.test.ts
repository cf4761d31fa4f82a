import { expect, it } from 'vitest';
import { OwnSteps } from './own-steps.js';

it('knows a selection that the tree began, once', () => {
  const steps = new OwnSteps();
  steps.begin('a');
  expect(steps.has('a')).toBe(true);
  expect(steps.has('a')).toBe(false);
});

it('knows each of several steps, also where the address passed over some', () => {
  const steps = new OwnSteps();
  for (const path of ['a', 'b', 'c']) steps.begin(path);
  expect(steps.has('a')).toBe(true);
  expect(steps.has('c')).toBe(true);
  expect(steps.has('b')).toBe(false);
});

it('forgets its steps when somebody else selects', () => {
  const steps = new OwnSteps();
  steps.begin('a');
  expect(steps.has('elsewhere')).toBe(false);
  expect(steps.has('a')).toBe(false);
});
