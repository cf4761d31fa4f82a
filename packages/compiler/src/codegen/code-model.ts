// What generated code is made of: the assets of all presets, and what their outputs contribute. Everything is sorted by path, so that the
// order of presets, assets and builds does not matter.

import type { AssetKind } from '@assetc/formats';
import type { CodeNames, ShaderInterface } from '../model/kind/code-names.js';
import { uniteVariants } from './unite-variants.js';

export interface CodeAsset {
  /** Relative to the output folder, forward slashes. */
  readonly path: string;
  readonly kind: AssetKind;
  readonly hash: bigint;
}

interface NameList {
  /** The file that the indices are valid in. */
  readonly path: string;
  readonly of: string;
  readonly names: readonly string[];
}

/** A module, or all variants of an entry point together. */
export interface CodeShader {
  readonly path: string;
  /** `sky/fragment`: the path without `.spv`. */
  readonly name: string;
  readonly module: ShaderInterface;
}

export interface CodeModel {
  readonly assets: readonly CodeAsset[];
  readonly lists: readonly NameList[];
  readonly shaders: readonly CodeShader[];
}

/** The output of one preset. */
export interface CodeSource {
  /** `null`: there are no presets. */
  readonly preset: string | null;
  readonly assets: readonly CodeAsset[];
  /** By output path. */
  readonly names: ReadonlyMap<string, CodeNames>;
}

/** An output that contributes other things in one preset than in another. */
export interface Difference {
  readonly path: string;
  readonly presets: readonly [string | null, string | null];
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The union of the presets. Where they differ, the first one decides. */
export function uniteSources(sources: readonly CodeSource[]): {
  readonly model: CodeModel;
  readonly differences: readonly Difference[];
} {
  const assets = new Map<string, CodeAsset>();
  const names = new Map<string, { readonly preset: string | null; readonly found: CodeNames }>();
  const differences: Difference[] = [];
  for (const { preset, assets: listed, names: contributed } of sources) {
    for (const asset of listed) if (!assets.has(asset.path)) assets.set(asset.path, asset);
    for (const [path, found] of contributed) {
      const first = names.get(path);
      if (first === undefined) names.set(path, { preset, found });
      else if (JSON.stringify(first.found) !== JSON.stringify(found))
        differences.push({ path, presets: [first.preset, preset] });
    }
  }
  const byPath = [...names].sort(([a], [b]) => compareText(a, b));
  const lists = distinctLists(
    byPath.flatMap(([path, { found }]) => (found.lists ?? []).map((list) => ({ path, ...list }))),
  );
  const shaders = uniteVariants(byPath.map(([path, { found }]) => ({ path, ...found })));
  const sorted = [...assets.values()].sort((a, b) => compareText(a.path, b.path));
  return { model: { assets: sorted, lists: lists.filter(({ names: all }) => all.length > 0), shaders }, differences };
}

/** The same clips in two formats are one list: `fox.hanim` and `fox.hclip`. */
function distinctLists(lists: readonly NameList[]): readonly NameList[] {
  const seen = new Set<string>();
  return lists.filter(({ path, of, names }) => {
    const key = JSON.stringify([stemOf(path), of, names]);
    return !seen.has(key) && seen.add(key);
  });
}

/** `models/fox.hanim` → `models/fox` */
export const stemOf = (path: string): string => path.replace(/(?<=[^/])\.[^./]*$/, '');

/** The extension that the kind implies. */
const IMPLIED: Readonly<Partial<Record<AssetKind, string>>> = {
  texture: '.ktx2',
  lut: '.ktx2',
  mesh: '.hmesh',
  material: '.hmat',
  animation: '.hanim',
  font: '.hfont',
  shader: '.spv',
};

/** The name by which engines load an asset: its path without the extension that its kind implies. */
export function assetName({ path, kind }: Pick<CodeAsset, 'path' | 'kind'>): string {
  const extension = IMPLIED[kind];
  return extension !== undefined && path.endsWith(extension) ? path.slice(0, -extension.length) : path;
}
