// The material extensions of glTF: fields, names, defaults, and the use of their textures.
// All importers use this table, so that they support the same extensions.

import type { TextureMode } from '../image/texture-params.js';

type Color = readonly [number, number, number];

/** As stored in `.hmatx`. */
interface MaterialExtensionFields {
  readonly anisotropy: { readonly strength: number; readonly rotation: number };
  readonly clearcoat: { readonly factor: number; readonly roughness: number; readonly normalScale: number };
  readonly diffuseTransmission: { readonly factor: number; readonly color: Color };
  readonly dispersion: { readonly dispersion: number };
  readonly ior: { readonly ior: number };
  readonly iridescence: {
    readonly factor: number;
    readonly ior: number;
    readonly thicknessMin: number;
    readonly thicknessMax: number;
  };
  readonly sheen: { readonly roughness: number; readonly color: Color };
  readonly specular: { readonly factor: number; readonly color: Color };
  readonly transmission: { readonly factor: number };
  readonly unlit: object;
  /** A distance of 0 is infinite. */
  readonly volume: {
    readonly thickness: number;
    readonly attenuationDistance: number;
    readonly attenuationColor: Color;
  };
}

export type ExtensionName = keyof MaterialExtensionFields;

export type MaterialExtensions = {
  readonly [K in ExtensionName]?: MaterialExtensionFields[K] | undefined;
};

export const EXTENSION_NAMES: { readonly [K in ExtensionName]: `KHR_materials_${string}` } = {
  anisotropy: 'KHR_materials_anisotropy',
  clearcoat: 'KHR_materials_clearcoat',
  diffuseTransmission: 'KHR_materials_diffuse_transmission',
  dispersion: 'KHR_materials_dispersion',
  ior: 'KHR_materials_ior',
  iridescence: 'KHR_materials_iridescence',
  sheen: 'KHR_materials_sheen',
  specular: 'KHR_materials_specular',
  transmission: 'KHR_materials_transmission',
  unlit: 'KHR_materials_unlit',
  volume: 'KHR_materials_volume',
};

interface SlotOfExtension {
  readonly extension: ExtensionName;
  /** Its name in glTF. */
  readonly key: string;
  readonly mode: TextureMode;
  /** Uses only alpha, which is stored the same in color and in linear data. */
  readonly alphaOnly?: true;
}

const linear = (extension: ExtensionName, key: string) => ({ extension, key, mode: 'linear' }) as const;
const color = (extension: ExtensionName, key: string) => ({ extension, key, mode: 'color' }) as const;
const alpha = (extension: ExtensionName, key: string) => ({ ...linear(extension, key), alphaOnly: true }) as const;

/** In the order of their numbers in `.hmatx`. */
export const EXTENSION_TEXTURES = {
  anisotropy: linear('anisotropy', 'anisotropyTexture'),
  clearcoat: linear('clearcoat', 'clearcoatTexture'),
  clearcoatRoughness: linear('clearcoat', 'clearcoatRoughnessTexture'),
  clearcoatNormal: { extension: 'clearcoat', key: 'clearcoatNormalTexture', mode: 'normal' },
  diffuseTransmission: alpha('diffuseTransmission', 'diffuseTransmissionTexture'),
  diffuseTransmissionColor: color('diffuseTransmission', 'diffuseTransmissionColorTexture'),
  iridescence: linear('iridescence', 'iridescenceTexture'),
  iridescenceThickness: linear('iridescence', 'iridescenceThicknessTexture'),
  sheenColor: color('sheen', 'sheenColorTexture'),
  sheenRoughness: alpha('sheen', 'sheenRoughnessTexture'),
  specular: alpha('specular', 'specularTexture'),
  specularColor: color('specular', 'specularColorTexture'),
  transmission: linear('transmission', 'transmissionTexture'),
  thickness: linear('volume', 'thicknessTexture'),
} as const satisfies Readonly<Record<string, SlotOfExtension>>;

export type ExtensionSlot = keyof typeof EXTENSION_TEXTURES;

export interface ExtensionField {
  /** In `.hmatx` and in hand-written materials. */
  readonly name: string;
  /** In glTF; a dot leads into an object. */
  readonly key: string;
  readonly min?: number;
  readonly max?: number;
}

/** One extension of one material of a source. */
export interface ExtensionSource {
  number(field: ExtensionField, absent: number): number;
  color(field: ExtensionField, absent: Color): Color;
}

const UNIT = { min: 0, max: 1 } as const;
const POSITIVE = { min: 0 } as const;
const WHITE: Color = [1, 1, 1];

const READERS: { readonly [K in ExtensionName]: (from: ExtensionSource) => MaterialExtensionFields[K] } = {
  anisotropy: (from) => ({
    strength: from.number({ name: 'strength', key: 'anisotropyStrength', ...UNIT }, 0),
    rotation: from.number({ name: 'rotation', key: 'anisotropyRotation' }, 0),
  }),
  clearcoat: (from) => ({
    factor: from.number({ name: 'factor', key: 'clearcoatFactor', ...UNIT }, 0),
    roughness: from.number({ name: 'roughness', key: 'clearcoatRoughnessFactor', ...UNIT }, 0),
    normalScale: from.number({ name: 'normalScale', key: 'clearcoatNormalTexture.scale' }, 1),
  }),
  diffuseTransmission: (from) => ({
    factor: from.number({ name: 'factor', key: 'diffuseTransmissionFactor', ...UNIT }, 0),
    color: from.color({ name: 'color', key: 'diffuseTransmissionColorFactor', ...UNIT }, WHITE),
  }),
  dispersion: (from) => ({ dispersion: from.number({ name: 'dispersion', key: 'dispersion', ...POSITIVE }, 0) }),
  ior: (from) => ({ ior: from.number({ name: 'ior', key: 'ior', ...POSITIVE }, 1.5) }),
  iridescence: (from) => ({
    factor: from.number({ name: 'factor', key: 'iridescenceFactor', ...UNIT }, 0),
    ior: from.number({ name: 'ior', key: 'iridescenceIor', min: 1 }, 1.3),
    thicknessMin: from.number({ name: 'thicknessMin', key: 'iridescenceThicknessMinimum', ...POSITIVE }, 100),
    thicknessMax: from.number({ name: 'thicknessMax', key: 'iridescenceThicknessMaximum', ...POSITIVE }, 400),
  }),
  sheen: (from) => ({
    roughness: from.number({ name: 'roughness', key: 'sheenRoughnessFactor', ...UNIT }, 0),
    color: from.color({ name: 'color', key: 'sheenColorFactor', ...UNIT }, [0, 0, 0]),
  }),
  specular: (from) => ({
    factor: from.number({ name: 'factor', key: 'specularFactor', ...UNIT }, 1),
    color: from.color({ name: 'color', key: 'specularColorFactor', ...POSITIVE }, WHITE),
  }),
  transmission: (from) => ({ factor: from.number({ name: 'factor', key: 'transmissionFactor', ...UNIT }, 0) }),
  unlit: () => ({}),
  volume: (from) => ({
    thickness: from.number({ name: 'thickness', key: 'thicknessFactor', ...POSITIVE }, 0),
    attenuationDistance: from.number({ name: 'attenuationDistance', key: 'attenuationDistance', ...POSITIVE }, 0),
    attenuationColor: from.color({ name: 'attenuationColor', key: 'attenuationColor', ...UNIT }, WHITE),
  }),
};

/** `open` returns an extension of the material, or undefined. Returns undefined if there are none. */
export function readExtensions(
  open: (name: ExtensionName) => ExtensionSource | undefined,
): MaterialExtensions | undefined {
  let some = false;
  const read = <K extends ExtensionName>(name: K): MaterialExtensionFields[K] | undefined => {
    const source = open(name);
    if (source === undefined) return undefined;
    some = true;
    return READERS[name](source);
  };
  const extensions: MaterialExtensions = {
    anisotropy: read('anisotropy'),
    clearcoat: read('clearcoat'),
    diffuseTransmission: read('diffuseTransmission'),
    dispersion: read('dispersion'),
    ior: read('ior'),
    iridescence: read('iridescence'),
    sheen: read('sheen'),
    specular: read('specular'),
    transmission: read('transmission'),
    unlit: read('unlit'),
    volume: read('volume'),
  };
  return some ? extensions : undefined;
}

/** Field names of an extension, to detect unknown ones. */
export function fieldNames(extension: ExtensionName): readonly string[] {
  const names: string[] = [];
  const note = <T>({ name }: ExtensionField, absent: T): T => {
    names.push(name);
    return absent;
  };
  READERS[extension]({ number: note, color: note });
  return names;
}
