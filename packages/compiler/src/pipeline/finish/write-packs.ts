// Writes several packs, or the pack of a project that has a base.

import { join } from 'node:path';
import { type ManifestEntry, openHman } from '@assetc/formats';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { AssetRecord } from '../cache/record.js';
import { LAST } from '../report/build-log.js';
import { type BasePack, checkBaseReferences, readBasePack, removedPaths, staleCompanions } from './base-pack.js';
import type { FinishContext } from './finish.js';
import { MANIFEST_FILE } from './manifest.js';
import type { PackedFile } from './pack.js';
import { readPackOrder } from './pack-order.js';
import {
  differingFiles,
  divideFiles,
  type PackReferences,
  packNameOf,
  packReferences,
  withCredits,
  withManifestPart,
  withPackInfo,
} from './pack-parts.js';
import { packPath } from './pack-path.js';
import { type PackOutcome, packFiles, writePart } from './write-pack.js';

/** A pack before its manifest and its list are added. */
interface Part {
  /** Undefined: the pack of the whole output. */
  readonly name: string | undefined;
  readonly files: readonly PackedFile[];
  /** Names of packs that its files refer to. */
  readonly needs: readonly string[];
}

/** What all parts share. */
interface Whole {
  readonly manifest: Uint8Array;
  readonly base: BasePack | undefined;
  /** Paths of the base that the packs remove. */
  readonly removed: readonly string[];
}

/** Throws AssetError; then the previous pack stays. */
export async function writePacks(records: readonly AssetRecord[], context: FinishContext): Promise<PackOutcome> {
  const { host, config, cache, log } = context;
  const { files, strays } = packFiles(records, config.pack === 'recorded' ? 'recorded' : true, context);
  const manifest = host.readFile(join(config.output, MANIFEST_FILE));
  const listed = new Map([...openHman(manifest).entries()].map((entry) => [entry.hash, entry]));
  const base = config.base === undefined ? undefined : await readBasePack(host, config.base, context.packSource);
  const own = new Set(files.map(({ path }) => path));
  const removed = base === undefined ? [] : pathsToRemove(base, own, config.remove ?? []);
  if (base !== undefined) checkBaseReferences(records, listed, base, new Set(removed));
  const { parts, references, rest } = divide(records, files, listed, context);
  let [written, changed] = [false, false];
  for (const part of parts) {
    const { name } = part;
    const path = packPath(config.output, name);
    const packed = packedFiles(part, { manifest, base, removed }, context);
    const inIt = new Set(packed.map((file) => file.path));
    const before = name === undefined ? cache.pack : cache.packs.get(name);
    const outcome = await writePart(
      { path, files: packed, order: readPackOrder(context, packed) },
      before,
      context,
      strays.filter((stray) => inIt.has(stray)),
    );
    if (name === undefined) cache.pack = outcome.product;
    else cache.packs.set(name, outcome.product);
    written ||= outcome.written;
    changed ||= outcome.product !== before;
  }
  if (written) for (const pair of references) log.emit({ type: 'pack-references', ...pair });
  if (rest.length > 0) log.report(LAST, [unpacked(rest)]);
  return { written, changed, strays };
}

function pathsToRemove(base: BasePack, own: ReadonlySet<string>, globs: readonly string[]): readonly string[] {
  const named = removedPaths(base, globs).filter((path) => !own.has(path));
  return [...new Set([...named, ...staleCompanions(base, own)])];
}

function divide(
  records: readonly AssetRecord[],
  files: readonly PackedFile[],
  listed: ReadonlyMap<bigint, ManifestEntry>,
  { config: { packs } }: FinishContext,
): {
  readonly parts: readonly Part[];
  readonly references: readonly PackReferences[];
  readonly rest: readonly string[];
} {
  if (packs === undefined) return { parts: [{ name: undefined, files, needs: [] }], references: [], rest: [] };
  const divided = divideFiles(
    files.filter(({ path }) => path !== MANIFEST_FILE),
    packs,
  );
  const packOf = new Map<string, string>();
  for (const [name, own] of divided) for (const { path } of own) if (name !== undefined) packOf.set(path, name);
  const references = packReferences(records, listed, packOf);
  const parts = packs.map(({ name }) => ({
    name,
    files: divided.get(name) ?? [],
    needs: references.flatMap(({ from, to }) => (from === name ? [to] : [])),
  }));
  return { parts, references, rest: (divided.get(undefined) ?? []).map(({ path }) => path) };
}

function packedFiles(
  { name, files, needs }: Part,
  { manifest, base, removed }: Whole,
  { config, credits }: FinishContext,
): readonly PackedFile[] {
  const own =
    base === undefined ? withManifestPart(files, manifest, () => true) : differingFiles(files, manifest, base, name);
  const packed = withCredits(own, credits);
  // Layers need the list of a pack with a base: it names what is removed.
  if (config.packInfo !== true && base === undefined) return packed;
  const dependencies = [
    ...(config.base === undefined ? [] : [packNameOf(config.base)]),
    ...needs.map((need) => packNameOf(packPath(config.output, need))),
  ];
  return withPackInfo(packed, { dependencies: dependencies.map((pack) => ({ pack })), removed });
}

const unpacked = (paths: readonly string[]): Diagnostic => ({
  code: 'build/unpacked',
  severity: 'warning',
  message: `${plural(paths.length, 'file')} in no pack: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ', …' : ''}`,
});

/** Packs that an earlier build wrote and that the configuration no longer names. Forgets those that are gone. */
export function formerPacks({ host, config, cache }: FinishContext): readonly Diagnostic[] {
  const named = new Set(config.packs?.map(({ name }) => name));
  return [...cache.packs.keys()].flatMap((name) => {
    if (named.has(name)) return [];
    const path = packPath(config.output, name);
    if (host.stat(path)?.type === 'file')
      return [
        {
          code: 'build/stale-pack',
          severity: 'warning',
          message: `an earlier build wrote ${path}, but packs of assetc.yml no longer names it`,
          hint: 'Delete it if you do not need it any more.',
        } as const,
      ];
    cache.packs.delete(name);
    return [];
  });
}
