// The texture formats that the device supports, as three's constants. Formats that this version of three does not know count as
// unsupported.

import { ASTC_FOOTPRINTS, type BlockFormat, blockFormatSize, type Transfer } from '@assetc/formats';
import { chooseTarget, type TextureNeeds, type TranscodeTarget } from '@assetc/formats/transcode';
import * as THREE from 'three';

/** The parts of a renderer that are used. Fits a WebGLRenderer, or an initialized WebGPURenderer. */
export interface RendererLike {
  getContext?(): unknown;
  readonly isWebGPURenderer?: boolean;
  readonly backend?: unknown;
}

/** Extensions of WebGL2, or features of WebGPU. */
export interface DeviceFormats {
  readonly api: 'webgl2' | 'webgpu';
  readonly offered: ReadonlySet<string>;
  /** Material shaders can be changed. False for a WebGPURenderer. */
  readonly hasShaderHooks: boolean;
}

/** For constants that older supported versions of three do not have. */
const THREE_CONSTANTS: Readonly<Record<string, unknown>> = THREE;
const numberOf = (name: string): number | undefined => {
  const value = THREE_CONSTANTS[name];
  return typeof value === 'number' ? value : undefined;
};

type OtherBlocks = Exclude<BlockFormat, `astc-${string}`>;

const OTHER_FORMATS: Readonly<Record<OtherBlocks, number | undefined>> = {
  bc1: THREE.RGB_S3TC_DXT1_Format,
  bc3: THREE.RGBA_S3TC_DXT5_Format,
  // Versions without EAC constants pass BC4 to WebGL with the number of another format.
  bc4: numberOf('R11_EAC_Format') === undefined ? undefined : THREE.RED_RGTC1_Format,
  bc5: THREE.RED_GREEN_RGTC2_Format,
  bc7: THREE.RGBA_BPTC_Format,
  'etc2-rgb': THREE.RGB_ETC2_Format,
  'etc2-rgba': THREE.RGBA_ETC2_EAC_Format,
  'eac-r11': numberOf('R11_EAC_Format'),
  'eac-rg11': numberOf('RG11_EAC_Format'),
};

const FORMATS: ReadonlyMap<BlockFormat, number | undefined> = new Map<BlockFormat, number | undefined>([
  ...(Object.entries(OTHER_FORMATS) as [OtherBlocks, number | undefined][]),
  ...ASTC_FOOTPRINTS.map((size) => [`astc-${size}`, numberOf(`RGBA_ASTC_${size}_Format`)] as const),
]);

type Extensions = readonly [webgl: string, webgpu: string];

const OTHER_EXTENSIONS: Readonly<Record<OtherBlocks, Extensions>> = {
  bc1: ['WEBGL_compressed_texture_s3tc', 'texture-compression-bc'],
  bc3: ['WEBGL_compressed_texture_s3tc', 'texture-compression-bc'],
  bc4: ['EXT_texture_compression_rgtc', 'texture-compression-bc'],
  bc5: ['EXT_texture_compression_rgtc', 'texture-compression-bc'],
  bc7: ['EXT_texture_compression_bptc', 'texture-compression-bc'],
  'etc2-rgb': ['WEBGL_compressed_texture_etc', 'texture-compression-etc2'],
  'etc2-rgba': ['WEBGL_compressed_texture_etc', 'texture-compression-etc2'],
  'eac-r11': ['WEBGL_compressed_texture_etc', 'texture-compression-etc2'],
  'eac-rg11': ['WEBGL_compressed_texture_etc', 'texture-compression-etc2'],
};
const ASTC_EXTENSIONS: Extensions = ['WEBGL_compressed_texture_astc', 'texture-compression-astc'];

const isOther = (name: BlockFormat): name is OtherBlocks => name in OTHER_EXTENSIONS;
const extensionsOf = (name: BlockFormat): Extensions => (isOther(name) ? OTHER_EXTENSIONS[name] : ASTC_EXTENSIONS);

/** Three's constant for a format that this version has. */
export function threeFormatOf(name: BlockFormat): number {
  const format = FORMATS.get(name);
  if (format === undefined) throw new Error(`this version of three has no ${name}`);
  return format;
}

const NOTHING: DeviceFormats = { api: 'webgl2', offered: new Set(), hasShaderHooks: true };

/** Without a renderer, nothing is known and textures become RGBA8. */
export function deviceFormatsOf(renderer: RendererLike | undefined): DeviceFormats {
  if (renderer === undefined) return NOTHING;
  const hasShaderHooks = renderer.isWebGPURenderer !== true;
  const device = propertyOf(renderer.backend, 'device');
  const features = propertyOf(device, 'features');
  if (isStrings(features)) return { api: 'webgpu', offered: new Set(features), hasShaderHooks };
  const context = renderer.isWebGPURenderer === true ? propertyOf(renderer.backend, 'gl') : renderer.getContext?.();
  if (!isContext(context)) return { ...NOTHING, hasShaderHooks };
  const offered = new Set(context.getSupportedExtensions() ?? []);
  // One extension covers LDR and HDR: its profiles tell them apart.
  const astc = offered.has(ASTC) ? context.getExtension(ASTC) : null;
  if (hasProfiles(astc) && astc.getSupportedProfiles().includes('hdr')) offered.add('astc-hdr');
  return { api: 'webgl2', offered, hasShaderHooks };
}

const ASTC = 'WEBGL_compressed_texture_astc';

const propertyOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;

const isStrings = (value: unknown): value is Iterable<string> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

interface Context {
  getSupportedExtensions(): string[] | null;
  getExtension(name: string): unknown;
}

const isContext = (value: unknown): value is Context =>
  typeof propertyOf(value, 'getSupportedExtensions') === 'function';

const hasProfiles = (value: unknown): value is { getSupportedProfiles(): readonly string[] } =>
  typeof propertyOf(value, 'getSupportedProfiles') === 'function';

/** Whether blocks of a file can be uploaded without conversion. */
export function canSample(
  device: DeviceFormats,
  name: BlockFormat,
  transfer: Transfer,
  size: { readonly width: number; readonly height: number },
): boolean {
  if (FORMATS.get(name) === undefined) return false;
  const [webgl, webgpu] = extensionsOf(name);
  const block = blockFormatSize(name);
  const fitsBlocks = size.width % block.width === 0 && size.height % block.height === 0;
  if (device.api === 'webgpu') return device.offered.has(webgpu) && fitsBlocks;
  const isS3tc = name === 'bc1' || name === 'bc3';
  const needed = isS3tc && transfer === 'srgb' ? 'WEBGL_compressed_texture_s3tc_srgb' : webgl;
  return device.offered.has(needed) && (fitsBlocks || !name.startsWith('bc'));
}

/** The best format on this device to transcode UASTC to. */
export function targetFor(device: DeviceFormats, needs: TextureNeeds): TranscodeTarget {
  const without = new Set<string>();
  for (const [name, format] of FORMATS)
    if (format === undefined && isAmong(needs.channels, name)) for (const each of extensionsOf(name)) without.add(each);
  const offered = [...device.offered].filter((each) => !without.has(each));
  return device.api === 'webgpu'
    ? chooseTarget({ webgpu: offered }, needs).to
    : chooseTarget({ webgl2: offered }, needs).to;
}

/** Whether textures with these channels could become that format. */
const isAmong = (channels: TextureNeeds['channels'], name: BlockFormat): boolean =>
  (channels === 'r' && (name === 'bc4' || name === 'eac-r11')) || (channels === 'rg' && name === 'eac-rg11');
