// What a build tells while it runs: one object an event, plain JSON data, so that `--json` prints them as they are.
// Paths of sources are relative to the input, paths of outputs relative to the output folder, with forward slashes.

import type { Diagnostic } from '../diagnostics/diagnostic.js';

/**
 * built: compiled now · restored: taken from the content store or from an equal asset of this build ·
 * cached: already there, untouched · failed: see the diagnostics; its previous outputs stand.
 */
export type AssetStatus = 'built' | 'restored' | 'cached' | 'failed';

/** An asset of the build: a source (`models/chair.glb`), or one found inside a source (`models/chair.glb#tex_0`). */
export interface AssetOutcome {
  readonly id: string;
  /** The source that it comes from; for a derived asset its parent's. */
  readonly source: string;
  readonly kind: string;
  readonly status: AssetStatus;
  /** Why it was not left alone: `models/chair.bin changed`, `new`; empty for a cached asset. */
  readonly reasons: readonly string[];
  readonly outputs: readonly string[];
}

/** An asset that a dry run would compile or restore, with the reasons. */
export interface PlannedAsset {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly action: 'build' | 'keep';
  readonly reasons: readonly string[];
}

/** How many assets went which way. */
export interface BuildCounts {
  /** Compiled now. */
  readonly built: number;
  /** Left alone or restored. */
  readonly cached: number;
  /** The part of `cached` that came from the content store or from an equal asset of this build. */
  readonly restored: number;
  readonly failed: number;
  /** Files of sources that are gone. */
  readonly removed: number;
}

/** What a build tells while it runs; `--json` prints these as they are. */
export type BuildEvent =
  | {
      readonly type: 'start';
      readonly input: string;
      readonly output: string;
      readonly preset: string | null;
    }
  /** Another build holds the output folder; this one goes on when that one ends. */
  | { readonly type: 'waiting'; readonly output: string; readonly pid: number; readonly host: string }
  /** `ignored`: files that no kind compiles. */
  | { readonly type: 'discovered'; readonly sources: number; readonly ignored: number }
  /** `toBuild` grows later by assets found inside others; see `progress`. Dry runs and `explain` send each asset too. */
  | { readonly type: 'planned'; readonly assets: number; readonly toBuild: number }
  | ({ readonly type: 'plan' } & PlannedAsset)
  | { readonly type: 'asset-start'; readonly id: string; readonly kind: string }
  /** Not sent for cached assets unless `explain` is set. */
  | ({ readonly type: 'asset'; readonly ms: number } & AssetOutcome)
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  /** Sent once per diagnostic, replayed warnings of cached assets included. */
  | { readonly type: 'diagnostic'; readonly diagnostic: Diagnostic }
  | { readonly type: 'removed'; readonly path: string }
  | { readonly type: 'manifest'; readonly path: string; readonly entries: number; readonly written: boolean }
  | {
      readonly type: 'pack';
      readonly path: string;
      readonly entries: number;
      readonly sizeBytes: number;
      readonly written: boolean;
    }
  | { readonly type: 'verified'; readonly files: number }
  | ({ readonly type: 'done'; readonly status: BuildStatus; readonly ms: number } & BuildCounts)
  /** Watching only: the build that follows was started by these paths (absolute). */
  | { readonly type: 'changed'; readonly paths: readonly string[] }
  /** Watching only: everything is up to date and the watcher waits. */
  | { readonly type: 'watching'; readonly input: string };

/** How a build ended. */
export type BuildStatus = 'ok' | 'failed' | 'interrupted';
