// Compressed clips in memory: input of the encoder, and what decoding returns.

import type { TrackGroup, TrackKind } from './layout.js';

/**
 * How the values of a track are stored in one segment. A component is (base + residual + slope · i ÷ 32) · 2^-exponent for sample i of the
 * segment. Of a rotation one component may be left out: it is positive and follows from the others.
 */
export interface GridTrack {
  readonly form: 'grid';
  /** Of a rotation: the component that is left out, or undefined if all four are stored. Undefined for others. */
  readonly omitted?: number | undefined;
  readonly exponent: number;
  /** Per stored component. */
  readonly bases: Int32Array;
  /** Per stored component, or undefined if all are 0. */
  readonly slopes?: Int32Array | undefined;
  /** Sample by sample, all stored components of one sample together. */
  readonly residuals: Uint32Array;
}

/** Values that no grid holds with the asked precision, sample by sample. */
export interface RawTrack {
  readonly form: 'raw';
  readonly values: Float32Array;
}

/** The values of one track in one segment. */
export type SegmentTrack = GridTrack | RawTrack;

/** A track that jumps from key to key. */
export interface SteppedTrack {
  readonly track: number;
  readonly times: Float32Array;
  readonly values: Float32Array;
}

/** Input of `encodeHclip`. Tracks are numbered over the groups of the clip: all rotations, then all translations, scales and weights. */
export interface HclipClipModel {
  readonly name: string;
  readonly duration: number;
  /** Samples per second; 0 without samples. */
  readonly rate: number;
  readonly isLoop: boolean;
  /** Whether values are differences from a reference pose. */
  readonly isAdditive?: boolean | undefined;
  /** Largest measured distance from the source. */
  readonly error: number;
  readonly groups: readonly TrackGroup[];
  /** By track. */
  readonly kinds: readonly TrackKind[];
  /** Tracks of kind `constant`, in order, as segments of one sample. */
  readonly constants: readonly SegmentTrack[];
  readonly stepped: readonly SteppedTrack[];
  readonly sampleCount: number;
  /** The time of each sample from 0, if they are not equally spaced: then there is no rate. */
  readonly times?: Float32Array | undefined;
  /** For each segment the tracks of kind `animated`, in order. */
  readonly segments: readonly (readonly SegmentTrack[])[];
}

/** Input of `encodeHclip`. */
export interface HclipModel {
  readonly jointCount: number;
  readonly targetCount: number;
  readonly clips: readonly HclipClipModel[];
}

/** A compressed clip, read in place: sampling decodes only the two samples around a time. */
export interface CompressedClip {
  readonly name: string;
  readonly duration: number;
  /** Samples per second; 0 without samples. */
  readonly rate: number;
  readonly isLoop: boolean;
  /** Whether values are differences from a reference pose: see docs/formats/hclip.md. */
  readonly isAdditive: boolean;
  readonly error: number;
  readonly jointCount: number;
  readonly targetCount: number;
  readonly sampleCount: number;
  readonly segmentCount: number;
  /** Bytes of the clip's body in the file. */
  readonly sizeBytes: number;
  /** Start of the body in `bytes`. */
  readonly offset: number;
  readonly flags: number;
  readonly steppedCount: number;
  /** Starts of the parts of the body, from the start of `bytes`. */
  readonly parts: ClipParts;
  /** The whole file. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Starts of the parts of a body, from the start of the file. */
export interface ClipParts {
  readonly times: number;
  readonly stepped: number;
  readonly keys: number;
  readonly kinds: number;
  readonly constants: number;
  readonly name: number;
  readonly data: number;
}
