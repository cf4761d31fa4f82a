// Sizes by the record of an output folder: every file that builds wrote, with the size of its inputs. Takes no lock and writes
// nothing; links in the output are not followed.

import { join } from 'node:path';
import { loadCache } from '../cache/cache-log.js';
import type { CacheState } from '../cache/cache-state.js';
import { type AssetRecord, assetId } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { errorCode, type Host } from '../host/host.js';

interface RecordedFile {
  /** Relative to the output. */
  readonly path: string;
  readonly sizeBytes: number;
  /** The asset that wrote it; of several the first. */
  readonly asset: string;
  readonly kind: string;
  /** Bytes that the asset read. For a part of a file only that part, if its length is known. */
  readonly sourceBytes: number;
  /** Canonical JSON of the settings it was made with. */
  readonly settings: string;
}

interface RecordedKind {
  readonly kind: string;
  readonly assets: number;
  /** What its assets read, each file or part once. */
  readonly sourceBytes: number;
}

interface RecordedOutput {
  readonly output: string;
  readonly files: readonly RecordedFile[];
  readonly kinds: readonly RecordedKind[];
  readonly sourceBytes: number;
  /** Undefined if there is no file of this size, or if it cannot be read. */
  read(file: RecordedFile): Uint8Array | undefined;
}

export function recordedOutput(host: Host, output: string): RecordedOutput {
  const cache = loadCache(host, output);
  const files = new Map<string, RecordedFile>();
  const kinds = new Map<string, { assets: number; readonly inputs: Map<string, number> }>();
  for (const record of cache.records.values()) {
    const inputs = inputsOf(record, cache);
    const kind = kinds.get(record.kind) ?? { assets: 0, inputs: new Map<string, number>() };
    kinds.set(record.kind, kind);
    kind.assets++;
    for (const [name, sizeBytes] of inputs) kind.inputs.set(name, sizeBytes);
    const sourceBytes = sum(inputs.values());
    const asset = assetId(record.source, record.name);
    for (const made of record.outputs) {
      const path = outputPathOf(record, made);
      const file = {
        path,
        sizeBytes: made.sizeBytes,
        asset,
        kind: record.kind,
        sourceBytes,
        settings: record.settings,
      };
      if (!files.has(path)) files.set(path, file);
    }
  }
  return {
    output,
    files: [...files.values()],
    kinds: [...kinds].map(([kind, { assets, inputs }]) => ({ kind, assets, sourceBytes: sum(inputs.values()) })),
    sourceBytes: cache.records.inputBytes((path) => sizeIn(cache, path)),
    read: (file) => readPlain(host, output, file),
  };
}

/** Every output with what it refers to, by manifest hash. */
export function recordedReferences(host: Host, output: string) {
  return [...loadCache(host, output).records.values()].flatMap((record) =>
    record.outputs.map((made) => ({
      path: outputPathOf(record, made),
      kind: made.asset?.kind,
      refersTo: (made.refersTo ?? []).map((hash) => BigInt(`0x${hash}`)),
    })),
  );
}

const sizeIn = ({ files, toldFiles = files }: CacheState, path: string): number => toldFiles.get(path)?.sizeBytes ?? 0;

function inputsOf({ dependencies }: AssetRecord, cache: CacheState): ReadonlyMap<string, number> {
  const inputs = new Map<string, number>();
  for (const dependency of dependencies) {
    if (dependency.type === 'bytes') inputs.set(dependency.path, sizeIn(cache, dependency.path));
    if (dependency.type !== 'part') continue;
    const { file, pointer, offset = 0, length } = dependency.ref;
    const isWhole = pointer === undefined && length === undefined;
    const name = isWhole ? file : [file, pointer, offset, length].join('\0');
    inputs.set(name, length ?? sizeIn(cache, file));
  }
  return inputs;
}

function readPlain(host: Host, output: string, { path, sizeBytes }: RecordedFile): Uint8Array | undefined {
  const parts = path.split('/');
  try {
    const isPlain = parts.every((_, i) => {
      const type = host.entryType(join(output, ...parts.slice(0, i + 1)));
      return type === (i + 1 < parts.length ? 'folder' : 'file');
    });
    const file = join(output, path);
    return isPlain && host.stat(file)?.sizeBytes === sizeBytes ? host.readFile(file) : undefined;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
