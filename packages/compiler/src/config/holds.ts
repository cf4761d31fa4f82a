import { isAbsolute, relative, sep } from 'node:path';

/** Whether `inner` is `outer` or below it. */
export function holds(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}
