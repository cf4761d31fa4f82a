// The JSON of a GLB, as far as it is written here. Lists are filled while the file is built; empty ones are omitted.

import { shortestDecimal } from '@assetc/formats';

export type Json = number | string | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

export interface GltfNode {
  name?: string;
  children?: number[];
  translation?: readonly number[];
  rotation?: readonly number[];
  scale?: readonly number[];
  matrix?: readonly number[];
  mesh?: number;
  skin?: number;
  camera?: number;
  extensions?: Record<string, JsonObject>;
  extras?: Json;
}

export interface GltfPrimitive {
  readonly attributes: { readonly [semantic: string]: number };
  readonly indices?: number;
  readonly material?: number;
  readonly mode?: number;
  readonly targets?: readonly { readonly [semantic: string]: number }[];
  readonly extensions?: JsonObject;
}

interface GltfMesh {
  name?: string;
  readonly primitives: readonly GltfPrimitive[];
  weights?: readonly number[];
  extras?: Json;
}

export interface GltfChannel {
  readonly sampler: number;
  readonly target: { readonly node?: number; readonly path: string; readonly extensions?: JsonObject };
}

export interface GltfAnimation {
  readonly name: string;
  readonly channels: GltfChannel[];
  readonly samplers: { readonly input: number; readonly output: number; readonly interpolation: string }[];
}

export interface GltfLists {
  readonly nodes: GltfNode[];
  readonly meshes: GltfMesh[];
  readonly materials: JsonObject[];
  readonly textures: JsonObject[];
  readonly images: JsonObject[];
  readonly samplers: JsonObject[];
  readonly skins: JsonObject[];
  readonly cameras: JsonObject[];
  readonly animations: GltfAnimation[];
}

export interface GltfRoot {
  asset: JsonObject;
  scene: JsonObject;
  readonly extensions: Record<string, JsonObject>;
}

/** The shortest decimal number that is this 32-bit float: 0.8, not 0.800000011920929. */
export const shortFloat = (value: number): number => Number(shortestDecimal(value));

export const shortFloats = (values: ArrayLike<number>): readonly number[] => Array.from(values, shortFloat);

/** Omitted if it is empty. */
export const named = (name: string | undefined): { name?: string } => (name ? { name } : {});
