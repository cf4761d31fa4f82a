// Textures that are in use: each file is read once, each way of sampling it is one texture, and those share what lies on the GPU.

import { DEFAULT_TEXTURE_USE, FormatError, LibraryError, type MaterialTextureUse } from '@assetc/formats';
import type { Texture } from 'three';
import { type Lease, SharedAssets } from '../source/shared-assets.js';
import type { DeviceFormats } from './device-formats.js';
import { makeTexture } from './make-texture.js';
import { readTexture } from './read-texture.js';
import { applySampler, applyTransform } from './sampler.js';
import type { TextureData } from './texture-data.js';
import type { Transcoder } from './transcoder.js';

/** How a texture is sampled; what a material says of it, without where. */
export type TextureUse = Omit<MaterialTextureUse, 'row' | 'slot' | 'texture'>;

/** Which texture, and how. */
export interface TextureWish {
  readonly path: string;
  /** Undefined: as the file says. */
  readonly isSrgb?: boolean | undefined;
  /** Of a grayscale texture; whoever reads red alone needs no others. */
  readonly needsAllChannels?: boolean | undefined;
  /** Undefined: clamped, as three has it for data. */
  readonly use?: TextureUse | undefined;
}

export interface SharedTexture {
  readonly texture: Texture;
  readonly path: string;
  readonly wish: TextureWish;
  data: TextureData;
}

interface Decoded {
  data: TextureData;
  /** Of the first texture made of it; those that follow take it over. */
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

  lease(wish: TextureWish, signal: AbortSignal | undefined): Promise<Lease<SharedTexture>> {
    const fileKey = `${wish.path}|${wish.needsAllChannels === false ? 'r' : 'all'}`;
    const key = `${fileKey}|${wish.isSrgb ?? 'file'}|${wish.use === undefined ? '' : keyOf(wish.use)}`;
    return this.#textures.lease(
      key,
      async (own) => {
        const file = await this.#files.lease(fileKey, (inner) => this.#decode(wish, inner), own);
        const made = { ...this.#make(wish, file.value), file };
        this.#live.add(made);
        return made;
      },
      signal,
    );
  }

  /** Textures in use that were read from a file. */
  inUse(path: string): readonly SharedTexture[] {
    return [...this.#live].filter((each) => each.path === path);
  }

  /**
   * Reads a file again and puts it into the textures that show it. Those that cannot take it, because they would have to be of another class or
   * need another shader, are told; whoever asks for them next gets new ones.
   */
  async reload(path: string): Promise<readonly SharedTexture[]> {
    const live = this.inUse(path);
    const stuck: SharedTexture[] = [];
    for (const key of [...this.#files.keys()].filter((each) => each.startsWith(`${path}|`))) {
      const decoded = await this.#files.peek(key);
      const users = live.filter(({ wish }) => key === `${path}|${wish.needsAllChannels === false ? 'r' : 'all'}`);
      const [first] = users;
      if (decoded === undefined || first === undefined) continue;
      const { data } = await this.#decode(first.wish, undefined);
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

  async #decode(wish: TextureWish, signal: AbortSignal | undefined): Promise<Decoded> {
    const { device, transcoder } = this.#options;
    const bytes = await this.#options.read(wish.path, signal);
    try {
      const needsAllChannels = wish.needsAllChannels !== false;
      return { data: await readTexture(bytes, { device, transcoder, needsAllChannels }), source: undefined };
    } catch (cause) {
      if (!(cause instanceof FormatError)) throw cause;
      throw new LibraryError(`${wish.path}: ${cause.message}`, { cause });
    }
  }

  #make(wish: TextureWish, decoded: Decoded): SharedTexture {
    const { data } = decoded;
    const texture = makeTexture(wish.isSrgb === undefined ? data : { ...data, isSrgb: wish.isSrgb });
    texture.name = wish.path;
    texture.anisotropy = this.#options.anisotropy;
    if (wish.use !== undefined) {
      applySampler(texture, wish.use, data);
      applyTransform(texture, wish.use);
    }
    if (decoded.source === undefined) decoded.source = texture.source;
    else texture.source = decoded.source;
    return { texture, path: wish.path, wish, data };
  }

  /** The same object, what it shows replaced. Storage on the GPU has a fixed size: it is given back, and made anew when it is drawn. */
  #swap(user: SharedTexture, decoded: Decoded): void {
    const next = this.#make(user.wish, decoded).texture;
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

/** What a slot of a material without a `.hmatx` means: repeated, as it is. */
export const PLAIN_USE: TextureUse = DEFAULT_TEXTURE_USE;
