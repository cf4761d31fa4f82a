// The data shared by all images of a BasisLZ file: endpoints, selectors and the Huffman tables of slices.

import { FormatError } from '../core/format-error.js';
import { BasisLzGlobalHeader } from '../ktx2/layout.js';
import { BitReader, type HuffmanTable, readHuffmanTable } from './bit-reader.js';

export interface Codebooks {
  readonly endpointCount: number;
  /** Red, green and blue of five bits, and which table of intensities. */
  readonly endpoints: Uint8Array;
  readonly selectorCount: number;
  /** Four rows each; two bits per texel, the left one lowest. */
  readonly selectors: Uint8Array;
  readonly prediction: HuffmanTable;
  readonly endpointDelta: HuffmanTable;
  readonly selector: HuffmanTable;
  readonly run: HuffmanTable;
  /** Size of the selector history. */
  readonly historySize: number;
}

/** Bytes of an image description before the codebooks: flags, and positions of its two slices. */
const IMAGE_BYTES = 20;

interface SlicePlaces {
  readonly colorOffset: number;
  readonly colorLength: number;
  readonly alphaOffset: number;
  readonly alphaLength: number;
}

/** Positions of an image's slices in its level. */
export function slicesOf(globalData: Uint8Array, image: number): SlicePlaces {
  const at = BasisLzGlobalHeader.size + image * IMAGE_BYTES;
  if (at + IMAGE_BYTES > globalData.byteLength) throw new FormatError('truncated', at, 'an image is not described');
  const view = new DataView(globalData.buffer, globalData.byteOffset, globalData.byteLength);
  const [colorOffset = 0, colorLength = 0, alphaOffset = 0, alphaLength = 0] = [4, 8, 12, 16].map((field) =>
    view.getUint32(at + field, true),
  );
  return { colorOffset, colorLength, alphaOffset, alphaLength };
}

export function readCodebooks(globalData: Uint8Array, imageCount: number): Codebooks {
  const { endpointCount, selectorCount, ...lengths } = BasisLzGlobalHeader.read(globalData);
  let at = BasisLzGlobalHeader.size + imageCount * IMAGE_BYTES;
  const next = (length: number): BitReader => {
    if (at + length > globalData.byteLength) throw new FormatError('truncated', at, 'a codebook is cut off');
    const reader = new BitReader(globalData.subarray(at, at + length));
    at += length;
    return reader;
  };
  const endpoints = readEndpoints(next(lengths.endpointsByteLength), endpointCount);
  const selectors = readSelectors(next(lengths.selectorsByteLength), selectorCount);
  const tables = next(lengths.tablesByteLength);
  const [prediction, endpointDelta, selector, run] = [
    readHuffmanTable(tables),
    readHuffmanTable(tables),
    readHuffmanTable(tables),
    readHuffmanTable(tables),
  ];
  const historySize = tables.bits(13);
  tables.end();
  return { endpointCount, endpoints, selectorCount, selectors, prediction, endpointDelta, selector, run, historySize };
}

/** A color is stored as the difference to the previous one, with one of three codes by the previous brightness. */
function readEndpoints(reader: BitReader, count: number): Uint8Array {
  const dark = readHuffmanTable(reader);
  const middle = readHuffmanTable(reader);
  const bright = readHuffmanTable(reader);
  const intensity = readHuffmanTable(reader);
  const channels = reader.bits(1) === 1 ? 1 : 3;
  const endpoints = new Uint8Array(count * 4);
  const last = [16, 16, 16, 0];
  for (let i = 0; i < count; i++) {
    last[3] = ((last[3] ?? 0) + reader.symbol(intensity)) & 7;
    for (let c = 0; c < channels; c++) {
      const before = last[c] ?? 0;
      const delta = reader.symbol(before <= 9 ? dark : before <= 21 ? middle : bright);
      last[c] = (before + delta) & 31;
    }
    if (channels === 1) last.fill(last[0] ?? 0, 0, 3);
    endpoints.set(last, i * 4);
  }
  reader.end();
  return endpoints;
}

function readSelectors(reader: BitReader, count: number): Uint8Array {
  // Codebooks shared between files were specified but never used.
  if (reader.bits(1) + reader.bits(1) > 0) throw new FormatError('unsupported', 0, 'selectors of a shared codebook');
  const isRaw = reader.bits(1) === 1;
  const deltas = isRaw ? undefined : readHuffmanTable(reader);
  const selectors = new Uint8Array(count * 4);
  for (let i = 0; i < selectors.length; i++)
    selectors[i] = deltas === undefined || i < 4 ? reader.bits(8) : reader.symbol(deltas) ^ (selectors[i - 4] ?? 0);
  reader.end();
  return selectors;
}
