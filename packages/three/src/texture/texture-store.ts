// Textures in use: each file is read once, each way of sampling it is one texture object, and these share GPU memory.

import { DEFAULT_TEXTURE_USE, FormatError, LibraryError, type MaterialTextureUse } from '@assetc/formats';
import type { Texture } from 'three';
import { type Lease, SharedAssets } from '../source/shared-assets.js';
import type { DeviceFormats } from './device-formats.js';
import { makeTexture } from './make-texture.js';
import { readTexture } from './read-texture.js';
import { applySampler, applyTransform } from './sampler.js';
import type { TextureData } from './texture-data.js';
import type { Transcoder } from './transcoder.js';

/** How a texture is sampled: a material's use without its place. */
export type TextureUse = Omit<MaterialTextureUse, 'row' | 'slot' | 'texture'>;

/** A request for a texture with a sampler. */
export interface TextureRequest {
  readonly path: string;
  /** If undefined, the file decides. */
  readonly isSrgb?: boolean | undefined;
  /** For grayscale textures: false if only red is read. */
  readonly needsAllChannels?: boolean | undefined;
  /** If undefined: clamped, three's default for data. */
  readonly use?: TextureUse | undefined;
}

export interface SharedTexture {
  readonly texture: Texture;
  readonly path: string;
  readonly request: TextureRequest;
  data: TextureData;
}

interface Decoded {
  data: TextureData;
  /** From the first texture made of it; later ones share it. */
  source: Texture['source'] | undefined;
}

interface TextureStoreOptions {
  readonly device: DeviceFormats;
  readonly transcoder: Transcoder;
  readonly anisotropy: number;
  read(path: string, signal: AbortSignal | undefined): Promise<Uint8Array>;
}

export class TextureStore {
  readonly #options: TextureStoreOptions;
  readonly #files = new SharedAssets<Decoded>(() => {});
  readonly #live = new Set<SharedTexture>();
  readonly #textures = new SharedAssets<SharedTexture & { readonly file: Lease<Decoded> }>((made) => {
    this.#live.delete(made);
    made.texture.dispose();
    made.file.release();
  });

  constructor(options: TextureStoreOptions) {
    this.#options = options;
  }

  lease(request: TextureRequest, signal: AbortSignal | undefined): Promise<Lease<SharedTexture>> {
    const fileKey = `${request.path}|${request.needsAllChannels === false ? 'r' : 'all'}`;
    const key = `${fileKey}|${request.isSrgb ?? 'file'}|${request.use === undefined ? '' : keyOf(request.use)}`;
    return this.#textures.lease(
      key,
      async (own) => {
        const file = await this.#files.lease(fileKey, (inner) => this.#decode(request, inner), own);
        const made = { ...this.#make(request, file.value), file };
        this.#live.add(made);
        return made;
      },
      signal,
    );
  }

  /** Textures in use that were read from this file. */
  inUse(path: string): readonly SharedTexture[] {
    return [...this.#live].filter((each) => each.path === path);
  }

  /**
   * Reads a file again and updates the textures that show it. Returns those that cannot be updated because they need another class or
   * shader; the next request for them makes new ones.
   */
  async reload(path: string): Promise<readonly SharedTexture[]> {
    const live = this.inUse(path);
    const stuck: SharedTexture[] = [];
    for (const key of [...this.#files.keys()].filter((each) => each.startsWith(`${path}|`))) {
      const decoded = await this.#files.peek(key);
      const users = live.filter(({ request }) => key === `${path}|${request.needsAllChannels === false ? 'r' : 'all'}`);
      const [first] = users;
      if (decoded === undefined || first === undefined) continue;
      const { data } = await this.#decode(first.request, undefined);
      decoded.data = data;
      decoded.source = undefined;
      for (const user of users) {
        if (isAlike(user.data, data)) this.#swap(user, decoded);
        else stuck.push(user);
      }
    }
    for (const key of this.#textures.keys()) {
      if (!key.startsWith(`${path}|`)) continue;
      const made = await this.#textures.peek(key);
      if (made !== undefined && stuck.includes(made)) this.#textures.forget(key);
    }
    return stuck;
  }

  async #decode(request: TextureRequest, signal: AbortSignal | undefined): Promise<Decoded> {
    const { device, transcoder } = this.#options;
    const bytes = await this.#options.read(request.path, signal);
    try {
      const needsAllChannels = request.needsAllChannels !== false;
      return { data: await readTexture(bytes, { device, transcoder, needsAllChannels }), source: undefined };
    } catch (cause) {
      if (!(cause instanceof FormatError)) throw cause;
      throw new LibraryError(`${request.path}: ${cause.message}`, { cause });
    }
  }

  #make(request: TextureRequest, decoded: Decoded): SharedTexture {
    const { data } = decoded;
    const texture = makeTexture(request.isSrgb === undefined ? data : { ...data, isSrgb: request.isSrgb });
    texture.name = request.path;
    texture.anisotropy = this.#options.anisotropy;
    if (request.use !== undefined) {
      applySampler(texture, request.use, data);
      applyTransform(texture, request.use);
    }
    if (decoded.source === undefined) decoded.source = texture.source;
    else texture.source = decoded.source;
    return { texture, path: request.path, request, data };
  }

  /** Updates the texture object. GPU storage has a fixed size: it is freed, and allocated again when drawn. */
  #swap(user: SharedTexture, decoded: Decoded): void {
    const next = this.#make(user.request, decoded).texture;
    user.texture.dispose();
    user.texture.source = next.source;
    Object.assign(user.texture, {
      mipmaps: next.mipmaps,
      format: next.format,
      type: next.type,
      minFilter: next.minFilter,
      magFilter: next.magFilter,
      generateMipmaps: next.generateMipmaps,
      colorSpace: next.colorSpace,
    });
    user.data = decoded.data;
    user.texture.needsUpdate = true;
  }
}

const isAlike = (a: TextureData, b: TextureData): boolean =>
  a.shape === b.shape && a.isCompressed === b.isCompressed && a.isTwoChannel === b.isTwoChannel;

const keyOf = (use: TextureUse): string =>
  [use.uvSet, use.wrapS, use.wrapT, use.minFilter, use.magFilter, ...use.offset, ...use.scale, use.rotation].join();

/** How a slot is sampled without a `.hmatx`: repeated, without a transform. */
export const PLAIN_USE: TextureUse = DEFAULT_TEXTURE_USE;
