// How a kind names and identifies its assets: what a source means, which files almost match, and when a source yields to others.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Json } from '../text/json.js';
import type { BytesRef } from './bytes-ref.js';
import type { AssetKind } from './output.js';
import type { ResolvedSettings } from './setting.js';
import type { Usage } from './usage.js';

/** A file or folder that discovery found. Paths are relative to the input root, with forward slashes, as on disk. */
export interface SourceEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** The `embed` setting matches this file: the user wants it copied unchanged. */
  readonly embed?: boolean;
}

/** A file that is not an asset, but may have been meant as one. */
export interface NearMiss {
  /** What its name lacks; equal for all files with the same problem. */
  readonly cause: string;
  /** What to do with this file. */
  readonly remedy: string;
  /** Whether a build warns. False for files that people keep next to their exports. */
  readonly warns: boolean;
  /** If it does not warn: whether it prints a notice, which does not count as a problem. */
  readonly notices?: boolean;
}

/** What a source is compiled as. */
interface Meaning {
  /** `normal` */
  readonly is: string;
  /** `the ending "_normal" of its name (texture.suffixes)` */
  readonly by: string;
  /** A setting that the kind does not declare decided. It is recorded, so that a change of it builds the source again. */
  readonly isChosen: boolean;
}

/** Why a source is skipped if another asset refers to it. */
export interface Yielding {
  /** `texture.standalone` */
  readonly setting: string;
  /** The setting that keeps it: `texture.standalone: all`. */
  readonly keptBy: string;
}

/** Optional members of a kind. All of them see all settings, declared or not. */
export interface Naming {
  /** For files that no kind claims: whether this kind could compile it under another name. */
  nearMiss?(path: string, settings: ResolvedSettings): NearMiss | undefined;
  /** Whether a source that it claims is compiled, for kinds that a setting turns on. If not, it is as if the kind did not claim it. */
  isWanted?(settings: ResolvedSettings): boolean;
  /**
   * Paths of sources that are compiled instead of this one if one of them exists, ignoring case: the same model in a format that is
   * preferred. `nearMiss` explains it.
   */
  yieldsToFiles?(path: string): readonly string[];
  /**
   * Params for a source whose name gives the information that a parent asset would give. It is then compiled, and shared with equal content,
   * like a derived asset. Settings that the kind does not declare reach the output only through params.
   */
  paramsOf?(path: string, settings: ResolvedSettings): Json;
  /** What such a source is compiled as, and why. */
  meaningOf?(path: string, settings: ResolvedSettings): Meaning;
  /** Rules that follow from its params, for `assetc why`. */
  notesOn?(params: Json, settings: ResolvedSettings): readonly string[];
  /** A warning if the name suggests another meaning. It is not cached: an equal file under another name has none. */
  suspicionFor?(
    path: string,
    settings: ResolvedSettings,
    params: Json,
  ): Omit<Diagnostic, 'severity' | 'file'> | undefined;
  /**
   * For kinds that others derive: the part of `params` that identifies the content (locations do not), and the bytes it names. Two
   * derived assets with equal identity, settings and bytes are compiled once.
   */
  contentOf?(params: Json): { readonly identity: Json; readonly inputs: readonly BytesRef[] };
  /** For a kind without `usesPath`: what `compile` learns from the name of an input all the same. Part of the content key. */
  typeByName?(file: string): string | undefined;
  /**
   * Returns the setting by which this source is only compiled if no other asset refers to it. A rule that names exactly this source
   * and sets something else of the same group keeps it.
   */
  yieldsToReferences?(settings: ResolvedSettings): Yielding | undefined;
  /** How a source follows the way other assets use it. */
  readonly usage?: Usage;
  /** How the manifest lists its first output. Other assets find that output's hash by it (`Output.refersTo`). */
  readonly listedAs?: AssetKind;
}
