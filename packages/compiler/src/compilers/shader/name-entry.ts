// File names of compiled entry points: `main` becomes its stage, a trailing `Main` is removed, anything else stays.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompiledModule } from './compiled-module.js';

function outputName(entry: string, stage: string): string {
  if (entry === 'main') return stage;
  return entry.length > 4 && entry.endsWith('Main') ? entry.slice(0, -4) : entry;
}

/** Names all modules of a folder. Two names that are equal apart from case (references ignore it) are an error that names both. */
export function nameModules(folder: string, modules: readonly CompiledModule[]): ReadonlyMap<string, CompiledModule> {
  const named = new Map<string, CompiledModule>();
  const takenBy = new Map<string, CompiledModule>();
  for (const module of modules) {
    const name = outputName(module.entry, module.stage);
    const other = takenBy.get(name.toLowerCase());
    if (other !== undefined)
      throw new AssetError({
        code: 'shader/duplicate-entry',
        file: folder,
        message: `${describe(other)} and ${describe(module)} would both be written to ${name}.spv`,
        hint:
          module.entry === 'main'
            ? 'Move one of the two into a separate .shader folder, or rename its entry point if the language allows it.'
            : 'Rename one of the two entry points.',
      });
    takenBy.set(name.toLowerCase(), module);
    named.set(name, module);
  }
  return named;
}

const describe = ({ entry, stage, file }: CompiledModule): string => `${stage} entry ${entry} of ${file}`;

export const noEntryError = (folder: string): AssetError =>
  new AssetError({
    code: 'shader/no-entry',
    file: folder,
    message: 'no file of the folder has an entry point',
    hint: 'Mark entry points, for example with [shader("vertex")].',
  });
