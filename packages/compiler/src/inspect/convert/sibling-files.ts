// The files that belong to a compiled one: those of the same name, and the textures that its materials name.

import { basename, dirname, join } from 'node:path';
import { decodeHman, FormatError, hashToHex } from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { FileWithSiblings, PlacedFile } from '../../runtimes/contract/converter.js';
import { openFolderTree } from '../asset-tree.js';
import { CheckReport } from '../check-report.js';
import { checkCompanions } from '../checks/companions.js';
import { decodeOrSkip } from '../checks/decode-or-skip.js';
import { MANIFEST } from '../checks/manifest.js';
import type { Disk } from '../disk.js';
import { findRoot } from '../inspect-files.js';
import { textureHashes } from '../texture-users.js';

const COMPANIONS = ['.hmat', '.hmatx', '.hanim', '.hanimx', '.hclip', '.hscene'];

/** Describes which sibling files of a mesh are missing. Throws AssetError if the files do not match each other. */
async function checkFit(disk: Disk, path: string): Promise<readonly string[]> {
  const folder = dirname(path);
  const stem = basename(path).replace(/\.[^.]*$/, '');
  const names = [basename(path), ...COMPANIONS.map((extension) => stem + extension)];
  const files = names
    .filter((name) => disk.stat(join(folder, name))?.type === 'file')
    .map((name) => ({ path: name, sizeBytes: 0 }));
  const report = new CheckReport();
  await checkCompanions(
    {
      type: 'folder',
      path: folder,
      files,
      isOutput: false,
      outputsBelow: [],
      has: (name) => files.some((file) => file.path === name),
      read: async (name) => disk.readFile(join(folder, name)),
      readRange: async (name, start, length) => disk.readFile(join(folder, name)).subarray(start, start + length),
      close() {},
    },
    report,
  );
  const wrong = report.list.find(({ code }) => code !== 'check/missing-companion');
  if (wrong !== undefined) {
    const { file = '', message } = wrong;
    throw new AssetError({ code: 'convert/malformed', file, message });
  }
  return report.list.map(({ message }) => message);
}

type SiblingFiles = Pick<FileWithSiblings, 'checkFit' | 'sibling' | 'texture'>;

export function siblingFilesOf(disk: Disk, path: string): SiblingFiles {
  const stem = path.replace(/\.[^.\\/]*$/, '');
  const textures = new TextureFinder(disk, stem);
  return {
    checkFit: () => checkFit(disk, path),
    sibling(extension, decode) {
      const file = stem + extension;
      if (disk.stat(file)?.type !== 'file') return undefined;
      try {
        return decode(disk.readFile(file));
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        const where = { offset: error.offset };
        throw new AssetError({ code: 'convert/malformed', file: basename(file), message: error.message, where });
      }
    },
    texture: (ref) => textures.find(ref),
  };
}

/** Finds textures by the manifest of the output, or by the names of its files; outside an output, by files near the model. */
class TextureFinder {
  readonly #disk: Disk;
  readonly #stem: string;
  #paths: ReadonlyMap<bigint, string> | undefined;

  constructor(disk: Disk, stem: string) {
    this.#disk = disk;
    this.#stem = stem;
  }

  find(ref: bigint): PlacedFile | undefined {
    this.#paths ??= this.#list();
    const path = this.#paths.get(ref) ?? this.#shared(ref);
    return path === undefined ? undefined : { path, bytes: this.#disk.readFile(path) };
  }

  #list(): ReadonlyMap<bigint, string> {
    const root = findRoot(this.#disk, dirname(this.#stem));
    return root === undefined ? this.#listBelow() : this.#listOutput(root);
  }

  #listOutput(root: string): ReadonlyMap<bigint, string> {
    const paths = new Map<bigint, string>();
    for (const { path } of openFolderTree(this.#disk, root).files)
      for (const hash of textureHashes(path)) paths.set(hash, join(root, path));
    const manifest = join(root, MANIFEST);
    if (!this.#isFile(manifest)) return paths;
    const entries = decodeOrSkip(decodeHman, this.#disk.readFile(manifest))?.entries ?? [];
    for (const { kind, hash, path } of entries)
      if (kind === 'texture' && this.#isFile(join(root, path))) paths.set(hash, join(root, path));
    return paths;
  }

  /** Images of a model are in the folder of its name. Any folder above may have been the output's root. */
  #listBelow(): ReadonlyMap<bigint, string> {
    const paths = new Map<bigint, string>();
    if (this.#disk.stat(this.#stem)?.type !== 'folder') return paths;
    const files = openFolderTree(this.#disk, this.#stem).files.map(({ path }) => join(this.#stem, path));
    for (const folder of foldersAbove(this.#stem))
      for (const path of files) for (const hash of textureHashes(relativeTo(folder, path))) paths.set(hash, path);
    return paths;
  }

  #shared(ref: bigint): string | undefined {
    return foldersAbove(this.#stem)
      .map((folder) => join(folder, 'tex', `${hashToHex(ref)}.ktx2`))
      .find((path) => this.#isFile(path));
  }

  #isFile(path: string): boolean {
    return this.#disk.stat(path)?.type === 'file';
  }
}

/** The nearest first. */
function foldersAbove(path: string): readonly string[] {
  const up = dirname(path);
  return up === path ? [] : [up, ...foldersAbove(up)];
}

const relativeTo = (folder: string, path: string): string =>
  path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '');
