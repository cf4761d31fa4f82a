// The content key of an asset: a hash of everything its outputs depend on that is known before compiling. Equal keys with equal
// dependencies mean equal outputs, so a result can come from the content store or from an equal asset of the same build.
// Every input of a job is either part of the key or a recorded dependency. Raise KEY_VERSION when that changes.

import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import { digestText } from '../cache/digest.js';
import type { Dependency } from '../cache/record.js';
import { placesOf } from '../execute/bind-diagnostics.js';
import { isInside } from '../host/is-inside.js';
import type { Facts } from './staleness.js';

const KEY_VERSION = 2;

/** Undefined if an input cannot be read; compiling will report why. */
export function contentKey(asset: Asset, facts: Facts): string | undefined {
  const content = contentDigests(asset, facts);
  if (content === undefined) return undefined;
  return digestText(
    canonicalJson([
      KEY_VERSION,
      asset.kind.name,
      asset.kindIdentity,
      asset.settings.json,
      asset.kind.usesPath || asset.isHooked ? [asset.source, asset.base] : typesByName(asset),
      asset.params === undefined ? null : (asset.kind.contentOf?.(asset.params).identity ?? asset.params),
      content,
    ]),
  );
}

/** Null if the names of its inputs do not matter, as nearly always. */
function typesByName(asset: Asset): readonly (string | null)[] | null {
  const { typeByName } = asset.kind;
  if (typeByName === undefined) return null;
  const { source, inputs } = placesOf(asset);
  const files = asset.params === undefined ? [source] : inputs.map(({ file }) => file);
  const types = files.map((file) => typeByName(file) ?? null);
  return types.some((type) => type !== null) ? types : null;
}

function contentDigests(asset: Asset, facts: Facts): readonly string[] | undefined {
  const digests: string[] = [];
  if (asset.params !== undefined) {
    for (const ref of asset.kind.contentOf?.(asset.params).inputs ?? []) {
      const digest = isWhole(ref) ? facts.digest(ref.file) : facts.partDigest(ref);
      if (digest === undefined || digest === 'unreadable') return undefined;
      digests.push(digest);
    }
    return digests;
  }
  const files = asset.isFolder
    ? facts.listing(asset.source)?.map((name) => [`${asset.source}/${name}`, name] as const)
    : [[asset.source, ''] as const];
  if (files === undefined) return undefined;
  for (const [path, name] of files) {
    const digest = facts.digest(path);
    if (digest === undefined || digest === 'unreadable') return undefined;
    digests.push(name, digest);
  }
  return digests;
}

const isWhole = (ref: { pointer?: string; offset?: number; length?: number }): boolean =>
  ref.pointer === undefined && ref.offset === undefined && ref.length === undefined;

/** Whether the content key already includes this dependency, for any path of the asset. */
export function isCoveredByKey(asset: Asset, dependency: Dependency): boolean {
  if (asset.params !== undefined) {
    const inputs = asset.kind.contentOf?.(asset.params).inputs ?? [];
    if (dependency.type === 'bytes') return inputs.some((ref) => isWhole(ref) && ref.file === dependency.path);
    if (dependency.type !== 'part') return false;
    const wanted = canonicalJson(dependency.ref);
    return inputs.some((ref) => canonicalJson(ref) === wanted);
  }
  switch (dependency.type) {
    case 'bytes':
      return isOwn(asset, dependency.path);
    case 'part':
      return isOwn(asset, dependency.ref.file);
    case 'listing':
      return asset.isFolder && dependency.folder === asset.source;
    case 'existence':
      return asset.isFolder && isInside(dependency.path, asset.source);
    default:
      return false;
  }
}

function isOwn(asset: Asset, path: string): boolean {
  return path === asset.source || (asset.isFolder && isInside(path, asset.source));
}
