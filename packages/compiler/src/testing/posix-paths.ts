// Paths of disks in memory: POSIX on every system, so that tests name files equally everywhere. Windows' node:path joins with
// backslashes, and resolves with the letter of the current drive.

import { normalize, sep } from 'node:path';

/** On other systems a backslash is part of a name. */
export const posixPath = (path: string): string =>
  sep === '/' ? path : path.replace(/^[a-z]:(?=[\\/])/i, '').replaceAll(sep, '/');

/** What the system would return for the path. */
export const nativePath = (path: string): string => (sep === '/' ? path : normalize(posixPath(path)));

export class PathMap<Value> extends Map<string, Value> {
  override get(path: string): Value | undefined {
    return super.get(posixPath(path));
  }

  override has(path: string): boolean {
    return super.has(posixPath(path));
  }

  override set(path: string, value: Value): this {
    return super.set(posixPath(path), value);
  }

  override delete(path: string): boolean {
    return super.delete(posixPath(path));
  }
}

export class PathSet extends Set<string> {
  override has(path: string): boolean {
    return super.has(posixPath(path));
  }

  override add(path: string): this {
    return super.add(posixPath(path));
  }

  override delete(path: string): boolean {
    return super.delete(posixPath(path));
  }
}
