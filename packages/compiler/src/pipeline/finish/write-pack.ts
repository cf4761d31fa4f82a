// Writes the pack from the output folder or from the records, unless it already contains the same files. A build without a pack reports if
// the pack of an earlier build has become stale.

import { FormatError, isPackInfoPath, openPack, type PackEntry } from '@assetc/formats';
import type { Config } from '../../config/config.js';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { digestBytes } from '../cache/digest.js';
import type { AssetRecord, ProductRecord } from '../cache/record.js';
import { outputPathOf } from '../commit/output-path.js';
import { errorCode } from '../host/host.js';
import { compareText } from '../host/source-path.js';
import { intactProduct, productRecord } from '../plan/facts.js';
import type { FinishContext } from './finish.js';
import { MANIFEST_FILE } from './manifest.js';
import { hostSource, type PackedFile, type PackPart, packContents, packFailed, streamPackFile } from './pack.js';
import { readPackOrder } from './pack-order.js';
import { withCredits, withPackInfo } from './pack-parts.js';
import { packPath } from './pack-path.js';
import { isPack, strayFiles } from './stray-files.js';
import { verifyPack } from './verify.js';

export interface PackOutcome {
  readonly written: boolean;
  /** There is something new to record. */
  readonly changed: boolean;
  /** Files in it that no build wrote. */
  readonly strays: readonly string[];
}

/** Throws AssetError; then the previous pack stays. */
export async function writePack(
  records: readonly AssetRecord[],
  mode: Exclude<Config['pack'], false>,
  context: FinishContext,
): Promise<PackOutcome> {
  const { cache, config } = context;
  const { files, strays } = packFiles(records, mode, context);
  const part = {
    path: packPath(config.output),
    files: withOwnInfo(withCredits(files, context.credits), config),
    order: readPackOrder(context, files),
  };
  const { product, written } = await writePart(part, cache.pack, context, strays);
  const changed = product !== cache.pack;
  cache.pack = product;
  return { written, changed, strays };
}

/** Writes one pack unless it is up to date. */
export async function writePart(
  part: PackPart,
  before: ProductRecord | undefined,
  { host, config, log, verify, lock }: FinishContext,
  strays: readonly string[],
): Promise<{ readonly product: ProductRecord; readonly written: boolean }> {
  const { path, files } = part;
  const madeOf = packContents(part);
  const intact = before?.madeOf === madeOf ? intactProduct(host, path, before) : undefined;
  const written = intact === undefined;
  const product =
    intact ?? productRecord(host, path, { ...(await streamPackFile(host, config.output, part, lock)), madeOf });
  if (verify) await verifyPack(host, path, product);
  log.emit({ type: 'pack', path, entries: files.length, sizeBytes: product.sizeBytes, written, strays });
  return { product, written };
}

const withOwnInfo = (files: readonly PackedFile[], { packInfo }: Config): readonly PackedFile[] =>
  packInfo === true ? withPackInfo(files, { dependencies: [], removed: [] }) : files;

/** Undefined if there is no pack next to the output, or if it is up to date. */
export async function stalePack(
  records: readonly AssetRecord[],
  context: FinishContext,
): Promise<Diagnostic | undefined> {
  const { host, config, cache } = context;
  const path = packPath(config.output);
  if (host.stat(path)?.type !== 'file') return undefined;
  const files = filesUnlessUnreadable(records, context);
  const ours = intactProduct(host, path, cache.pack);
  if (ours !== undefined) cache.pack = ours;
  if (files !== undefined)
    if (
      ours !== undefined
        ? ours.madeOf === packContents({ files, order: readPackOrder(context, files) })
        : await holdsSame(context, path, files)
    )
      return undefined;
  return {
    code: 'build/stale-pack',
    severity: 'warning',
    message: `${path} is older than the output folder, and its content differs`,
    hint: 'Build with --pack, or set pack: true in assetc.yml. Delete the pack if you do not need it any more.',
  };
}

/** If something in the folder cannot be read, the pack counts as stale. */
function filesUnlessUnreadable(
  records: readonly AssetRecord[],
  context: FinishContext,
): readonly PackedFile[] | undefined {
  try {
    return withOwnInfo(withCredits(packFiles(records, true, context).files, context.credits), context.config);
  } catch (error) {
    if (error instanceof AssetError) return undefined;
    throw error;
  }
}

/** For a pack without a record. Packs of others are ignored. */
async function holdsSame({ host }: FinishContext, path: string, files: readonly PackedFile[]): Promise<boolean> {
  try {
    const pack = await openPack(hostSource(host, path));
    const known = new Set(files.map(({ path: name }) => name));
    // A signature, and the list that signing adds, do not make a pack stale.
    const own = [...pack.entries()].filter((entry) => known.has(entry.path) || !isPackInfoPath(entry.path));
    const entries = new Map<string, PackEntry>(own.map((entry) => [entry.path, entry]));
    if (entries.size !== files.length) return false;
    for (const { path: name, sizeBytes, digest } of files) {
      if (entries.get(name)?.size !== sizeBytes) return false;
      const bytes = await pack.read(name);
      if (bytes === undefined || digestBytes(bytes) !== digest) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof FormatError || errorCode(error) !== undefined) return true;
    throw error;
  }
}

/** Derived assets may share an output. Throws AssetError if a stray file cannot be read. */
export function packFiles(
  records: readonly AssetRecord[],
  mode: Exclude<Config['pack'], false>,
  { host, config, cache: { manifest } }: FinishContext,
): { readonly files: readonly PackedFile[]; readonly strays: readonly string[] } {
  if (manifest === undefined) throw new Error('a pack is made after the manifest');
  const byPath = new Map<string, PackedFile>();
  for (const record of records)
    for (const output of record.outputs) {
      const path = outputPathOf(record, output);
      const { sizeBytes, digest } = output;
      if (!isPack(path)) byPath.set(path, { path, sizeBytes, digest });
    }
  byPath.set(MANIFEST_FILE, { path: MANIFEST_FILE, sizeBytes: manifest.sizeBytes, digest: manifest.digest });
  const strays = mode === 'recorded' ? [] : listStrays();
  for (const stray of strays) byPath.set(stray.path, stray);
  return {
    files: [...byPath.values()].sort((a, b) => compareText(a.path, b.path)),
    strays: strays.map(({ path }) => path).sort(compareText),
  };

  function listStrays(): readonly PackedFile[] {
    try {
      return strayFiles(host, config.output, (path) => byPath.has(path));
    } catch (error) {
      throw packFailed(packPath(config.output), error);
    }
  }
}
