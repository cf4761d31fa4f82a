// Errors of the parsers, each with its place.

import { AssetError, type Place } from '../../../diagnostics/diagnostic.js';

export const damaged = (file: string, where: Place, message: string, cause?: unknown): AssetError =>
  new AssetError({ code: 'fbx/damaged', file, where, message }, cause === undefined ? undefined : { cause });

export const tooLarge = (file: string, where: Place, message: string): AssetError =>
  new AssetError({ code: 'fbx/too-large', file, where, message });

/** Real files have about 10. */
export const MAX_DEPTH = 64;
