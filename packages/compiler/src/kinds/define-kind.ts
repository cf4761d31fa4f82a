// Defines kinds, ours and those of plug-ins, which get the same context. Fills in defaults.

import { setImmediate as turn } from 'node:timers/promises';
import { type Kind, sealKind } from '../model/kind/kind.js';
import type { KindContext } from '../model/kind/kind-context.js';
import type { SourceEntry } from '../model/kind/naming.js';
import {
  groupOf,
  type ResolvedSettings,
  type SettingDeclaration,
  type SettingsDeclaration,
  type ValueOf,
} from '../model/kind/setting.js';
import { lazily } from '../model/lazily.js';
import { matchesGlob } from '../model/text/glob.js';
import { checkDefinition } from './check-definition.js';

/** Members that are passed through unchanged. They are documented in `Kind`. */
type Given = Pick<
  Kind,
  | 'light'
  | 'hookable'
  | 'nearMiss'
  | 'isWanted'
  | 'yieldsToFiles'
  | 'externalVersion'
  | 'paramsOf'
  | 'meaningOf'
  | 'notesOn'
  | 'suspicionFor'
  | 'contentOf'
  | 'typeByName'
  | 'yieldsToReferences'
  | 'usage'
  | 'listedAs'
  | 'memoryOf'
  | 'workOf'
  | 'isSmall'
  | 'foresee'
  | 'describe'
  | 'codeNames'
>;

/** Settings of a kind: its own by name, or the names of groups and settings declared elsewhere (`texture`, `mesh.format`). */
export type KindSettings = SettingsDeclaration | readonly string[];

/** Their values in `compile`: by name, or by group and name. */
export type ValuesOf<S> = S extends readonly string[] ? ResolvedSettings : { readonly [K in keyof S]: ValueOf<S[K]> };

/** Every default fits its own declaration. */
type Fitting<S> = S extends readonly string[]
  ? unknown
  : { readonly [K in keyof S]: SettingDeclaration & { readonly default: ValueOf<S[K]> } };

/** The argument of `defineKind`. */
export interface KindDefinition<S extends KindSettings = SettingsDeclaration> extends Given {
  /** Lower case letters, digits and hyphens. Also the name of its settings in the configuration. */
  readonly name: string;
  /** Increased when equal input gives different bytes. For a plug-in's kind it is the version of the plug-in. */
  readonly version?: number | string;
  /** One sentence about the kind, for the schema. */
  readonly doc?: string;
  /** Globs for paths below the input (`*.level.json`; `*.atlas/` for folders), ignoring case, or a function. */
  readonly match: string | readonly string[] | ((entry: SourceEntry) => boolean);
  /** Claims sources before assetc's own kinds. */
  readonly override?: true;
  readonly settings?: S & Fitting<S>;
  /**
   * Suffixes of its outputs, as far as they are known before compiling. They are used to find two sources that would write the same file,
   * and to find the files that `describe` applies to.
   */
  readonly outputs: readonly string[] | ((settings: ValuesOf<S>, path: string) => readonly string[]);
  /** The source path without the part that suffixes replace. Default: without the glob's ending, or else without its last extension. */
  readonly base?: (path: string) => string;
  /** False if equal bytes at two paths give equal outputs and warnings; then they are compiled once. Default: true. */
  readonly usesPath?: boolean;
  /** Compiles one source. All input and output goes through the context. */
  readonly compile: (context: KindContext<ValuesOf<S>>) => Promise<void>;
}

const compiling = lazily(async () => {
  const [{ OpenContext }, { readOnly }] = await Promise.all([import('./open-context.js'), import('./read-only.js')]);
  return { OpenContext, readOnly };
});

/**
 * A kind of asset: which sources it claims, its settings, and how it compiles them.
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
  // Safe: the resolver has checked every value against the declaration.
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
      // Its own settings are part of the key, so it must not change them.
      const shown: unknown = own === undefined ? values : readOnly(values, (mistake) => open.fail(mistake));
      const open = new OpenContext<ValuesOf<S>>(context, shown as ValuesOf<S>);
      open.finish(await compile(open));
      // Gives work that was not awaited a chance to be reported.
      if (given.light !== true) await turn();
      open.check();
    },
  });
}

const isNames = (settings: KindSettings | undefined): settings is readonly string[] => Array.isArray(settings);

/** A glob that ends in a slash matches folders. Ignores case, as many file systems do. */
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
