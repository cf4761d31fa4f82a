// Decodes level 0 of the first layer of an ETC1S KTX2 file with the Basis transcoder.

import { FormatError } from '@assetc/formats';
import { startDecoder } from '../../bundled/bundled-decoder.js';
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

/** The transcoder's enum value for RGBA, eight bits each. */
const RGBA32 = 13;

/** An instance never shrinks its memory; above this size it is not reused for the next image. */
const MAX_CACHED_BYTES = 1 << 24;

/** Reused because building its tables took 100 ms of the 115 ms for a 256² image. */
let cachedTranscoder: Transcoder | undefined;

/** Throws FormatError if the data is damaged. The caller has checked the size against the limits. */
export async function decodeEtc1s(bytes: Uint8Array): Promise<Texels> {
  const transcoder = cachedTranscoder ?? (await startTranscoder());
  // After a failure, the transcoder's memory is in an unknown state.
  cachedTranscoder = undefined;
  try {
    const file = new transcoder.KTX2File(bytes);
    const isStarted = file.isValid() && file.startTranscoding();
    const size = isStarted ? file.getImageTranscodedSizeInBytes(0, 0, 0, RGBA32) : 0;
    const [width, height] = [file.getWidth(), file.getHeight()];
    const pixels = new Uint8Array(size);
    if (size !== width * height * 4 || file.transcodeImage(pixels, 0, 0, 0, RGBA32, 0, -1, -1) === 0) throw damaged();
    file.close();
    file.delete();
    if (size + bytes.length <= MAX_CACHED_BYTES) cachedTranscoder = transcoder;
    return { width, height, pixels };
  } catch (error) {
    // A wasm trap, or out of memory inside the transcoder.
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
