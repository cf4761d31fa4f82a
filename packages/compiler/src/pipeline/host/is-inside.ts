// Whether one path lies inside another, by their names alone. Links are followed before, by whoever has to.

import { sep } from 'node:path';

/** Both relative, normalised, with forward slashes. A folder is not inside itself. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** Both absolute and as this system writes them. */
export function isAtOrInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
