import { expect, it } from 'vitest';
import { machineProblem } from './machine-problem.js';

const codeOf = (error: unknown) => machineProblem(error)?.code;

it('names the size of memory that was refused', () => {
  expect(machineProblem(new Error('a WebAssembly memory of 12 MB could not be allocated'))).toEqual({
    code: 'build/out-of-memory',
    message: 'a WebAssembly memory of 12 MB could not be allocated',
  });
});

it.each([
  'WebAssembly.Memory(): could not allocate memory',
  'WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance',
  'Aborted(RangeError: WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance)',
  'WebAssembly.Memory.grow(): Unable to grow instance memory',
  'Array buffer allocation failed',
])('recognizes %j', (message) => {
  expect(codeOf(new RangeError(message))).toBe('build/out-of-memory');
});

it('recognizes a lack of file descriptors', () => {
  expect(codeOf(new Error("EMFILE: too many open files, open '/dist/chunks/worker.js'"))).toBe('build/few-descriptors');
  expect(codeOf(new Error('Worker initialization failure: EMFILE'))).toBe('build/few-descriptors');
});

it('returns nothing for any other error', () => {
  for (const error of [new Error('no memory for jokes'), new RangeError('Invalid array length'), 'text', undefined])
    expect(machineProblem(error)).toBeUndefined();
});
