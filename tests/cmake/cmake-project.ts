// A CMake project in a temporary folder, with an assetc in node_modules that counts its starts, like npm would install it.

import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasTool } from '../depfile/build-tool.js';
import { cli, DiskProject } from '../support/disk-project.js';

export const formats = resolve(import.meta.dirname, '../../packages/formats');
export const hasCmake = hasTool('cmake') && hasTool('cc') && process.platform !== 'win32';
export const GENERATORS = [
  ...(hasTool('ninja') ? ['Ninja'] : []),
  ...(hasTool('make') ? ['Unix Makefiles'] : []),
] as const;

/** Seconds since 1970. */
const LONG_AGO = 1e9;
const FAR_FUTURE = 4e9;

const MAIN = `#define ASSETC_IMPLEMENTATION
#define ASSETC_MAP_FILES
#include "assetc.h"
#include <stdio.h>
int main(int argc, char **argv) {
  AssetcMappedFile file;
  AssetcPack pack;
  AssetcPackEntry entry;
  uint64_t cursor = 0;
  if (argc < 2 || !assetc_map_file(&file, argv[1])) return 1;
  if (!assetc_pack_open(&pack, file.bytes, file.size, 0)) return 2;
  while (assetc_pack_next(&pack, &cursor, &entry)) printf("%.*s\\n", (int)entry.path.length, entry.path.data);
  return 0;
}
`;

export class CmakeProject extends DiskProject {
  constructor(lists: string, files: Readonly<Record<string, string | Uint8Array>> = {}) {
    super({ 'CMakeLists.txt': lists, 'main.c': MAIN, 'starts.log': '', ...files });
  }

  /** Without the folders that npm puts into PATH for its scripts: they contain an assetc. */
  override env(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    const folders = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
    return super.env({ PATH: folders.join(':'), ...extra });
  }

  /** Adds what `npm install --save-dev assetc` would. */
  installAssetc(): void {
    const log = this.path('starts.log');
    this.write(
      'node_modules/.bin/assetc',
      `#!/bin/sh\necho started >> '${log}'\nexec '${process.execPath}' '${cli}' "$@"\n`,
    );
    chmodSync(this.path('node_modules/.bin/assetc'), 0o755);
  }

  get starts(): number {
    return this.read('starts.log').split('\n').length - 1;
  }

  cmake(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
    const { status, stdout, stderr } = spawnSync('cmake', args, { cwd: this.root, encoding: 'utf8', env: this.env() });
    return { status, output: stdout + stderr };
  }

  /** Must succeed. */
  configure(...args: readonly string[]): string {
    const { status, output } = this.cmake('-S', '.', '-B', 'build', ...args);
    if (status !== 0) throw new Error(output);
    return output;
  }

  /** Must succeed. Returns how often assetc was started. */
  build(): number {
    const before = this.starts;
    const { status, output } = this.cmake('--build', 'build');
    if (status !== 0) throw new Error(output);
    return this.starts - before;
  }

  /** What a build with an old clock would have seen: everything below the sources is old. */
  age(): void {
    this.#visit((at) => utimesSync(at, LONG_AGO, LONG_AGO));
  }

  /** What changed since `age` is newer than any target, however coarse the clock is. */
  renew(): void {
    this.#visit((at) => {
      if (statSync(at).mtimeMs !== LONG_AGO * 1000) utimesSync(at, FAR_FUTURE, FAR_FUTURE);
    });
  }

  #visit(act: (path: string) => void): void {
    const inside = readdirSync(this.path('assets'), { recursive: true, encoding: 'utf8' });
    for (const path of [...inside.map((name) => join('assets', name)), 'assets', 'assetc.yml']) act(this.path(path));
  }
}
