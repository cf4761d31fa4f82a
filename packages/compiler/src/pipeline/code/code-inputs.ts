// What generated code is made of, by the records of all output folders of a project: their manifests, and the outputs whose kinds
// contribute names. A preset that was never built contributes nothing.

import { join } from 'node:path';
import { decodeHman, FormatError } from '@assetc/formats';
import type { CodeAsset, CodeSource } from '../../codegen/code-model.js';
import type { Config } from '../../config/config.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CodeNames } from '../../model/kind/code-names.js';
import type { Kind } from '../../model/kind/kind.js';
import { loadCache } from '../cache/cache-log.js';
import { digestText } from '../cache/digest.js';
import type { AssetRecord } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { MANIFEST_FILE } from '../finish/manifest.js';
import type { Host } from '../host/host.js';
import { compareText } from '../host/source-path.js';

/** Bump it if the same assets give other code. */
const CODE_VERSION = 4;

interface Contribution {
  readonly path: string;
  readonly digest: string;
  readonly kind: Kind;
}

/** One output folder. */
export interface CodeInput {
  readonly preset: string | null;
  readonly output: string;
  readonly manifestDigest: string;
  /** Sorted by path. */
  readonly contributions: readonly Contribution[];
}

type FindKind = (name: string) => Kind | undefined;

/** What is known of an output folder. */
interface Recorded {
  readonly manifestDigest: string | undefined;
  readonly records: Iterable<AssetRecord>;
}

/** The folders that have a manifest. `own`: of the folder that is being built, which is newer than its record on the disk. */
export function codeInputs(config: Config, host: Host, findKind: FindKind, own?: Recorded): readonly CodeInput[] {
  const { codegen, output, preset = null } = config;
  const listed = codegen?.outputs ?? [];
  // With `-o` a preset is built into another folder than the file names.
  const folders = listed.some((one) => one.output === output)
    ? listed
    : [...listed.filter((one) => one.preset !== preset), { preset, output }];
  const seen = new Set<string>();
  return folders.flatMap((folder): CodeInput[] => {
    if (seen.has(folder.output)) return [];
    seen.add(folder.output);
    const { manifestDigest, records } =
      own !== undefined && folder.output === output ? own : recorded(host, folder.output);
    if (manifestDigest === undefined) return [];
    return [{ ...folder, manifestDigest, contributions: contributionsOf(records, findKind) }];
  });
}

function recorded(host: Host, output: string): Recorded {
  const { manifest, records } = loadCache(host, output);
  return { manifestDigest: manifest?.digest, records: records.values() };
}

function contributionsOf(records: Iterable<AssetRecord>, findKind: FindKind): readonly Contribution[] {
  const byPath = new Map<string, Contribution>();
  for (const record of records) {
    const kind = findKind(record.kind);
    if (kind?.codeNames === undefined) continue;
    for (const made of record.outputs) {
      const path = outputPathOf(record, made);
      byPath.set(path, { path, digest: made.digest, kind });
    }
  }
  return [...byPath.values()].sort((a, b) => compareText(a.path, b.path));
}

/** Equal for equal code. */
export const codeDigest = (inputs: readonly CodeInput[]): string =>
  digestText(
    JSON.stringify([
      CODE_VERSION,
      inputs.map(({ preset, manifestDigest, contributions }) => [
        preset,
        manifestDigest,
        contributions.map(({ path, digest, kind }) => [path, digest, kind.version]),
      ]),
    ]),
  );

/** Reads manifests and contributing outputs. Throws AssetError if one is damaged. */
export async function readCodeSource(host: Host, { preset, output, contributions }: CodeInput): Promise<CodeSource> {
  const read = (path: string): Uint8Array => host.readFile(join(output, path));
  const { entries } = await checked(MANIFEST_FILE, () => decodeHman(read(MANIFEST_FILE)));
  const assets = entries.flatMap(({ path, kind, hash }): CodeAsset[] =>
    kind === 'unknown' ? [] : [{ path, kind, hash }],
  );
  const names = new Map<string, CodeNames>();
  for (const { path, kind } of contributions) {
    const found = await checked(path, () => kind.codeNames?.(path, () => read(path)));
    if (found !== undefined) names.set(path, found);
  }
  return { preset, assets, names };
}

async function checked<T>(path: string, decode: () => T | Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { message } = error;
    throw new AssetError({ code: 'build/verify-failed', file: path, message, hint: 'Build again with --verify.' });
  }
}
