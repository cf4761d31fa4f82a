// What a job will probably read, so that it need not request it later: files in its params, its source or folder, the dependencies of the
// last record, and the references that the kind's scan finds.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { ScanContext } from '../../model/kind/scheduling.js';
import { type Asset, derivedNames } from '../asset.js';
import type { AssetRecord } from '../cache/record.js';
import type { InputState } from '../discover/input-state.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import { failureDiagnostic } from '../execute/failure-diagnostic.js';
import { resolveReference } from '../host/source-path.js';
import { missing } from '../workers/context-errors.js';
import type { InputCollector } from './collect-inputs.js';

/** `last`: how the asset was made before. */
export async function foresee(
  asset: Asset,
  world: InputCollector,
  state: InputState,
  resolver: SettingsResolver,
  last: AssetRecord | undefined,
): Promise<void> {
  const { kind, source, params, isFolder, name } = asset;
  if (params !== undefined)
    for (const ref of kind.contentOf?.(params).inputs ?? []) world.answer({ type: 'part', ref });
  else if (name === undefined && !isFolder) world.answer({ type: 'file', path: source });
  if (isFolder && name === undefined) {
    world.answer({ type: 'listing', folder: source });
    for (const file of state.listing(source) ?? []) world.answer({ type: 'file', path: `${source}/${file}` });
  }
  for (const dependency of last?.dependencies ?? []) world.answerLike(dependency);
  if (name !== undefined) return;
  try {
    await kind.foresee?.(foresight(asset, world, state, resolver));
  } catch (error) {
    // The compile reports problems of the source. Our own bugs must not be hidden.
    if (!(error instanceof AssetError) && failureDiagnostic(error, source).code.startsWith('internal/')) throw error;
  }
}

/** Everything that is read here is sent with the job. */
function foresight(
  { source, settings }: Asset,
  world: InputCollector,
  state: InputState,
  resolver: SettingsResolver,
): ScanContext {
  const tryRead = async (path: string) => {
    world.answer({ type: 'file', path });
    return state.input.read(path)?.bytes;
  };
  return {
    path: source,
    settings: settings.values,
    resolve: resolveReference,
    // The job reports it.
    warn: () => {},
    settingsFor(name, wanted) {
      world.answer({ type: 'settings' });
      return resolver.select(wanted, derivedNames(source, name)).values;
    },
    settingsOf(path, wanted) {
      world.answer({ type: 'settings' });
      return resolver.select(wanted, [path]).values;
    },
    tryRead,
    read: async (path) => (await tryRead(path)) ?? missing(path, source),
    async exists(path) {
      world.answer({ type: 'existence', path });
      return state.input.exists(path);
    },
    async list(folder) {
      world.answer({ type: 'listing', folder });
      return state.listing(folder) ?? missing(folder, source);
    },
  };
}
