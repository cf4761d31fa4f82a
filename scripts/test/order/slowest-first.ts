// The order in which Vitest starts test files: the slowest first, so that at the end no core waits for another. times.json has the
// seconds of files that take a second or more; `npm run pin:times` writes it. A file that it does not list is quick.

import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import times from './times.json' with { type: 'json' };

const secondsOf: { readonly [path: string]: number } = times;

export interface Ordered {
  readonly path: string;
  /** It gets its own process. */
  readonly isAlone: boolean;
}

/** Files that share processes come last: Vitest ends a shared process when the next file needs its own. */
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
