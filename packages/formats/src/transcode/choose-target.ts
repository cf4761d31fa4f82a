// Chooses a transcoding target for a GPU: lossless ones first, then those with the smallest loss.

import type { Transfer } from '../ktx2/basic-formats.js';
import { GPU_FORMATS } from './gpu-formats.js';
import type { TranscodeTarget } from './transcode.js';

/** WebGL2 capabilities: `gl.getSupportedExtensions()`. An extension must also be enabled by `gl.getExtension(name)` before its use. */
export interface WebGl2Capabilities {
  readonly webgl2: Iterable<string>;
}

/** WebGPU capabilities: `device.features`, which contains the features requested from `requestDevice`. */
export interface WebGpuCapabilities {
  readonly webgpu: Iterable<string>;
}

/** Properties of the texture. */
export interface TextureNeeds {
  /** The texture's channels; `rg` is two channels of data, such as a normal map. */
  readonly channels: 'r' | 'rg' | 'rgb' | 'rgba';
  readonly transfer?: Transfer;
  /** Size of the largest level, if known: WebGL2 requires multiples of four for BC, WebGPU for every block format. */
  readonly width?: number;
  readonly height?: number;
}

/** A target and its format in the API: WebGL2's internal format (`texStorage2D`), or WebGPU's name. */
export interface ChosenTarget<Format> {
  readonly to: TranscodeTarget;
  readonly format: Format;
}

/** The best first. ASTC is lossless, BC7 nearly; one and two channels have special formats. */
const ORDER: Readonly<Record<TextureNeeds['channels'], readonly TranscodeTarget[]>> = {
  r: ['astc-4x4', 'bc4', 'eac-r11', 'bc7', 'etc2-rgb', 'rgba8'],
  rg: ['astc-4x4', 'bc5', 'eac-rg11', 'bc7', 'rgba8'],
  rgb: ['astc-4x4', 'bc7', 'etc2-rgb', 'bc1', 'rgba8'],
  rgba: ['astc-4x4', 'bc7', 'etc2-rgba', 'bc3', 'rgba8'],
};

/**
 * The best target that the GPU supports; `rgba8` if there is no other.
 *
 * @example
 * const { to, format } = chooseTarget({ webgl2: gl.getSupportedExtensions() ?? [] }, { channels: 'rgb', transfer: 'srgb' });
 */
export function chooseTarget(capabilities: WebGl2Capabilities, texture: TextureNeeds): ChosenTarget<number>;
export function chooseTarget(capabilities: WebGpuCapabilities, texture: TextureNeeds): ChosenTarget<string>;
export function chooseTarget(
  capabilities: WebGl2Capabilities | WebGpuCapabilities,
  texture: TextureNeeds,
): ChosenTarget<number | string> {
  const { channels, transfer = 'linear', width = 4, height = 4 } = texture;
  const fitsBlocks = width % 4 === 0 && height % 4 === 0;
  const isWebGl = 'webgl2' in capabilities;
  const offered = new Set(isWebGl ? capabilities.webgl2 : capabilities.webgpu);
  for (const to of ORDER[channels]) {
    const { extension, srgbExtension = extension, feature, gl, gpu } = GPU_FORMATS[to];
    const format = isWebGl ? gl[transfer] : gpu[transfer];
    if (format === undefined) continue;
    const needs = isWebGl ? (transfer === 'srgb' ? srgbExtension : extension) : feature;
    if (needs !== undefined && !offered.has(needs)) continue;
    if (!fitsBlocks && to !== 'rgba8' && (!isWebGl || to.startsWith('bc'))) continue;
    return { to, format };
  }
  throw new Error('rgba8 needs nothing');
}
