// What a job's context reads from: the input folder, or the inputs that another machine sent with the job.

import type { Kind } from '../../../model/kind/kind.js';
import type { Registry } from '../../../model/kind/registry.js';
import type { InputFolder } from '../../discover/input-folder.js';
import type { KindSettings, SettingsResolver } from '../../discover/settings-resolver.js';
import { SourceFinder, type SourceRules } from '../../discover/source-finder.js';
import type { Job } from '../job.js';
import { PartReader } from './part-reader.js';
import { type ViewInput, withPrefetched } from './prefetched-input.js';
import type { Need } from './remote-inputs.js';
import { withRenamed } from './renamed-input.js';

export interface InputView {
  readonly input: Pick<ViewInput, 'exists' | 'read' | 'list' | 'checkInside' | 'statFile'>;
  readonly finder: {
    find(path: string): { readonly path: string; readonly kind: Kind } | undefined;
  };
  readonly resolver: {
    select(wanted: readonly string[], names: readonly string[]): Pick<KindSettings, 'values' | 'json'>;
  };
  readonly parts: Pick<PartReader, keyof PartReader>;
  /** Inputs that were requested but missing. If there are any, the result is not valid. */
  readonly needs: readonly Need[];
}

/** The disk: everything can be read. */
export function localInputView(
  job: Job,
  input: InputFolder,
  sources: SourceRules,
  registry: Registry,
  resolver: SettingsResolver,
): InputView {
  const { kept, renamed } = job;
  const real = kept === undefined ? input : withPrefetched(input, kept);
  const seen = renamed === undefined ? real : withRenamed(real, renamed);
  const finder = new SourceFinder(input, sources, registry, resolver);
  return { input: seen, finder, resolver, parts: new PartReader(seen, job.source, new Map(job.knownFiles)), needs: [] };
}
