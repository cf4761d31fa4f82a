// reflection.json: the interfaces of all modules of a folder.

import { reflectSpirv } from '@assetc/formats/spirv';
import type { CompiledModule } from './compiled-module.js';

/** By the name of the file, without `.spv`. */
export function reflectionJson(named: ReadonlyMap<string, CompiledModule>): Uint8Array {
  const modules = [...named]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, { entry, spirv }]) => {
      const [reflection] = reflectSpirv(spirv);
      return { module: `${name}.spv`, sourceEntry: entry, ...reflection };
    });
  return new TextEncoder().encode(`${JSON.stringify({ modules }, undefined, 2)}\n`);
}
