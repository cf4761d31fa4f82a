// Whether an asset must be built again, and why. Pure: it depends only on the record and on `Facts`.
// Reasons name the exact file or setting, because users ask "why was this rebuilt?".

import type { BytesRef } from '../../model/kind/bytes-ref.js';
import type { Claim } from '../../model/kind/compile-context.js';
import type { Asset } from '../asset.js';
import { canonicalJson } from '../cache/canonical-json.js';
import type { Attempt } from '../cache/failures.js';
import type { AssetRecord, Dependency, OutputRecord } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import type { KindSettings } from '../discover/settings-resolver.js';
import { meaningOf } from './source-uses.js';

export type OutputState = 'intact' | 'edited' | 'missing';

export interface Facts {
  /** The digest of an input file, or undefined. */
  digest(path: string): string | undefined;
  partDigest(ref: BytesRef): string | undefined;
  exists(path: string): boolean;
  listing(folder: string): readonly string[] | null;
  /** The current values of the settings that `like` (canonical JSON) lists. */
  settingsFor(asset: Asset, name: string, like: string): KindSettings;
  settingsOf(path: string, like: string): KindSettings;
  /** The asset that a file is the source of, or a part of. */
  claim(path: string): Claim | undefined;
  output(path: string, record: OutputRecord): OutputState;
}

/** Empty if the asset is up to date. */
export function staleReasons(asset: Asset, record: AssetRecord, facts: Facts): readonly string[] {
  const reasons = changeReasons(asset, record, facts);
  for (const output of record.outputs) {
    const path = outputPathOf(record, output);
    const state = facts.output(path, output);
    if (state !== 'intact') reasons.push(`output ${path} ${state === 'missing' ? 'is missing' : 'was edited'}`);
  }
  return reasons;
}

/** What changed since it was compiled, whether that succeeded or not. */
export function changeReasons(asset: Asset, record: Attempt, facts: Facts): string[] {
  const reasons: string[] = [];
  if (record.kind !== asset.kind.name) reasons.push(`kind ${record.kind} → ${asset.kind.name}`);
  else if (record.kindIdentity !== asset.kindIdentity)
    reasons.push(`${asset.kind.name} compiler ${record.kindIdentity} → ${asset.kindIdentity}`);
  if (record.settings !== asset.settings.json) reasons.push(...settingChanges(record.settings, asset.settings, ''));
  if (record.base !== asset.base) reasons.push(`output name ${record.base} → ${asset.base}`);
  const isDerived = asset.name !== undefined && asset.params !== record.params;
  if (isDerived && canonicalJson(asset.params) !== canonicalJson(record.params))
    reasons.push(`${asset.source} changed how ${asset.name ?? 'it'} is used`);
  if (asset.name === undefined && record.params !== asset.chosenMeaning)
    reasons.push(`it is now compiled as ${meaningOf(asset) ?? 'something else'}`);
  for (const dependency of record.dependencies) {
    const reason = dependencyReason(asset, dependency, facts);
    if (reason !== undefined) reasons.push(...reason);
  }
  return reasons;
}

/** Undefined if unchanged. */
export function dependencyReason(asset: Asset, dependency: Dependency, facts: Facts): readonly string[] | undefined {
  switch (dependency.type) {
    case 'bytes': {
      const digest = facts.digest(dependency.path);
      if (digest === dependency.digest) return undefined;
      return [`${dependency.path} ${digest === undefined ? 'is gone' : 'changed'}`];
    }
    case 'part': {
      const { ref } = dependency;
      const digest = facts.digest(ref.file);
      if (digest === dependency.fileDigest) return undefined;
      if (digest === undefined) return [`${ref.file} is gone`];
      return facts.partDigest(ref) === dependency.digest ? undefined : [`${ref.file} changed`];
    }
    case 'existence':
      if (facts.exists(dependency.path) === dependency.exists) return undefined;
      return [`${dependency.path} ${dependency.exists ? 'is gone' : 'appeared'}`];
    case 'listing': {
      const names = facts.listing(dependency.folder);
      if (names === null) return dependency.names === null ? undefined : [`${dependency.folder} is gone`];
      if (dependency.names === null) return [`${dependency.folder} appeared`];
      return listingChanges(dependency.folder, dependency.names, names);
    }
    case 'settings-for': {
      const settings = facts.settingsFor(asset, dependency.name, dependency.json);
      if (settings.json === dependency.json) return undefined;
      return settingChanges(dependency.json, settings, ` of ${dependency.name}`);
    }
    case 'settings-of': {
      const settings = facts.settingsOf(dependency.path, dependency.json);
      if (settings.json === dependency.json) return undefined;
      return settingChanges(dependency.json, settings, ` of ${dependency.path}`);
    }
    case 'mention': {
      const { path, claim: before } = dependency;
      const now = facts.claim(path);
      if (now?.source === before?.source && now?.kind === before?.kind) return undefined;
      if (now === undefined) return [`${path} is ${facts.exists(path) ? 'not compiled any more' : 'gone'}`];
      return [`${path} is compiled ${now.source === path ? `as ${now.kind}` : `with ${now.source}`}`];
    }
  }
}

function listingChanges(folder: string, before: readonly string[], now: readonly string[]): string[] | undefined {
  if (before.length === now.length && before.every((name, i) => name === now[i])) return undefined;
  const old = new Set(before);
  const current = new Set(now);
  return [
    ...now.filter((name) => !old.has(name)).map((name) => `${folder}/${name} appeared`),
    ...before.filter((name) => !current.has(name)).map((name) => `${folder}/${name} is gone`),
  ];
}

/** `texture.quality: normal → high by presets.mobile.rules[0]` */
function settingChanges(before: string, now: KindSettings, of: string): string[] {
  const old = flatten(JSON.parse(before));
  const current = flatten(now.values);
  const reasons: string[] = [];
  for (const name of [...new Set([...old.keys(), ...current.keys()])].sort()) {
    const from = old.get(name);
    const to = current.get(name);
    if (from === to) continue;
    reasons.push(`${name}${of}: ${from ?? 'unset'} → ${to ?? 'unset'} by ${now.origins[name] ?? 'built-in'}`);
  }
  return reasons;
}

function flatten(settings: { readonly [group: string]: { readonly [name: string]: unknown } }): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [group, values] of Object.entries(settings))
    for (const [name, value] of Object.entries(values))
      flat.set(`${group}.${name}`, typeof value === 'string' ? value : canonicalJson(value));
  return flat;
}
