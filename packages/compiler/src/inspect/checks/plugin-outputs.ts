// Checks the files of plug-ins: by their own `describe` if they may run, and whether references resolve.

import type { ManifestEntry } from '@assetc/formats';
import { manifestHash } from '@assetc/formats';
import type { AssetKind } from '../../model/kind/output.js';
import type { AssetTree } from '../asset-tree.js';
import type { CheckReport } from '../check-report.js';
import type { PluginFormat } from '../plugin-formats.js';

/** An output in the record of a build. */
export interface RecordedReference {
  readonly path: string;
  /** How the manifest lists it, if it does. */
  readonly kind: AssetKind | undefined;
  /** Manifest hashes. */
  readonly refersTo: readonly bigint[];
}

/** Runs the code of the plug-ins. */
export async function checkDescribed(
  tree: AssetTree,
  formats: readonly PluginFormat[],
  manifest: ReadonlyMap<bigint, ManifestEntry> | undefined,
  report: CheckReport,
): Promise<void> {
  for (const { path } of tree.files) {
    const format = formats.find(({ extensions }) => extensions.some((ending) => path.toLowerCase().endsWith(ending)));
    if (format === undefined) continue;
    const result = format.tryDescribe(await tree.read(path));
    if ('failed' in result) {
      const { message, file } = result.failed;
      report.addPlugin('plugin/describe-failed', path, `cannot be described: ${message}${file ? ` (${file})` : ''}`);
      continue;
    }
    for (const problem of result.is.problems ?? []) report.addPlugin('plugin/problem', path, String(problem));
    // A manifest of textures only does not list the other outputs.
    const isWhole = [...(manifest?.values() ?? [])].some(({ kind }) => kind !== 'texture');
    for (const hash of result.is.refs ?? [])
      if (isWhole && manifest?.has(hash) === false) report.addPlugin('plugin/dangling-ref', path, danglingText(hash));
  }
}

/** Only for embedded files. The references of other files are checked by their formats. */
export function checkRecordedRefs(tree: AssetTree, recorded: readonly RecordedReference[], report: CheckReport): void {
  const paths = new Map(
    recorded.flatMap(({ kind, path }) => (kind === undefined ? [] : [[manifestHash(kind, path), path] as const])),
  );
  for (const { path, kind, refersTo } of recorded) {
    if (kind !== 'embed' || !tree.has(path)) continue;
    for (const hash of refersTo) {
      const target = paths.get(hash);
      if (target === undefined) report.addPlugin('plugin/dangling-ref', path, danglingText(hash));
      else if (!tree.has(target))
        report.addPlugin('plugin/dangling-ref', path, `refers to ${target}, which does not exist`);
    }
  }
}

const danglingText = (hash: bigint): string => `refers to ${hash.toString(16).padStart(16, '0')}, which does not exist`;
