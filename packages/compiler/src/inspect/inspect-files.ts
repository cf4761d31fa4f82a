// Describes compiled files: facts per file, then totals.

import { basename, dirname, join } from 'node:path';
import { FormatError } from '@assetc/formats';
import type { Facts, FileFormat } from '../runtimes/file-format.js';
import { type AssetTree, CACHE_NAME, openFolderTree, openPackTree } from './asset-tree.js';
import type { Disk } from './disk.js';

export type { Fact, Facts } from '../runtimes/file-format.js';

import { formatNames, formatOf } from './file-formats.js';
import { isPackName } from './pack-source.js';
import { readIfThere, siblingBlob } from './sibling-blob.js';
import {
  describeUse,
  findAtlasUses,
  findPathUses,
  findTextureUses,
  type TextureUse,
  textureHashes,
} from './texture-users.js';

/** What is inside one file. */
export interface InspectedFile {
  /** Relative to the folder or pack; for a single file as the user named it. */
  readonly path: string;
  /** `hmesh`, `ktx2`, …; `other` for files that are not ours. */
  readonly format: string;
  readonly sizeBytes: number;
  readonly facts: Facts;
  /** The facts as short text. */
  readonly statements: readonly string[];
  /** Why the file could not be read; facts are empty then. */
  readonly problem: string | null;
}

/** The files of one format, added up. */
export interface FormatTotals {
  readonly format: string;
  readonly files: number;
  readonly sizeBytes: number;
  /** Sums over the files: `vertices`, `triangles`, `gpuBytes`, … */
  readonly sums: { readonly [name: string]: number };
}

/** GPU memory of all textures of one format. UASTC counts as the BC7 or ASTC that it becomes. */
export interface GpuTotals {
  /** `BC7_SRGB`, `UASTC sRGB`, … */
  readonly format: string;
  readonly files: number;
  readonly gpuBytes: number;
}

/** What `inspect` found at a path. */
export interface Inspection {
  /** Absolute: the folder, pack or file. */
  readonly path: string;
  readonly type: 'folder' | 'pack' | 'file';
  readonly files: readonly InspectedFile[];
  readonly totals: readonly FormatTotals[];
  /** Textures by format, the most memory first. */
  readonly gpu: readonly GpuTotals[];
  readonly sizeBytes: number;
}

/** Returns undefined if the path does not exist. Throws FormatError for a pack with a malformed table. */
export async function inspectPath(
  disk: Disk,
  path: string,
  signal?: AbortSignal,
  more: readonly FileFormat[] = [],
): Promise<Inspection | undefined> {
  const stat = disk.stat(path);
  if (stat === undefined || stat.type === 'other') return undefined;
  if (stat.type === 'file' && !isPackName(path)) return inspectSingle(disk, path, more);
  const tree = stat.type === 'folder' ? openFolderTree(disk, path) : await openPackTree(disk, path);
  try {
    const files = await inspectTree(tree, more, signal);
    return { path, type: tree.type, ...summed(files, more) };
  } finally {
    tree.close();
  }
}

async function inspectTree(
  tree: AssetTree,
  more: readonly FileFormat[],
  signal?: AbortSignal,
): Promise<readonly Inspected[]> {
  const uses = await usesByHash(tree);
  const files: Inspected[] = [];
  for (const { path } of tree.files) {
    signal?.throwIfAborted();
    const bytes = await tree.read(path);
    const blob = await siblingBlob(path, bytes, async (sibling) =>
      tree.has(sibling) ? tree.read(sibling) : undefined,
    );
    files.push(await inspectBytes(path, path, bytes, blob, uses, more));
  }
  return files;
}

/** For a single texture in an output folder, also lists the references to it. */
async function inspectSingle(disk: Disk, path: string, more: readonly FileFormat[]): Promise<Inspection> {
  const root = findRoot(disk, dirname(path));
  const below = root === undefined ? basename(path) : path.slice(root.length + 1).replaceAll('\\', '/');
  const tree = root === undefined ? undefined : openFolderTree(disk, root);
  const uses = tree === undefined ? new Map<bigint, readonly TextureUse[]>() : await usesByHash(tree);
  const bytes = disk.readFile(path);
  const blob = await siblingBlob(path, bytes, (sibling) => readIfThere(disk, sibling));
  const file = await inspectBytes(basename(path), below, bytes, blob, uses, more);
  return { path, type: 'file', ...summed([file], more) };
}

/** The output folder of a file: the nearest with a record or a manifest. */
export function findRoot(disk: Disk, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (disk.stat(join(at, CACHE_NAME)) !== undefined || disk.stat(join(at, 'assets.hman')) !== undefined) return at;
    if (dirname(at) === at) return undefined;
  }
}

type UsesByHash = ReadonlyMap<bigint, readonly TextureUse[]>;

async function usesByHash(tree: AssetTree): Promise<UsesByHash> {
  const uses = new Map<bigint, TextureUse[]>();
  for (const use of [...(await findTextureUses(tree)), ...(await findPathUses(tree)), ...(await findAtlasUses(tree))]) {
    const same = uses.get(use.hash);
    if (same === undefined) uses.set(use.hash, [use]);
    else same.push(use);
  }
  return uses;
}

type Inspected = InspectedFile & {
  readonly sums: { readonly [name: string]: number };
  readonly onGpu?: { readonly format: string; readonly bytes: number } | undefined;
};

async function inspectBytes(
  shownAs: string,
  path: string,
  bytes: Uint8Array,
  blob: Uint8Array | undefined,
  uses: UsesByHash,
  more: readonly FileFormat[],
): Promise<Inspected> {
  const format = await formatOf(path, bytes, more);
  const base = { path: shownAs, format: format?.name ?? 'other', sizeBytes: bytes.byteLength };
  if (format === undefined) return { ...base, facts: {}, statements: [], problem: null, sums: {} };
  try {
    const { totals, onGpu, ...described } = format.describe(bytes, blob);
    const measured = await format.measure?.(bytes);
    const facts = { ...described.facts, ...measured?.facts };
    const statements = [...described.statements, ...(measured?.statements ?? [])];
    const sums = totals ?? {};
    if (format.name !== 'ktx2' && format.name !== 'tx') return { ...base, facts, statements, problem: null, sums };
    const usedBy = textureHashes(path)
      .flatMap((hash) => uses.get(hash) ?? [])
      .map(describeUse);
    const statement = usedBy.length === 0 ? 'no material refers to it' : `used by ${abridged(usedBy)}`;
    return { ...base, facts: { ...facts, usedBy }, statements: [...statements, statement], problem: null, sums, onGpu };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...base, facts: {}, statements: [], problem: error.message, sums: {} };
  }
}

const abridged = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(', ') : `${names.slice(0, 4).join(', ')} and ${names.length - 4} more`;

function summed(
  inspected: readonly Inspected[],
  more: readonly FileFormat[],
): Pick<Inspection, 'files' | 'totals' | 'gpu' | 'sizeBytes'> {
  const names = [...[...formatNames, ...more].map(({ name }) => name), 'other'];
  const totals = names.flatMap((format): FormatTotals[] => {
    const own = inspected.filter((file) => file.format === format);
    if (own.length === 0) return [];
    const sums: Record<string, number> = {};
    for (const file of own)
      for (const [name, value] of Object.entries(file.sums)) sums[name] = (sums[name] ?? 0) + value;
    return [{ format, files: own.length, sizeBytes: own.reduce((sum, file) => sum + file.sizeBytes, 0), sums }];
  });
  const files = inspected.map(({ sums, onGpu, ...file }): InspectedFile => file);
  return { files, totals, gpu: gpuTotals(inspected), sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0) };
}

function gpuTotals(inspected: readonly Inspected[]): readonly GpuTotals[] {
  const totals = new Map<string, { files: number; gpuBytes: number }>();
  for (const { onGpu } of inspected) {
    if (onGpu === undefined) continue;
    const known = totals.get(onGpu.format) ?? { files: 0, gpuBytes: 0 };
    totals.set(onGpu.format, { files: known.files + 1, gpuBytes: known.gpuBytes + onGpu.bytes });
  }
  return [...totals]
    .map(([format, sums]) => ({ format, ...sums }))
    .sort((a, b) => b.gpuBytes - a.gpuBytes || (a.format < b.format ? -1 : 1));
}
