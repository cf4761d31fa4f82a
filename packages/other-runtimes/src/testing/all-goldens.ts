// The golden files of @assetc/formats and of this package, for tests that run over every format.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = [
  join(import.meta.dirname, '../../../formats/goldens'),
  join(import.meta.dirname, '../../goldens'),
] as const;

const paths = new Map(
  FOLDERS.flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)] as const)),
);

/** Of the files and their JSON twins. */
export const goldenNames: readonly string[] = [...paths.keys()].sort();

export function goldenPath(name: string): string {
  const path = paths.get(name);
  if (path === undefined) throw new Error(`there is no golden file ${name}`);
  return path;
}

export const readAnyGolden = (name: string): Uint8Array => new Uint8Array(readFileSync(goldenPath(name)));
