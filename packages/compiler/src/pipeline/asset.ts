// An asset of the build: a source, or a derived asset.

import type { Kind } from '../model/kind/kind.js';
import type { DerivedAsset } from '../model/kind/output.js';
import type { Json } from '../model/text/json.js';
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
  /** Only for a derived asset. */
  readonly name: string | undefined;
  readonly kind: Kind;
  /** The kind's version, the version of its external compiler, and the hooks that apply. */
  readonly kindIdentity: string;
  /** Hooks of plug-ins change it; `kindIdentity` names them. They may read its path. */
  readonly isHooked: boolean;
  readonly base: string;
  readonly params: Json | undefined;
  /** Only for a source: the part of its params that follows neither from its path nor from its kind's settings; see Meaning. */
  readonly chosenMeaning?: string;
  readonly settings: KindSettings;
  /** A source that is compiled the way other assets use it: see Naming.usage. */
  readonly follows: boolean;
  /** What it is used as. Undefined if nothing uses it, or if it does not follow its uses. */
  readonly usage: AssetUsage | undefined;
}

export function sourceAsset(source: Source, kinds: KindIdentities, resolver: SettingsResolver): Asset {
  const { path, isFolder, kind } = source;
  const settings = resolver.resolve(kind, [path]);
  return {
    key: path,
    id: path,
    source: path,
    isFolder,
    name: undefined,
    kind,
    ...kinds.for(kind, [path]),
    base: kind.base(path),
    ...unusedParams(kind, path, settings),
    settings,
    follows: kind.usage?.follows(path, settings.all) === true,
    usage: undefined,
  };
}

/** The params of a source that nothing uses. */
export function unusedParams(kind: Kind, path: string, { all }: KindSettings): Pick<Asset, 'params' | 'chosenMeaning'> {
  const meaning = kind.meaningOf?.(path, all);
  return {
    params: kind.paramsOf?.(path, all),
    ...(meaning?.isChosen === true ? { chosenMeaning: meaning.is } : {}),
  };
}

/** The names that rules may match for a derived asset. */
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

/** The params that a record stores: for a source only what does not follow from the rest of the record. */
export const recordedParams = ({ name, params, chosenMeaning: takenFor }: Asset): Json | undefined =>
  name === undefined ? takenFor : params;
