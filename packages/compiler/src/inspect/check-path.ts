// Verifies an output folder or a pack: each file alone, then the files against each other.

import { FormatError, type ManifestEntry } from '@assetc/formats';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { AuditEntry } from '../model/audit/audit-rules.js';
import { type AssetTree, openFolderTree, openPackTree } from './asset-tree.js';
import { auditTree } from './audits/audit-tree.js';
import { CheckReport } from './check-report.js';
import { checkSingle } from './check-single.js';
import { checkCompanions } from './checks/companions.js';
import { checkFonts } from './checks/fonts.js';
import { checkManifest } from './checks/manifest.js';
import { checkPackInfo } from './checks/pack-info.js';
import { checkPackStructure } from './checks/pack-structure.js';
import { checkDescribed, checkRecordedRefs, type RecordedReference } from './checks/plugin-outputs.js';
import { checkReferences } from './checks/references.js';
import { checkSiblingFolder, checkSiblingPacks, type PackScope } from './checks/sibling-pack.js';
import { checkTextures } from './checks/textures.js';
import type { Disk } from './disk.js';
import { formatByName } from './file-formats.js';
import { isPackName } from './pack-source.js';
import type { PluginFormat } from './plugin-formats.js';
import { siblingBlob } from './sibling-blob.js';
import { hasFormat, validateFile } from './validate-file.js';

/** What `check` found. */
export interface CheckResult {
  /** Absolute: what was checked. */
  readonly path: string;
  readonly type: 'folder' | 'pack' | 'file';
  /** Files that were checked. */
  readonly files: number;
  readonly sizeBytes: number;
  /** True if no diagnostic is an error. */
  readonly ok: boolean;
  /** About files relative to `path`, sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** What packs of this project contain. */
  readonly packs?: PackScope | undefined;
  /** Names of several packs. */
  readonly packNames?: readonly string[] | undefined;
  /** The project has a base, which has what its files may refer to. */
  readonly hasBase?: boolean | undefined;
  /** Formats of plug-ins, which run their code. */
  readonly formats?: readonly PluginFormat[] | undefined;
  /** Rules that files are measured by. */
  readonly audits?: readonly AuditEntry[] | undefined;
  /** References in the records of an output folder. */
  readonly recorded?: readonly RecordedReference[] | undefined;
}

/** Returns undefined if the path does not exist. */
export async function checkPath(
  disk: Disk,
  path: string,
  {
    signal,
    packs = 'whole',
    packNames: names = [],
    hasBase,
    formats = [],
    recorded = [],
    audits = [],
  }: CheckOptions = {},
): Promise<CheckResult | undefined> {
  const stat = disk.stat(path);
  if (stat === undefined || stat.type === 'other') return undefined;
  const report = new CheckReport();
  if (hasBase === true) report.expectOthers();
  if (stat.type === 'folder') {
    const tree = openFolderTree(disk, path);
    checkRecordedRefs(tree, recorded, report);
    return await checkTree(tree, report, () => checkSiblingPacks(disk, tree, { scope: packs, names }, report), {
      formats,
      audits,
      signal,
    });
  }
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (!isPackName(name)) {
    await checkSingle(disk, path, name, report);
    return finished(path, 'file', 1, stat.sizeBytes, report);
  }
  await checkPackStructure(disk, path, name, report, signal);
  try {
    const tree = await openPackTree(disk, path);
    await checkPackInfo(tree, report, signal);
    return await checkTree(tree, report, () => checkSiblingFolder(disk, tree, packs, report), {
      formats,
      audits,
      signal,
    });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // The table cannot be trusted, and the validator has reported why.
    return finished(path, 'pack', 0, stat.sizeBytes, report);
  }
}

async function checkTree(
  tree: AssetTree,
  report: CheckReport,
  checkTwin: () => Promise<void>,
  { formats, audits, signal }: Required<Pick<CheckOptions, 'formats' | 'audits' | 'signal'>>,
): Promise<CheckResult> {
  try {
    const manifest = await checkManifest(tree, report);
    const { embedded, ours } = listedPaths(manifest);
    for (const { path } of tree.files) {
      signal?.throwIfAborted();
      // Embedded files are copied verbatim and may contain anything.
      if (embedded.has(path) || !hasFormat(path)) continue;
      const bytes = await tree.read(path);
      const blob = await siblingBlob(path, bytes, async (sibling) =>
        tree.has(sibling) ? tree.read(sibling) : undefined,
      );
      report.malformed(path, await validateFile(path, bytes, ours.has(path), blob));
    }
    await checkTextures(tree, manifest, report);
    await checkCompanions(tree, report);
    await checkFonts(tree, report);
    await checkReferences(tree, report);
    report.addAll(await auditTree(tree, audits ?? [], signal));
    if (formats !== undefined && formats.length > 0) await checkDescribed(tree, formats, manifest, report);
    await checkTwin();
    const sizeBytes = tree.files.reduce((sum, file) => sum + file.sizeBytes, 0);
    return finished(tree.path, tree.type, tree.files.length, sizeBytes, report);
  } finally {
    tree.close();
  }
}

/** Some files of other runtimes are listed as embedded too, but are ours. */
function listedPaths(manifest: ReadonlyMap<bigint, ManifestEntry> | undefined) {
  const embedded = new Set<string>();
  const ours = new Set<string>();
  for (const { kind, path } of manifest?.values() ?? [])
    (kind === 'embed' && formatByName(path)?.isListedAsEmbedded !== true ? embedded : ours).add(path);
  return { embedded, ours };
}

function finished(
  path: string,
  type: CheckResult['type'],
  files: number,
  sizeBytes: number,
  report: CheckReport,
): CheckResult {
  const diagnostics = report.list;
  return { path, type, files, sizeBytes, ok: diagnostics.every(({ severity }) => severity !== 'error'), diagnostics };
}
