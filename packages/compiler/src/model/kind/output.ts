// What compiling an asset yields: output files, derived assets, and descriptions of outputs.

import type { Json } from '../text/json.js';

/** How the manifest lists a file. */
export type AssetKind = 'texture' | 'mesh' | 'material' | 'lut' | 'shader' | 'embed' | 'animation' | 'font';

/** A file that a kind writes. */
export interface Output {
  /** Appended to the job's base: `.ktx2`, `/vertex.spv`. Never contains `..`. */
  readonly suffix: string;
  readonly bytes: Uint8Array;
  /** How the manifest lists it. If absent, it is not listed. The hash follows from the path by the kind's rule (docs/formats/refs.md). */
  readonly asset?: { readonly kind: AssetKind; readonly colorspace: 'linear' | 'srgb' };
  /** Manifest hashes that this output refers to (a material table: its textures), so that unused files can be found. */
  readonly refersTo?: readonly bigint[];
}

/** A file of the input as an output. It is never held in memory, so it can have any size. */
export interface CopiedOutput extends Omit<Output, 'bytes'> {
  /** Relative to the input root. */
  readonly file: string;
}

/** An asset found inside another: a glTF's image becomes a texture job. Equal content is compiled once per build. */
export interface DerivedAsset {
  readonly kind: string;
  /** Unique within the parent; rules match `<parent base>/<name>`: `tex_3`. */
  readonly name: string;
  /** Base of its outputs: `<parent base>/tex_3`, or `tex/<hash>` in the shared store (several parents may name one). */
  readonly base: string;
  /** Everything its compile needs except the bytes that it reads. Locations of input files (BytesRef) belong here, bytes do not. */
  readonly params: Json;
}

/** What a kind reports about one of its outputs. */
export interface OutputDescription {
  /** By name, for machines: `{ tiles: 120 }`. */
  readonly facts?: { readonly [name: string]: string | number | boolean };
  /** One short sentence each, for people. */
  readonly statements?: readonly string[];
  /** What is wrong with it. Each becomes an error of `check`. */
  readonly problems?: readonly string[];
  /** Manifest hashes that it refers to. `check` verifies that each exists. */
  readonly refs?: readonly bigint[];
}
