// Writes textures of materials: as PNG, or as KTX2 if KHR_texture_basisu allows it.

import {
  ColorModel,
  DEFAULT_TEXTURE_USE,
  decodeKtx2,
  FormatError,
  hashToHex,
  type Ktx2,
  type MaterialTextureUse,
  Supercompression,
  TransferFunction,
  textValue,
  VkFormat,
} from '@assetc/formats';
import { texelsUnsupportedReason } from '../../encoding/texture/decode-texels.js';
import { encodePng } from '../../encoding/texture/encode-png.js';
import { rebuildNormalZ } from '../../encoding/texture/rebuild-normal-z.js';
import { decodeSwizzledTexels, modeOfKtx2 } from '../../encoding/texture/swizzled-texels.js';
import type { PlacedFile } from '../contract/converter.js';
import type { GlbBuilder } from './glb-builder.js';
import { type JsonObject, shortFloat, shortFloats } from './gltf-json.js';

const WRAP = { repeat: 10497, clamp: 33071, mirror: 33648 } as const;
const FILTER = {
  unset: undefined,
  nearest: 9728,
  linear: 9729,
  'nearest-mip-nearest': 9984,
  'linear-mip-nearest': 9985,
  'nearest-mip-linear': 9986,
  'linear-mip-linear': 9987,
} as const;

interface WrittenImage {
  readonly image: number;
  readonly isKtx2: boolean;
}

export type TextureUse = Omit<MaterialTextureUse, 'row' | 'slot'>;

export const plainUse = (texture: bigint): TextureUse => ({ ...DEFAULT_TEXTURE_USE, texture });

export class TextureWriter {
  /** Descriptions of missing textures. */
  readonly missing: string[] = [];
  /** Descriptions of textures that cannot be written. */
  readonly lost: string[] = [];
  readonly #builder: GlbBuilder;
  readonly #find: (ref: bigint) => PlacedFile | undefined;
  readonly #keepsKtx2: boolean;
  readonly #images = new Map<bigint, WrittenImage | undefined>();
  readonly #samplers = new Map<string, number>();
  readonly #textures = new Map<string, number>();

  constructor(builder: GlbBuilder, find: (ref: bigint) => PlacedFile | undefined, keepsKtx2: boolean) {
    this.#builder = builder;
    this.#find = find;
    this.#keepsKtx2 = keepsKtx2;
  }

  /** A textureInfo; undefined if the texture is not available. Animated properties must be written, so that pointers resolve. */
  async info(use: TextureUse, isAnimated = false): Promise<JsonObject | undefined> {
    if (!this.#images.has(use.texture)) this.#images.set(use.texture, await this.#writeImage(use.texture));
    const image = this.#images.get(use.texture);
    if (image === undefined) return undefined;
    const transform = this.#transformOf(use, isAnimated);
    return {
      index: this.#texture(image, this.#sampler(use)),
      texCoord: use.uvSet === 0 ? undefined : use.uvSet,
      extensions: transform && { KHR_texture_transform: transform },
    };
  }

  #transformOf({ offset, scale, rotation }: TextureUse, isAnimated: boolean): JsonObject | undefined {
    const isMoved = offset.some((n) => n !== 0);
    const isScaled = scale.some((n) => n !== 1);
    if (!isAnimated && !isMoved && !isScaled && rotation === 0) return undefined;
    this.#builder.use('KHR_texture_transform');
    return {
      offset: isMoved ? shortFloats(offset) : undefined,
      rotation: rotation === 0 ? undefined : shortFloat(rotation),
      scale: isScaled ? shortFloats(scale) : undefined,
    };
  }

  #sampler({ wrapS, wrapT, minFilter, magFilter }: TextureUse): number | undefined {
    const json = {
      magFilter: FILTER[magFilter],
      minFilter: FILTER[minFilter],
      wrapS: wrapS === 'repeat' ? undefined : WRAP[wrapS],
      wrapT: wrapT === 'repeat' ? undefined : WRAP[wrapT],
    };
    const key = JSON.stringify(json);
    if (key === '{}') return undefined;
    return numbered(this.#samplers, key, () => this.#builder.lists.samplers.push(json) - 1);
  }

  #texture({ image, isKtx2 }: WrittenImage, sampler: number | undefined): number {
    return numbered(this.#textures, `${image} ${sampler}`, () => {
      const source = isKtx2 ? { extensions: { KHR_texture_basisu: { source: image } } } : { source: image };
      return this.#builder.lists.textures.push({ sampler, ...source }) - 1;
    });
  }

  async #writeImage(ref: bigint): Promise<WrittenImage | undefined> {
    const file = this.#find(ref);
    if (file === undefined) {
      this.missing.push(`texture ${hashToHex(ref)} is not there`);
      return undefined;
    }
    const ktx = this.#open(file);
    if (ktx === undefined) return undefined;
    const isKtx2 = this.#keepsKtx2 && fitsBasisu(ktx);
    if (isKtx2) this.#builder.use('KHR_texture_basisu', true);
    const image = this.#builder.lists.images.push({
      name: file.path.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''),
      bufferView: this.#builder.addView(isKtx2 ? file.bytes : await pngOf(ktx)),
      mimeType: isKtx2 ? 'image/ktx2' : 'image/png',
    });
    return { image: image - 1, isKtx2 };
  }

  #open({ path, bytes }: PlacedFile): Ktx2 | undefined {
    try {
      const ktx = decodeKtx2(bytes);
      const refusal = texelsUnsupportedReason(ktx);
      if (refusal === undefined) return ktx;
      this.lost.push(`the texture ${path} (${refusal})`);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.lost.push(`the texture ${path} (${error.message})`);
    }
    return undefined;
  }
}

function numbered(known: Map<string, number>, key: string, add: () => number): number {
  const number = known.get(key) ?? add();
  known.set(key, number);
  return number;
}

const isUastc = ({ vkFormat, dataFormat: { basic } }: Ktx2): boolean =>
  vkFormat === VkFormat.undefined && basic?.colorModel === ColorModel.uastc;

/** Red and green only: X and Y of normals, whose Z shaders reconstruct. */
const isNormalMap = (ktx: Ktx2): boolean => modeOfKtx2(ktx) === 'normal';

async function pngOf(ktx: Ktx2): Promise<Uint8Array> {
  const [level] = await decodeSwizzledTexels(ktx, 1);
  if (level === undefined) throw new Error('a texture has at least one level');
  return encodePng(isNormalMap(ktx) ? rebuildNormalZ(level) : level);
}

/** Requirements of the extension in addition to `texelsUnsupportedReason`. Viewers do not support normal maps without Z. */
const fitsBasisu = (ktx: Ktx2): boolean => !isNormalMap(ktx) && basisuRefusal(ktx) === undefined;

/** Why KHR_texture_basisu does not allow a texture; undefined if it does. */
export function basisuRefusal(ktx: Ktx2): string | undefined {
  const { pixelWidth: width, pixelHeight: height, supercompressionScheme: scheme, keyValues, dataFormat } = ktx;
  const hasValue = (key: string, wanted: string): boolean =>
    !keyValues.some((each) => each.key === key) || textValue(keyValues, key) === wanted;
  const transfer = dataFormat.basic?.transferFunction;
  if (!isUastc(ktx)) return 'KHR_texture_basisu requires UASTC or ETC1S';
  if (width % 4 !== 0 || height % 4 !== 0)
    return `KHR_texture_basisu requires sides that are multiples of 4, not ${width} × ${height}`;
  const fits =
    (scheme === Supercompression.none || scheme === Supercompression.zstd) &&
    (transfer === TransferFunction.srgb || transfer === TransferFunction.linear) &&
    hasValue('KTXorientation', 'rd') &&
    hasValue('KTXswizzle', 'rgba');
  return fits ? undefined : 'KHR_texture_basisu requires other metadata';
}
