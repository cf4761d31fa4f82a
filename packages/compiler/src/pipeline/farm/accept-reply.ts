// Whether a reply can be the result of the job that was sent: it is checked like a record of the same asset.

import type { Registry } from '../../model/kind/registry.js';
import type { Asset } from '../asset.js';
import type { SettingsResolver } from '../discover/settings-resolver.js';
import type { RemoteInputIndex } from '../workers/input/remote-inputs.js';
import type { Job } from '../workers/job.js';
import type { MadeReply } from './farm-reply.js';
import { usesOnlySentInputs } from './uses-only-sent-inputs.js';

export function acceptReply(
  { outputs, outputsByPreset, derived, dependencies }: MadeReply,
  { asset, job, world }: { readonly asset: Asset; readonly job: Job; readonly world: RemoteInputIndex },
  registry: Registry,
  resolver: SettingsResolver,
): boolean {
  if (outputsByPreset.length !== (job.otherPresets?.length ?? 0)) return false;
  if (asset.name !== undefined && derived.length > 0) return false;
  if (![outputs, ...outputsByPreset].every((all) => areApart(all.map(({ suffix }) => suffix)))) return false;
  if (!areApart(derived.map(({ name }) => name))) return false;
  return derived.every(canBePlanned(registry)) && usesOnlySentInputs(dependencies, world, asset, resolver);
}

const areApart = (names: readonly string[]): boolean => new Set(names).size === names.length;

const canBePlanned =
  (registry: Registry) =>
  ({ kind: name, params }: MadeReply['derived'][number]): boolean => {
    const kind = registry.kinds.find((candidate) => candidate.name === name);
    if (kind === undefined) return false;
    try {
      kind.contentOf?.(params);
      return true;
    } catch {
      return false;
    }
  };
