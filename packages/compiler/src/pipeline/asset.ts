// An asset that the build wants: a source, or something found inside one.

import type { Json } from '../model/json.js';
import type { Kind } from '../model/kind.js';
import type { DerivedAsset } from '../model/output.js';
import { assetId, assetKey } from './cache/record.js';
import type { Source } from './discover/discover.js';
import type { KindIdentities } from './discover/kind-identities.js';
import type { KindSettings, SettingsResolver } from './discover/settings-resolver.js';
import { withoutExtension } from './host/source-path.js';
import type { AssetUsage } from './plan/source-uses.js';

export interface Asset {
  /** Unique; see assetKey. */
  readonly key: string;
  /** As shown to users. */
  readonly id: string;
  readonly source: string;
  readonly isFolder: boolean;
  /** Of a derived asset. */
  readonly name: string | undefined;
  readonly kind: Kind;
  /** The kind's version and external version, and the hooks that it meets. */
  readonly kindIdentity: string;
  /** Hooks of plug-ins have a say in it; `kindIdentity` tells which. They may look at its path. */
  readonly isHooked: boolean;
  readonly base: string;
  readonly params: Json | undefined;
  /** Of a source: what its params hold that neither its path nor its kind's settings tell; see Meaning. */
  readonly takenFor?: string;
  readonly settings: KindSettings;
  /** A source that is compiled as others use it: see Kind.usage. */
  readonly follows: boolean;
  /** What it is used as; undefined: nobody uses it, or it does not follow. */
  readonly usage: AssetUsage | undefined;
}

export function sourceAsset(source: Source, kinds: KindIdentities, resolver: SettingsResolver): Asset {
  const { path, isFolder, kind } = source;
  const settings = resolver.resolve(kind, [path]);
  const meaning = kind.meaningOf?.(path, settings.all);
  return {
    key: path,
    id: path,
    source: path,
    isFolder,
    name: undefined,
    kind,
    ...kinds.for(kind, [path]),
    base: kind.base(path),
    params: kind.paramsOf?.(path, settings.all),
    ...(meaning?.isChosen === true ? { takenFor: meaning.is } : {}),
    settings,
    follows: kind.usage?.follows(path, settings.all) === true,
    usage: undefined,
  };
}

/** The names that rules may match for something found inside a source. */
export function derivedNames(source: string, name: string): readonly string[] {
  return [source, `${withoutExtension(source)}/${name}`];
}

export function derivedAsset(
  parent: Asset,
  derived: DerivedAsset,
  kind: Kind,
  kinds: KindIdentities,
  resolver: SettingsResolver,
): Asset {
  const names = derivedNames(parent.source, derived.name);
  return {
    key: assetKey(parent.source, derived.name),
    id: assetId(parent.source, derived.name),
    source: parent.source,
    isFolder: parent.isFolder,
    name: derived.name,
    kind,
    ...kinds.for(kind, names),
    base: derived.base,
    params: derived.params,
    settings: resolver.resolve(kind, names),
    follows: false,
    usage: undefined,
  };
}

/** What the record holds of an asset's params: of a source only what does not follow from what else it holds. */
export const recordedParams = ({ name, params, takenFor }: Asset): Json | undefined =>
  name === undefined ? takenFor : params;
