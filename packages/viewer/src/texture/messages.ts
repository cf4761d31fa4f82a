// What the page asks of the texture worker, and what that tells. A texture is opened once, then asked for its images by number.

import type { BlockMap } from './block-map.js';
import type { Quality } from './compare.js';
import type { Histogram } from './histogram.js';
import type { ImageKey } from './images.js';
import type { Texels } from './texels.js';

/** What can be made of an image, and what that is. */
export interface Answers {
  /** Comes row by row. */
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
  /** As `api/source/` sent it, for `compare`. */
  readonly source?: Uint8Array;
}

export type Ask =
  | Question
  | { readonly ask: 'open'; readonly texture: number; readonly bytes: Uint8Array }
  | { readonly ask: 'cancel'; readonly request: number }
  | { readonly ask: 'close'; readonly texture: number };

export type Tell =
  | { readonly request: number; readonly tell: 'rows'; readonly top: number; readonly texels: Texels }
  | { readonly request: number; readonly tell: 'done'; readonly result: Answers[keyof Answers] }
  | { readonly request: number; readonly tell: 'failed'; readonly message: string };
