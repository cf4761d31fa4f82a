// A CMake project in a temporary folder, with an assetc in node_modules that counts its starts, like npm would install it.

import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasTool } from '../depfile/build-tool.js';
import { DatedProject } from '../support/dated-project.js';
import { cli } from '../support/disk-project.js';

export const formats = resolve(import.meta.dirname, '../../packages/formats');
export const hasCmake = hasTool('cmake') && hasTool('cc') && process.platform !== 'win32';
export const GENERATORS = [
  ...(hasTool('ninja') ? ['Ninja'] : []),
  ...(hasTool('make') ? ['Unix Makefiles'] : []),
] as const;

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

/** Finds the header, without its implementation, which takes seconds to compile. */
export const HEADER_ONLY = `#include "assetc.h"
int main(void) {
  return sizeof(AssetcPackEntry) > 0 ? 1 : 2;
}
`;

export class CmakeProject extends DatedProject {
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
}
