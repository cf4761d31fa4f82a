// Whether one path is inside another, by name only. Resolve links before.

import { sep } from 'node:path';

/** Both relative and normalized, with forward slashes. A folder is not inside itself. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Both absolute, in this system's notation. */
export function isAtOrInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
