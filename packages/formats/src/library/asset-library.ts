// Assets by reference, the way an engine asks for them: hash → path by the manifest → bytes by the provider → typed view.
// Nothing is cached: an engine knows better what it keeps.

import { FormatError } from '../core/format-error.js';
import { viewOf } from '../core/struct.js';
import { typedSection } from '../core/typed-section.js';
import type { AnimationClip } from '../hanim/model.js';
import { decodeHanim } from '../hanim/read.js';
import { decodeHanimx } from '../hanim/read-hanimx.js';
import type { Hfont } from '../hfont/model.js';
import { decodeHfont } from '../hfont/read.js';
import type { AssetKind } from '../hman/layout.js';
import { manifestHash } from '../hman/manifest-hash.js';
import type { ManifestEntry } from '../hman/model.js';
import { type Manifest, openHman } from '../hman/read.js';
import type { Material } from '../hmat/model.js';
import { decodeHmat } from '../hmat/read.js';
import type { Hmatx } from '../hmatx/model.js';
import { decodeHmatx } from '../hmatx/read.js';
import type { Hmesh } from '../hmesh/model.js';
import { decodeAnyHmesh } from '../hmesh1/any-hmesh.js';
import type { Hmesh1 } from '../hmesh1/model.js';
import { Pack } from '../hpack/read.js';
import type { Hscene } from '../hscene/model.js';
import { decodeHscene } from '../hscene/read.js';
import type { Ktx2 } from '../ktx2/model.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { hashToHex } from '../refs/hash-ref.js';
import { type FileProvider, packProvider } from './file-provider.js';
import { type Model, pairClips } from './model.js';

/** A hash as it stands in another asset, or a path with or without its extension: `models/chair`. */
export type AssetRef = bigint | string;

/** An asset that is not there or cannot be read; the cause of the latter is a FormatError. */
export class LibraryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LibraryError';
  }
}

/** How a library is opened. */
export interface LibraryOptions {
  /** Path of the manifest inside the folder or pack. */
  readonly manifest?: string;
}

const SPIRV_MAGIC = 0x07230203;
const EXTENSION: Readonly<Partial<Record<AssetKind, string>>> = {
  texture: '.ktx2',
  lut: '.ktx2',
  mesh: '.hmesh',
  material: '.hmat',
  animation: '.hanim',
  font: '.hfont',
  shader: '.spv',
};

/**
 * Finds and loads assets by hash or name.
 *
 * @example
 * const library = await AssetLibrary.open(fetchProvider('https://example.org/assets/'));
 * const mesh = await library.loadMesh('models/chair');
 */
export class AssetLibrary {
  readonly #files: FileProvider;
  readonly manifest: Manifest;

  constructor(files: FileProvider, manifest: Manifest) {
    this.#files = files;
    this.manifest = manifest;
  }

  /** Reads the manifest and nothing else. */
  static async open(from: FileProvider | Pack, options: LibraryOptions = {}): Promise<AssetLibrary> {
    const files = from instanceof Pack ? packProvider(from) : from;
    const path = options.manifest ?? 'assets.hman';
    const bytes = await files.read(path);
    if (bytes === undefined) throw new LibraryError(`${path} is not there: is this the output of a whole build?`);
    return new AssetLibrary(
      files,
      decoding(path, () => openHman(bytes)),
    );
  }

  find(hash: bigint): ManifestEntry | undefined {
    return this.manifest.find(hash);
  }

  /**
   * What there is, ascending by hash: everything, or what is of these kinds. Throws FormatError where an entry is malformed.
   *
   * @example
   * for (const { path } of library.list('mesh')) await library.loadMesh(path);
   */
  list(...kinds: readonly ManifestEntry['kind'][]): readonly ManifestEntry[] {
    return [...this.manifest.entries()].filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  }

  /** The bytes of any asset; embedded files are read this way. */
  async read(
    ref: AssetRef,
    ...kinds: readonly AssetKind[]
  ): Promise<{ readonly path: string; readonly bytes: Uint8Array }> {
    const path = this.#pathOf(ref, kinds.length === 0 ? ['embed'] : kinds, kinds.length > 0);
    const bytes = await this.#files.read(path);
    if (bytes === undefined) throw new LibraryError(`${path} is not there`);
    return { path, bytes };
  }

  loadMesh(ref: AssetRef): Promise<Hmesh | Hmesh1> {
    return this.#load(ref, ['mesh'], decodeAnyHmesh);
  }

  /** A mesh and what lies beside it: materials, clips of joints and of morph weights paired by name, scene. */
  async loadModel(ref: AssetRef): Promise<Model> {
    const { path, bytes } = await this.read(ref, 'mesh');
    const mesh = decoding(path, () => decodeAnyHmesh(bytes));
    const [materials, joints, weights, materialExtras, scene] = await Promise.all([
      this.#beside(path, 'material', '.hmat', decodeHmat),
      this.#beside(path, 'animation', '.hanim', decodeHanim),
      this.#beside(path, 'embed', '.hanimx', decodeHanimx),
      this.#beside(path, 'embed', '.hmatx', decodeHmatx),
      this.#beside(path, 'embed', '.hscene', decodeHscene),
    ]);
    const clips = pairClips(joints ?? [], weights ?? []);
    return { path, mesh, materials: materials ?? [], materialExtras, clips, scene };
  }

  /** Row i belongs to material slot i of the mesh of the same name. */
  loadMaterials(ref: AssetRef): Promise<readonly Material[]> {
    return this.#load(ref, ['material'], decodeHmat);
  }

  loadAnimation(ref: AssetRef): Promise<readonly AnimationClip[]> {
    return this.#load(ref, ['animation'], decodeHanim);
  }

  /** What the materials of that name have beyond `loadMaterials`; undefined where they have nothing. */
  loadMaterialExtras(name: string): Promise<Hmatx | undefined> {
    return this.#loadBeside(name, '.hmatx', decodeHmatx);
  }

  /** Nodes, cameras and lights of the source of that name; undefined where none were written. */
  loadScene(name: string): Promise<Hscene | undefined> {
    return this.#loadBeside(name, '.hscene', decodeHscene);
  }

  /** Textures and lookup tables. Levels may still be supercompressed; see `readLevel`. */
  loadTexture(ref: AssetRef): Promise<Ktx2> {
    return this.#load(ref, ['texture', 'lut'], decodeKtx2);
  }

  loadFont(ref: AssetRef): Promise<Hfont> {
    return this.#load(ref, ['font'], decodeHfont);
  }

  /** SPIR-V words. */
  loadShader(ref: AssetRef): Promise<Uint32Array> {
    return this.#load(ref, ['shader'], decodeSpirv);
  }

  async #load<T>(ref: AssetRef, kinds: readonly AssetKind[], decode: (bytes: Uint8Array) => T): Promise<T> {
    const { path, bytes } = await this.read(ref, ...kinds);
    return decoding(path, () => decode(bytes));
  }

  /** A file that only some sources have. */
  async #loadBeside<T>(name: string, extension: string, decode: (bytes: Uint8Array) => T): Promise<T | undefined> {
    const path = withExtension(name, extension);
    const bytes = await this.#files.read(path);
    return bytes === undefined ? undefined : decoding(path, () => decode(bytes));
  }

  /** Undefined where there is none. A manifest that lists the mesh lists what belongs to it, and saves asking in vain. */
  async #beside<T>(
    mesh: string,
    kind: AssetKind,
    extension: string,
    decode: (bytes: Uint8Array) => T,
  ): Promise<T | undefined> {
    const path = mesh.replace(/\.hmesh$/, '') + extension;
    const isListed = this.find(manifestHash('mesh', mesh)) !== undefined;
    if (isListed && this.find(manifestHash(kind, path)) === undefined) return undefined;
    const bytes = await this.#files.read(path);
    return bytes && decoding(path, () => decode(bytes));
  }

  #pathOf(ref: AssetRef, kinds: readonly AssetKind[], typed: boolean): string {
    if (typeof ref === 'bigint') {
      const entry = this.find(ref);
      if (entry === undefined) throw new LibraryError(`${hashToHex(ref)} is not in the manifest`);
      if (typed && !isOneOf(kinds, entry.kind)) {
        throw new LibraryError(`${entry.path} is of kind ${entry.kind}, not ${kinds.join(' or ')}`);
      }
      return entry.path;
    }
    for (const kind of kinds) {
      const path = withExtension(ref, EXTENSION[kind] ?? '');
      const entry = this.find(manifestHash(kind, path));
      if (entry !== undefined && isOneOf(kinds, entry.kind)) return entry.path;
    }
    // A manifest of textures only lists no meshes: then the path itself has to do.
    return withExtension(ref, EXTENSION[kinds[0] ?? 'embed'] ?? '');
  }
}

const isOneOf = (kinds: readonly AssetKind[], kind: ManifestEntry['kind']): boolean =>
  kinds.some((one) => one === kind);

const withExtension = (path: string, extension: string): string => (path.endsWith(extension) ? path : path + extension);

function decoding<T>(path: string, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new LibraryError(`${path}: ${cause.message}`, { cause });
  }
}

function decodeSpirv(bytes: Uint8Array): Uint32Array {
  if (bytes.byteLength < 20 || bytes.byteLength % 4 !== 0) {
    throw new FormatError('truncated', 0, `SPIR-V cannot have ${bytes.byteLength} bytes`);
  }
  if (viewOf(bytes).getUint32(0, true) !== SPIRV_MAGIC) throw new FormatError('bad-magic', 0, 'not SPIR-V');
  return typedSection(Uint32Array, bytes, 0, bytes.byteLength / 4);
}
