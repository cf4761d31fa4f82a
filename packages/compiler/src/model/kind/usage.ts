// How a source is compiled according to its use by other assets: a part of the contract between the pipeline and a kind.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Json } from '../text/json.js';
import type { ResolvedSettings } from './setting.js';

/** One source uses another: a model an image as its normal map. */
export interface SourceUse {
  readonly user: string;
  /** In the kind's words, which users see: `normal`. */
  readonly use: string;
}

/** The result of several uses. */
interface SettledUse {
  readonly use: string;
  /** Undefined if the source would be compiled in the same way without uses. */
  readonly params: Json | undefined;
  /** Set if uses disagree. */
  readonly warning: Omit<Diagnostic, 'severity'> | undefined;
}

/** For a kind whose sources are compiled as others use them: parents of its derived assets, and assets that mention its sources. */
export interface Usage {
  /** Whether uses decide how a source is compiled; false if its name or settings do. Sees all settings. */
  follows(path: string, settings: ResolvedSettings): boolean;
  /** The whole files that a derived asset is made of, and their use. Params may come from a record, so they may be anything. */
  usesIn(params: Json): readonly { readonly file: string; readonly use: string }[];
  /** `uses` in the order of the users' paths. Undefined if none has an effect. Sees all settings. */
  settle(path: string, uses: readonly SourceUse[], settings: ResolvedSettings): SettledUse | undefined;
}
