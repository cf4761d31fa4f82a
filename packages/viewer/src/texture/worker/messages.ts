// Messages between the page and the texture worker. A texture is opened once; then requests refer to it by number.

import type { BlockMap } from '../block-map.js';
import type { Quality } from '../compare.js';
import type { Histogram } from '../histogram.js';
import type { ImageKey } from '../images.js';
import type { Texels } from '../texels.js';

/** Results that the worker can compute for an image, by request name. */
export interface Answers {
  /** Rows arrive in separate messages. */
  readonly decode: undefined;
  readonly compare: Quality;
  readonly blocks: BlockMap | undefined;
  readonly histogram: Histogram;
}

export interface Question {
  readonly ask: keyof Answers;
  readonly texture: number;
  readonly request: number;
  readonly image: ImageKey;
  /** The answer of `api/source/`, for `compare`. */
  readonly source?: Uint8Array;
}

export type PageMessage =
  | Question
  | { readonly ask: 'open'; readonly texture: number; readonly bytes: Uint8Array }
  | { readonly ask: 'cancel'; readonly request: number }
  | { readonly ask: 'close'; readonly texture: number };

export type WorkerMessage =
  | { readonly request: number; readonly kind: 'rows'; readonly top: number; readonly texels: Texels }
  | { readonly request: number; readonly kind: 'done'; readonly result: Answers[keyof Answers] }
  | { readonly request: number; readonly kind: 'failed'; readonly message: string };
