// How a source on its own follows what others use it for: a part of the contract between the pipeline and a kind of asset.

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Json } from './json.js';
import type { ResolvedSettings } from './setting.js';

/** One source uses another: a model an image as its normal map. */
export interface SourceUse {
  readonly user: string;
  /** In the kind's words, which users see: `normal`. */
  readonly use: string;
}

/** What several uses come down to. */
interface SettledUse {
  readonly use: string;
  /** Undefined where the source would be compiled in the same way if nobody used it. */
  readonly params: Json | undefined;
  /** Where users disagree. */
  readonly warning: Omit<Diagnostic, 'severity'> | undefined;
}

/** Of a kind whose sources are compiled as others use them. Those are the parents of its derived assets, and whoever mentions its sources. */
export interface Usage {
  /** Whether a source is open to that, or says itself what it is. Sees all settings. */
  follows(path: string, settings: ResolvedSettings): boolean;
  /** The files that a derived asset is made of as they are, and what for. Params may come from a record: anything at all. */
  usesIn(params: Json): readonly { readonly file: string; readonly use: string }[];
  /** `uses` in the order of the users' paths; undefined where none of them means anything. Sees all settings. */
  settle(path: string, uses: readonly SourceUse[], settings: ResolvedSettings): SettledUse | undefined;
}
