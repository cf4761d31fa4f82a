// The one door to a registry: ours and those of plug-ins are made here, and get the same context. What a definition leaves out is filled in.

import { setImmediate as turn } from 'node:timers/promises';
import { matchesGlob } from '../model/glob.js';
import { type Kind, sealKind } from '../model/kind.js';
import type { KindContext } from '../model/kind-context.js';
import { lazily } from '../model/lazily.js';
import type { SourceEntry } from '../model/naming.js';
import {
  groupOf,
  type ResolvedSettings,
  type SettingDeclaration,
  type SettingsDeclaration,
  type ValueOf,
} from '../model/setting.js';
import { checkDefinition } from './check-definition.js';

/** What of a kind is given as it is: each is described where `Kind` is. */
type Given = Pick<
  Kind,
  | 'light'
  | 'hookable'
  | 'nearMiss'
  | 'externalVersion'
  | 'paramsOf'
  | 'meaningOf'
  | 'suspicionFor'
  | 'contentOf'
  | 'yieldsToReferences'
  | 'usage'
  | 'listedAs'
  | 'memoryOf'
  | 'workOf'
  | 'isSmall'
  | 'foresee'
  | 'describe'
>;

/** Settings of a kind: its own by name, or the names of groups and settings that others declare (`texture`, `mesh.format`). */
export type KindSettings = SettingsDeclaration | readonly string[];

/** What `compile` sees of them: values by name, or by group and name. */
export type ValuesOf<S> = S extends readonly string[] ? ResolvedSettings : { readonly [K in keyof S]: ValueOf<S[K]> };

/** Every default fits its own declaration. */
type Fitting<S> = S extends readonly string[]
  ? unknown
  : { readonly [K in keyof S]: SettingDeclaration & { readonly default: ValueOf<S[K]> } };

/** What `defineKind` is told. */
export interface KindDefinition<S extends KindSettings = SettingsDeclaration> extends Given {
  /** Lower case, digits and hyphens. The configuration has the kind's settings under this name. */
  readonly name: string;
  /** Ours count up whenever the bytes that come out of equal input change; in a plug-in it is the plug-in's. */
  readonly version?: number | string;
  /** What the kind is, in a sentence, for the schema. */
  readonly doc?: string;
  /** Globs over paths below the input (`*.level.json`; `*.atlas/` for folders), ignoring case, or a look at the name. */
  readonly match: string | readonly string[] | ((entry: SourceEntry) => boolean);
  /** Claims what kinds of assetc's own would have. */
  readonly override?: true;
  readonly settings?: S & Fitting<S>;
  /**
   * Suffixes of its outputs, as far as they are known before compiling: two sources that would write one file are found with
   * them, and `describe` is asked of files that end so.
   */
  readonly outputs: readonly string[] | ((settings: ValuesOf<S>, path: string) => readonly string[]);
  /** The source path without what the outputs replace; by default without what the glob says, else without its last extension. */
  readonly base?: (path: string) => string;
  /** False where equal bytes at two paths give equal outputs: then they are compiled once. True unless told. */
  readonly usesPath?: boolean;
  /** Turns one source into outputs, by what the context offers. */
  readonly compile: (context: KindContext<ValuesOf<S>>) => Promise<void>;
}

const compiling = lazily(async () => {
  const [{ OpenContext }, { readOnly }] = await Promise.all([import('./open-context.js'), import('./read-only.js')]);
  return { OpenContext, readOnly };
});

/**
 * A kind of asset: which files it takes, by which settings, and what it makes of them.
 *
 * @example
 * defineKind({
 *   name: 'level',
 *   match: '*.level.json',
 *   outputs: ['.level'],
 *   settings: { tile: { is: 'integer', min: 1, max: 256, default: 16, doc: 'Texels of a tile.' } },
 *   async compile(ctx) {
 *     const level = JSON.parse(await ctx.readText(ctx.path));
 *     ctx.emit('.level', Uint8Array.of(ctx.settings.tile, level.rows));
 *   },
 * });
 */
export function defineKind<const S extends KindSettings = Readonly<Record<never, never>>>(
  definition: KindDefinition<S>,
): Kind {
  const {
    name,
    version = 0,
    doc = '',
    match,
    override,
    settings,
    outputs,
    base,
    usesPath = true,
    compile,
    ...given
  } = definition;
  const declared: KindSettings | undefined = settings;
  checkDefinition({ name, match, settings: declared, outputs, base, compile });
  const own = declared === undefined || isNames(declared) ? undefined : groupOf(name, doc, declared);
  const globs = typeof match === 'function' ? [] : [match].flat();
  const seen = (resolved: ResolvedSettings): unknown => {
    if (own === undefined) return isNames(declared) ? resolved : {};
    return resolved[name] ?? {};
  };
  // The resolver has held every value against the declaration, so that this is what the declaration says.
  const valuesIn = (resolved: ResolvedSettings) => seen(resolved) as ValuesOf<S>;
  return sealKind({
    ...given,
    name,
    version,
    ...(override === true ? { override } : {}),
    ...(own === undefined ? {} : { own }),
    settings: own === undefined ? (isNames(declared) ? declared : []) : [name],
    usesPath,
    claims: typeof match === 'function' ? match : (entry) => globs.some((glob) => claims(glob, entry)),
    base: base ?? ((path) => baseBy(globs, path)),
    suffixes: typeof outputs === 'function' ? (resolved, path) => outputs(valuesIn(resolved), path) : () => outputs,
    async compile(context) {
      const { OpenContext, readOnly } = await compiling();
      const values = seen(context.settings);
      // Its own settings are what the key holds, and nothing that it may change.
      const shown: unknown = own === undefined ? values : readOnly(values, (mistake) => open.fail(mistake));
      const open = new OpenContext<ValuesOf<S>>(context, shown as ValuesOf<S>);
      open.finish(await compile(open));
      // What it left behind and goes on is told as long as it can be.
      if (given.light !== true) await turn();
      open.check();
    },
  });
}

const isNames = (settings: KindSettings | undefined): settings is readonly string[] => Array.isArray(settings);

/** A glob that ends in a slash takes folders. Case does not count: it does not on many disks. */
function claims(glob: string, { path, isFolder }: SourceEntry): boolean {
  if (glob.endsWith('/') !== isFolder) return false;
  return matchesGlob(glob.replace(/\/$/, '').toLowerCase(), path.toLowerCase());
}

function baseBy(globs: readonly string[], path: string): string {
  for (const glob of globs) {
    const ending = /[^*?]*$/.exec(glob.replace(/\/$/, ''))?.[0] ?? '';
    if (/^[^/]*\./.test(ending) && path.toLowerCase().endsWith(ending.toLowerCase()) && path.length > ending.length)
      return path.slice(0, path.length - (ending.length - ending.indexOf('.')));
  }
  return path.replace(/(?<=[^/])\.[^./]*$/, '');
}
