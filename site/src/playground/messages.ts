// What the page and its worker say to each other.

import type { PlaygroundSettings } from './settings.js';

/** A file, and what to do with it. Blobs are not copied. */
export type PlaygroundRequest =
  | { readonly job: 'open'; readonly file: Blob; readonly name: string }
  | { readonly job: 'encode'; readonly file: Blob; readonly name: string; readonly settings: PlaygroundSettings }
  | { readonly job: 'all-formats'; readonly file: Blob; readonly name: string; readonly settings: PlaygroundSettings }
  | { readonly job: 'model'; readonly file: Blob; readonly name: string; readonly settings: PlaygroundSettings };

export interface WorkerStart {
  /** The script of the encoder's own workers. */
  readonly encoder: string;
}

export interface Opened {
  readonly width: number;
  readonly height: number;
  readonly isHdr: boolean;
  readonly hasAlpha: boolean;
  readonly role: string;
  readonly bitmap: ImageBitmap;
  readonly warnings: readonly string[];
}

/** A texture, measured. */
export interface Measured {
  /** `BC7`, `ASTC 6×6`. */
  readonly format: string;
  readonly fileBytes: number;
  readonly gpuBytes: number;
  /** If the texels were not encoded. */
  readonly rawBytes: number;
  readonly levels: number;
  /** Undefined if every texel is equal. */
  readonly psnr: number | undefined;
  readonly milliseconds: number;
}

export interface NativePicture {
  readonly bitmap: ImageBitmap;
  /** The format that the GPU got. */
  readonly format: string;
  /** The largest difference from the decoder in any channel, of 255. */
  readonly maxDifference: number;
}

export interface Encoded extends Measured {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly bitmap: ImageBitmap;
  readonly difference: ImageBitmap;
  /** Why there is no picture of the GPU, or the picture. */
  readonly native: NativePicture | string;
  /** Which compressed formats WebGPU has: a sentence. */
  readonly webGpu: string;
  readonly warnings: readonly string[];
}

export interface FormatRow extends Measured {
  readonly use: string;
  readonly settings: PlaygroundSettings;
}

export interface ModelTexture extends Measured {
  readonly name: string;
  readonly role: string;
  readonly width: number;
  readonly height: number;
  readonly sourceBytes: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly bitmap: ImageBitmap;
}

/** A GLB with its textures encoded, or why there is none. */
export interface ModelFile {
  readonly before: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly refusal?: string;
  /** Sentences about images that were not replaced. */
  readonly kept?: readonly string[];
}

export type PlaygroundAnswer =
  | { readonly is: 'progress'; readonly done: number; readonly what: string }
  | { readonly is: 'opened'; readonly opened: Opened }
  | { readonly is: 'encoded'; readonly encoded: Encoded }
  | { readonly is: 'row'; readonly row: FormatRow }
  | { readonly is: 'texture'; readonly texture: ModelTexture }
  | { readonly is: 'finished'; readonly warnings: readonly string[]; readonly model: ModelFile | undefined }
  | { readonly is: 'failed'; readonly message: string; readonly hint: string; readonly code: string };

/** What the stage shows, in pixels of the screen. */
export interface StageView {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  readonly mode: 'swipe' | 'side' | 'difference';
  /** The share of the canvas left of the divider. */
  readonly divider: number;
  /** Pixels per texel, and the texel in the middle of a pane. */
  readonly zoom: number;
  readonly center: { readonly x: number; readonly y: number };
  readonly isNative: boolean;
}

export type PaintMessage =
  | { readonly is: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly is: 'view'; readonly view: StageView }
  | { readonly is: 'source'; readonly source: ImageBitmap | undefined }
  | {
      readonly is: 'results';
      readonly result: ImageBitmap | undefined;
      readonly difference: ImageBitmap | undefined;
      readonly native: ImageBitmap | undefined;
    };
