// The two calls of node:stream that inflate a PNG in pieces.

import { inflatePieces } from './zlib.js';

export const Readable = { from: (pieces: Iterable<Uint8Array>): Iterable<Uint8Array> => pieces };

export const pipeline = (pieces: Iterable<Uint8Array>, _through: 'inflate'): AsyncGenerator<Uint8Array> =>
  inflatePieces(pieces);
