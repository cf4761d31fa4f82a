// A decoded texture before it becomes a three object: levels for the GPU, and their properties.

import type { EnvironmentLight } from '@assetc/formats';
import type { AnyPixelFormat, TextureDataType } from 'three';

/** One level: all layers, faces or slices in sequence. */
export interface TextureLevel {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint16Array | Uint32Array;
}

export interface TextureData {
  readonly shape: '2d' | 'array' | 'cube' | '3d';
  readonly width: number;
  readonly height: number;
  /** Layers of an array, slices of a 3D texture, else 1. */
  readonly depth: number;
  readonly format: AnyPixelFormat;
  readonly type: TextureDataType;
  readonly isCompressed: boolean;
  readonly isSrgb: boolean;
  /** X and Y of normals in red and green; the shader computes Z. */
  readonly isTwoChannel: boolean;
  /** The loader generates mips because the file has none and asks for it. */
  readonly makesMips: boolean;
  /** Of an `.ibl.ktx2`. */
  readonly light?: EnvironmentLight;
  /** Largest first. */
  readonly levels: readonly TextureLevel[];
}
