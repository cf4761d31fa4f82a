// The texels of a KTX2 file that holds ETC1S, by Basis' own transcoder: level 0 of the first layer.

import { FormatError } from '@assetc/formats';
import { startDecoder } from '../bundled/bundled-decoder.js';
import type { Texels } from './decode-texels.js';

interface Ktx2File {
  isValid(): boolean;
  startTranscoding(): boolean;
  getWidth(): number;
  getHeight(): number;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(
    out: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    getAlphaForOpaqueFormats: number,
    channel0: number,
    channel1: number,
  ): number;
  close(): void;
  delete(): void;
}

interface Transcoder {
  initializeBasis(): void;
  readonly KTX2File: new (bytes: Uint8Array) => Ktx2File;
}

/** The transcoder's number for RGBA, eight bits each. */
const RGBA32 = 13;

/** An instance keeps the memory that it took; past this size it is not kept for the next image. */
const MOST_KEPT_BYTES = 1 << 24;

/** Its tables took 100 ms of the 115 ms for an image of 256². */
let kept: Transcoder | undefined;

/** Throws FormatError where the data is damaged. The caller has held its size against the limits. */
export async function decodeEtc1s(bytes: Uint8Array): Promise<Texels> {
  const transcoder = kept ?? (await startTranscoder());
  // After a failure its memory is in an unknown state.
  kept = undefined;
  try {
    const file = new transcoder.KTX2File(bytes);
    const isStarted = file.isValid() && file.startTranscoding();
    const size = isStarted ? file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA32) : 0;
    const [width, height] = [file.getWidth(), file.getHeight()];
    const pixels = new Uint8Array(size);
    if (size !== width * height * 4 || file.transcodeImage(pixels, 0, 0, 0, RGBA32, 0, -1, -1) === 0) throw damaged();
    file.close();
    file.delete();
    if (size + bytes.length <= MOST_KEPT_BYTES) kept = transcoder;
    return { width, height, pixels };
  } catch (error) {
    // A trap, or memory that ran out inside.
    if (error instanceof WebAssembly.RuntimeError || typeof error === 'number') throw damaged();
    throw error;
  }
}

async function startTranscoder(): Promise<Transcoder> {
  const transcoder = await startDecoder('basis_transcoder');
  if (!isTranscoder(transcoder)) throw new Error('the Basis transcoder does not offer what it should');
  transcoder.initializeBasis();
  return transcoder;
}

const damaged = (): FormatError => new FormatError('bad-value', 0, 'its ETC1S data is damaged');

const isTranscoder = (value: unknown): value is Transcoder =>
  typeof value === 'object' && value !== null && 'KTX2File' in value && 'initializeBasis' in value;
