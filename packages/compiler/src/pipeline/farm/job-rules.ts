// The properties of a job from the queue that decide where it is compiled on this machine.

import { hooksFor } from '../../model/kind/hook.js';
import type { Registry } from '../../model/kind/registry.js';
import { derivedNames } from '../asset.js';
import type { AssetRules } from '../workers/executors.js';
import type { Job } from '../workers/job.js';

export function jobRules(registry: Registry, job: Pick<Job, 'kind' | 'source' | 'name' | 'isPlain'>): AssetRules {
  const kind = registry.kinds.find(({ name }) => name === job.kind);
  if (kind === undefined) throw new Error(`kind ${job.kind} is not registered`);
  const names = job.name === undefined ? [job.source] : derivedNames(job.source, job.name);
  const hooks = job.isPlain === true ? [] : hooksFor(registry.hooks, kind.hookable, names);
  return { kind, isHooked: hooks.length > 0 };
}
