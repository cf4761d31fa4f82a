// Material fields beyond `.hmat`, in memory.

import type { Infer, Struct } from '../core/struct.js';
import {
  HmatxAnisotropyRow,
  type HmatxChunkName,
  HmatxClearcoatRow,
  HmatxDiffuseTransmissionRow,
  HmatxDispersionRow,
  HmatxIorRow,
  HmatxIridescenceRow,
  HmatxSheenRow,
  HmatxSpecularRow,
  type HmatxTextureRow,
  HmatxTransmissionRow,
  HmatxUnlitRow,
  type HmatxVariantRow,
  HmatxVolumeRow,
  type MagFilter,
  type MaterialTextureSlot,
  type TextureFilter,
  type TextureWrap,
} from './layout.js';

/** How one slot of one material uses its texture: coordinates, transform as of KHR_texture_transform, sampler. */
export interface MaterialTextureUse
  extends Omit<Infer<typeof HmatxTextureRow>, 'slot' | 'wrapS' | 'wrapT' | 'minFilter' | 'magFilter' | 'pad'> {
  readonly slot: MaterialTextureSlot;
  readonly wrapS: TextureWrap;
  readonly wrapT: TextureWrap;
  readonly minFilter: TextureFilter;
  readonly magFilter: MagFilter;
}

/** The fields of every extension, by its name in the model; `row` is that of the companion `.hmat`. */
export interface MaterialExtensionRows {
  readonly anisotropy: Infer<typeof HmatxAnisotropyRow>;
  readonly clearcoat: Infer<typeof HmatxClearcoatRow>;
  readonly diffuseTransmission: Infer<typeof HmatxDiffuseTransmissionRow>;
  readonly dispersion: Infer<typeof HmatxDispersionRow>;
  readonly ior: Infer<typeof HmatxIorRow>;
  readonly iridescence: Infer<typeof HmatxIridescenceRow>;
  readonly sheen: Infer<typeof HmatxSheenRow>;
  readonly specular: Infer<typeof HmatxSpecularRow>;
  readonly transmission: Infer<typeof HmatxTransmissionRow>;
  readonly unlit: Infer<typeof HmatxUnlitRow>;
  readonly volume: Infer<typeof HmatxVolumeRow>;
}

/** An extension of materials: `clearcoat` is KHR_materials_clearcoat. */
export type MaterialExtension = keyof MaterialExtensionRows;

/** The chunk and the row of every extension, in the order of the chunks. */
export const EXTENSION_CHUNKS: {
  readonly [K in MaterialExtension]: {
    readonly chunk: HmatxChunkName;
    readonly layout: Struct<MaterialExtensionRows[K]>;
  };
} = {
  anisotropy: { chunk: 'ANIS', layout: HmatxAnisotropyRow },
  clearcoat: { chunk: 'CLRC', layout: HmatxClearcoatRow },
  diffuseTransmission: { chunk: 'DTRN', layout: HmatxDiffuseTransmissionRow },
  dispersion: { chunk: 'DISP', layout: HmatxDispersionRow },
  ior: { chunk: 'IORX', layout: HmatxIorRow },
  iridescence: { chunk: 'IRID', layout: HmatxIridescenceRow },
  sheen: { chunk: 'SHEN', layout: HmatxSheenRow },
  specular: { chunk: 'SPEC', layout: HmatxSpecularRow },
  transmission: { chunk: 'TRNS', layout: HmatxTransmissionRow },
  unlit: { chunk: 'UNLT', layout: HmatxUnlitRow },
  volume: { chunk: 'VOLM', layout: HmatxVolumeRow },
};

/** Every extension that a `.hmatx` can contain, in the order of its chunks. */
export const MATERIAL_EXTENSIONS: readonly MaterialExtension[] = [
  'anisotropy',
  'clearcoat',
  'diffuseTransmission',
  'dispersion',
  'ior',
  'iridescence',
  'sheen',
  'specular',
  'transmission',
  'unlit',
  'volume',
];

/** One list for each extension in use, sorted by row. */
export type MaterialExtensionLists = {
  readonly [K in MaterialExtension]?: readonly MaterialExtensionRows[K][] | undefined;
};

/** The material that a submesh has in a variant. */
export type VariantMapping = Infer<typeof HmatxVariantRow>;

/** The variants of KHR_materials_variants. */
export interface MaterialVariants {
  readonly names: readonly string[];
  /** Submeshes that a variant does not name keep their own material. */
  readonly maps: readonly VariantMapping[];
}

/** Input of `encodeHmatx`. The order within lists does not matter: they are written sorted. */
export interface HmatxModel extends MaterialExtensionLists {
  /** Rows of the companion `.hmat`. */
  readonly rowCount: number;
  /** If a row has any use here, it has all of them here; other rows use uv set 0 without a transform, and repeat. */
  readonly uses: readonly MaterialTextureUse[];
  readonly variants?: MaterialVariants | undefined;
}

/** A decoded `.hmatx`: lists are sorted by row. */
export interface Hmatx extends HmatxModel {
  readonly version: 1;
}

/** How a slot uses its texture by default. */
export const DEFAULT_TEXTURE_USE: Omit<MaterialTextureUse, 'row' | 'slot' | 'texture'> = {
  uvSet: 0,
  wrapS: 'repeat',
  wrapT: 'repeat',
  minFilter: 'unset',
  magFilter: 'unset',
  offset: [0, 0],
  scale: [1, 1],
  rotation: 0,
};
