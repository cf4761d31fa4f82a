// Decodes one slice of a BasisLZ file: endpoints and selectors of each 4×4 block, predicted from its neighbors and from recently used ones.

import { FormatError } from '../core/format-error.js';
import { BitReader } from './bit-reader.js';
import type { Codebooks } from './codebooks.js';

/** Prediction symbol: repeat the last predictions of a square of four blocks, two bits each. */
const REPEAT_PREDICTIONS = 256;
const MIN_REPEATS = 3;
/** Run symbol: a longer run, whose length follows. */
const LONG_RUN = 63;
const MIN_RUN = 3;
const [LEFT, ABOVE, ABOVE_LEFT] = [0, 1, 2];

/** Endpoints and selectors of each block, row by row. */
interface SliceBlocks {
  readonly endpoints: Uint16Array;
  readonly selectors: Uint16Array;
}

export function decodeSlice(bytes: Uint8Array, columns: number, rows: number, books: Codebooks): SliceBlocks {
  const reader = new BitReader(bytes);
  const predictions = new Predictions(reader, books, columns);
  const history = new SelectorHistory(reader, books);
  const endpoints = new Uint16Array(columns * rows);
  const selectors = new Uint16Array(columns * rows);
  let last = 0;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = y * columns + x;
      const prediction = predictions.next(x, y);
      if ((prediction === LEFT && x === 0) || ((prediction === ABOVE || prediction === ABOVE_LEFT) && y === 0))
        throw new FormatError('bad-value', 0, 'its ETC1S data is damaged: a block like one outside');
      if (prediction === ABOVE) last = endpoints[at - columns] ?? 0;
      else if (prediction === ABOVE_LEFT) {
        if (x === 0) throw new FormatError('bad-value', 0, 'its ETC1S data is damaged: a block like one outside');
        last = endpoints[at - columns - 1] ?? 0;
      } else if (prediction !== LEFT) {
        last += reader.symbol(books.endpointDelta);
        if (last >= books.endpointCount) last -= books.endpointCount;
      }
      if (last >= books.endpointCount) throw new FormatError('bad-value', 0, 'its ETC1S data is damaged: endpoints');
      endpoints[at] = last;
      selectors[at] = history.next();
    }
  reader.end();
  return { endpoints, selectors };
}

/** Predictions are stored per square of two by two blocks, with the first of them. */
class Predictions {
  readonly #reader: BitReader;
  readonly #books: Codebooks;
  /** For the second row of each square. */
  readonly #below: Uint8Array;
  #last = 0;
  #repeats = 0;
  #now = 0;

  constructor(reader: BitReader, books: Codebooks, columns: number) {
    this.#reader = reader;
    this.#books = books;
    this.#below = new Uint8Array((columns + 1) >> 1);
  }

  next(x: number, y: number): number {
    if ((x & 1) === 1) return this.#now >> 2;
    if ((y & 1) === 0) {
      const square = this.#square();
      this.#now = square & 15;
      this.#below[x >> 1] = square >> 4;
    } else this.#now = this.#below[x >> 1] ?? 0;
    return this.#now & 3;
  }

  #square(): number {
    if (this.#repeats > 0) {
      this.#repeats--;
      return this.#last;
    }
    const symbol = this.#reader.symbol(this.#books.prediction);
    if (symbol === REPEAT_PREDICTIONS) this.#repeats = this.#reader.pieces(4) + MIN_REPEATS - 1;
    else this.#last = symbol;
    return this.#last;
  }
}

/** Recently used selectors. A selector moves toward the front each time it is used. */
class SelectorHistory {
  readonly #reader: BitReader;
  readonly #books: Codebooks;
  readonly #values: Uint16Array;
  #rover: number;
  #run = 0;

  constructor(reader: BitReader, books: Codebooks) {
    this.#reader = reader;
    this.#books = books;
    this.#values = new Uint16Array(books.historySize);
    this.#rover = books.historySize >> 1;
  }

  next(): number {
    const { selectorCount, historySize, selector } = this.#books;
    let place = 0;
    if (this.#run > 0) this.#run--;
    else {
      const symbol = this.#reader.symbol(selector);
      if (symbol < selectorCount) return this.#add(symbol);
      place = symbol - selectorCount;
      if (place === historySize) {
        const run = this.#reader.symbol(this.#books.run);
        this.#run = (run === LONG_RUN ? this.#reader.pieces(7) : run) + MIN_RUN - 1;
        place = 0;
      }
    }
    if (place >= historySize) throw new FormatError('bad-value', 0, 'its ETC1S data is damaged: selectors');
    return this.#use(place);
  }

  #add(value: number): number {
    if (this.#values.length > 0) this.#values[this.#rover++] = value;
    if (this.#rover === this.#values.length) this.#rover = this.#values.length >> 1;
    return value;
  }

  #use(place: number): number {
    const values = this.#values;
    const value = values[place] ?? 0;
    if (place > 0) {
      values[place] = values[place >> 1] ?? 0;
      values[place >> 1] = value;
    }
    return value;
  }
}
