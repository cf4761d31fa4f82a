// The key of a manifest entry, by kind: textures and shaders lose their extension, shared textures are their own hash.

import { pathRef } from '../refs/source-ref.js';
import type { AssetKind } from './layout.js';
import type { ManifestEntry } from './model.js';

const SHARED = /^tex\/([0-9a-f]{16})\.ktx2$/;
const DROPPED: Readonly<Partial<Record<AssetKind, string>>> = { texture: '.ktx2', shader: '.spv' };

function byPath(kind: AssetKind, path: string): bigint {
  const extension = DROPPED[kind];
  return pathRef(extension !== undefined && path.endsWith(extension) ? path.slice(0, -extension.length) : path);
}

/** The hash that a shared texture's file name spells, or undefined for any other path. */
export function sharedTextureHash(path: string): bigint | undefined {
  const hex = SHARED.exec(path)?.[1];
  return hex === undefined ? undefined : BigInt(`0x${hex}`);
}

/** The key of an asset in a manifest, by its kind and its path below the output folder. */
export function manifestHash(kind: AssetKind, path: string): bigint {
  return (kind === 'texture' ? sharedTextureHash(path) : undefined) ?? byPath(kind, path);
}

/** A source may itself be called `tex/<16 hex digits>.png`: then the plain rule applies, so both are accepted. */
export function obeysManifestRule({ kind, path, hash }: ManifestEntry): boolean {
  if (kind === 'unknown') return true;
  return hash === manifestHash(kind, path) || hash === byPath(kind, path);
}
