// The order in which Vitest starts test files: the slowest first, so that none is left to one core at the end. What a file takes is in
// times.json (seconds, of files past a second; `npm run pin:times` writes it): a fresh clone has no times of its own. A file that is not in it is quick.

import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import times from './times.json' with { type: 'json' };

const secondsOf: { readonly [path: string]: number } = times;

export interface Ordered {
  readonly path: string;
  /** It has a process of its own. */
  readonly isAlone: boolean;
}

/** Files that share processes stay together, at the end: Vitest ends a shared process where the next file wants one of its own. */
export function compareOrder(a: Ordered, b: Ordered): number {
  if (a.isAlone !== b.isAlone) return a.isAlone ? -1 : 1;
  return (secondsOf[b.path] ?? 0) - (secondsOf[a.path] ?? 0) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = ({ moduleId, project }: TestSpecification): Ordered => ({
      path: relative(this.ctx.config.root, moduleId).split(sep).join('/'),
      isAlone: project.config.isolate,
    });
    return [...files].sort((a, b) => compareOrder(ordered(a), ordered(b)));
  }
}
