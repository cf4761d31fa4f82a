// A texture between the file and three: levels as the GPU takes them, and what three has to be told about them.

import type { AnyPixelFormat, TextureDataType } from 'three';

/** One level: all layers, faces or slices, one after the other. */
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
  /** X and Y of normals in red and green; Z is for the shader. */
  readonly isTwoChannel: boolean;
  /** The file leaves the chain to the loader. */
  readonly makesMips: boolean;
  /** Largest first. */
  readonly levels: readonly TextureLevel[];
}
