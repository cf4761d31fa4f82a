// Compiles one after another: the threads are prepared for one configuration at a time, and those of a trial, the output and its sources differ.

import type { BuildEnvironment } from '../../pipeline/build-environment.js';

const last = new WeakMap<object, Promise<unknown>>();

export function inTurn<T>({ executors }: Pick<BuildEnvironment, 'executors'>, act: () => Promise<T>): Promise<T> {
  const made = (last.get(executors) ?? Promise.resolve()).then(act);
  last.set(
    executors,
    made.catch(() => undefined),
  );
  return made;
}
