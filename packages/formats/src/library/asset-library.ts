// Loads assets by reference, as an engine does: hash → path by the manifest → bytes by the provider → typed view. Nothing is cached: the
// engine decides what it keeps.

import { FormatError } from '../core/format-error.js';
import { viewOf } from '../core/struct.js';
import { typedSection } from '../core/typed-section.js';
import type { AnimationClip } from '../hanim/model.js';
import { decodeHanim } from '../hanim/read.js';
import { decodeHanimx } from '../hanim/read-hanimx.js';
import { decodeHclip } from '../hclip/read.js';
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
import type { Hscene } from '../hscene/model.js';
import { decodeHscene } from '../hscene/read.js';
import type { Ktx2 } from '../ktx2/model.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { hashToHex } from '../refs/hash-ref.js';
import type { FileProvider } from './file-provider.js';
import { LayeredFiles } from './layers.js';
import { type Model, type ModelClip, modelClips } from './model.js';

/** A hash from another asset, or a path with or without extension: `models/chair`. */
export type AssetRef = bigint | string;

/** An asset that is missing or cannot be read; in the latter case the cause is a FormatError. */
export class LibraryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LibraryError';
  }
}

/** Options of a library. */
export interface LibraryOptions {
  /** Path of the manifest in the folder or pack. */
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

  /**
   * Opens a library: reads only the manifest. Of several packs or folders the lowest is first: later ones replace and remove its files.
   *
   * @example
   * const library = await AssetLibrary.open([base, patch, mod]);
   */
  static async open(from: FileProvider | readonly FileProvider[], options: LibraryOptions = {}): Promise<AssetLibrary> {
    const path = options.manifest ?? 'assets.hman';
    const files = await filesOf(from, path);
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
   * Lists all assets, or those of these kinds, ascending by hash. Throws a FormatError if an entry is malformed.
   *
   * @example
   * for (const { path } of library.list('mesh')) await library.loadMesh(path);
   */
  list(...kinds: readonly ManifestEntry['kind'][]): readonly ManifestEntry[] {
    return [...this.manifest.entries()].filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  }

  /** Reads the bytes of any asset, for example an embedded file. */
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

  /** Loads a mesh with its companion files: materials, clips of joints and of morph weights paired by name, scene. */
  async loadModel(ref: AssetRef): Promise<Model> {
    const { path, bytes } = await this.read(ref, 'mesh');
    const mesh = decoding(path, () => decodeAnyHmesh(bytes));
    const [materials, joints, weights, compressed, materialExtras, scene] = await Promise.all([
      this.#companion(path, 'material', '.hmat', decodeHmat),
      this.#companion(path, 'animation', '.hanim', decodeHanim),
      this.#companion(path, 'embed', '.hanimx', decodeHanimx),
      this.#companion(path, 'embed', '.hclip', decodeHclip),
      this.#companion(path, 'embed', '.hmatx', decodeHmatx),
      this.#companion(path, 'embed', '.hscene', decodeHscene),
    ]);
    const files = { hanim: joints, hanimx: weights, hclip: compressed };
    let clips: readonly ModelClip[] | undefined;
    return {
      path,
      mesh,
      materials: materials ?? [],
      materialExtras,
      get clips() {
        clips ??= modelClips(files, mesh.version === 2 ? mesh : {});
        return clips;
      },
      compressedClips: compressed ?? [],
      scene,
    };
  }

  /** Loads a material table. Row i belongs to material slot i of the mesh with the same name. */
  loadMaterials(ref: AssetRef): Promise<readonly Material[]> {
    return this.#load(ref, ['material'], decodeHmat);
  }

  /** Loads clips of joints. Compressed ones are decoded to keys. */
  async loadAnimation(ref: AssetRef): Promise<readonly AnimationClip[]> {
    const compressed = typeof ref === 'string' ? await this.#compressedAnimation(ref) : undefined;
    return compressed ?? this.#load(ref, ['animation'], decodeHanim);
  }

  /** Undefined if there are keys, or no compressed clips. */
  async #compressedAnimation(ref: string): Promise<readonly AnimationClip[] | undefined> {
    const name = ref.replace(/\.(?:hanim|hclip)$/, '');
    if (this.find(manifestHash('animation', `${name}.hanim`)) !== undefined) return undefined;
    if (this.find(manifestHash('embed', `${name}.hclip`)) === undefined) return undefined;
    return (await this.loadModel(name)).clips.map(({ name: clip, joints, duration }) => ({
      name: clip,
      channels: joints,
      duration,
    }));
  }

  /** Loads the extended fields of the materials with that name; undefined if there are none. */
  loadMaterialExtras(name: string): Promise<Hmatx | undefined> {
    return this.#loadOptional(name, '.hmatx', decodeHmatx);
  }

  /** Loads nodes, cameras and lights of the source with that name; undefined if there are none. */
  loadScene(name: string): Promise<Hscene | undefined> {
    return this.#loadOptional(name, '.hscene', decodeHscene);
  }

  /** Loads a texture or lookup table. Levels may still be supercompressed; see `readLevel`. */
  loadTexture(ref: AssetRef): Promise<Ktx2> {
    return this.#load(ref, ['texture', 'lut'], decodeKtx2);
  }

  loadFont(ref: AssetRef): Promise<Hfont> {
    return this.#load(ref, ['font'], decodeHfont);
  }

  /** Loads a shader as SPIR-V words. */
  loadShader(ref: AssetRef): Promise<Uint32Array> {
    return this.#load(ref, ['shader'], decodeSpirv);
  }

  async #load<T>(ref: AssetRef, kinds: readonly AssetKind[], decode: (bytes: Uint8Array) => T): Promise<T> {
    const { path, bytes } = await this.read(ref, ...kinds);
    return decoding(path, () => decode(bytes));
  }

  /** Loads an optional companion file. */
  async #loadOptional<T>(name: string, extension: string, decode: (bytes: Uint8Array) => T): Promise<T | undefined> {
    const path = withExtension(name, extension);
    const bytes = await this.#files.read(path);
    return bytes === undefined ? undefined : decoding(path, () => decode(bytes));
  }

  /** Undefined if there is none. A manifest that lists the mesh also lists its companions, which avoids futile requests. */
  async #companion<T>(
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
    // A manifest may list only textures: then the path is derived from the name.
    return withExtension(ref, EXTENSION[kinds[0] ?? 'embed'] ?? '');
  }
}

async function filesOf(from: FileProvider | readonly FileProvider[], manifest: string): Promise<FileProvider> {
  return 'read' in from ? from : await LayeredFiles.open(from, { manifest });
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
