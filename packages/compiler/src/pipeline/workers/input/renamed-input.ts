// The input folder with some files under other names.

import type { Job } from '../job.js';
import type { ViewInput } from './prefetched-input.js';

export function withRenamed(input: ViewInput, renamed: NonNullable<Job['renamed']>): ViewInput {
  const realOf = (path: string): string => {
    for (const [shown, real] of renamed)
      if (path === shown || path.startsWith(`${shown}/`)) return real + path.slice(shown.length);
    return path;
  };
  return {
    host: input.host,
    absolute: (path) => input.absolute(realOf(path)),
    exists: (path) => input.exists(realOf(path)),
    list: (folder) => input.list(realOf(folder)),
    checkInside: (path) => input.checkInside(realOf(path)),
    checkReadable: (path, stat) => input.checkReadable(realOf(path), stat),
    statFile: (path) => input.statFile(realOf(path)),
    read: (path) => input.read(realOf(path)),
  };
}
