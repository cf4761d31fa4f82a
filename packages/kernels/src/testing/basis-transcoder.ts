// three's Basis transcoder in Node: what viewers do with our blocks. ktx-parse writes the container.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { runInThisContext } from 'node:vm';
import { createDefaultContainer, KHR_DF_MODEL_UASTC, VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK_EXT, write } from 'ktx-parse';

interface Ktx2File {
  isValid(): boolean;
  startTranscoding(): boolean;
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(
    out: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    getAlpha: number,
    channel0: number,
    channel1: number,
  ): number;
  close(): void;
  delete(): void;
}

interface BasisModule {
  initializeBasis(): void;
  KTX2File: new (bytes: Uint8Array) => Ktx2File;
}

/** The transcoder's numbers for its targets. */
const TARGETS = {
  ...({ etc1: 0, etc2: 1, bc1: 2, bc3: 3, bc4: 4, bc5: 5, bc7: 6 } as const),
  ...({ astc: 10, rgba: 13, eacR: 20, eacRg: 21, bc6h: 22, rgbaHalf: 25 } as const),
};
export type Target = keyof typeof TARGETS;

let loading: Promise<BasisModule> | undefined;

async function load(): Promise<BasisModule> {
  const require = createRequire(import.meta.url);
  const script = require.resolve('three/examples/jsm/libs/basis/basis_transcoder.js');
  const wasmBinary = readFileSync(script.replace(/\.js$/, '.wasm'));
  // The file is a plain script in an ES module package, so neither import nor require can load it.
  const evaluate = runInThisContext(
    `(function (require, __dirname, __filename) { ${readFileSync(script, 'utf8')}\nreturn BASIS; })`,
  );
  const module: BasisModule = await evaluate(require, dirname(script), script)({ wasmBinary });
  module.initializeBasis();
  return module;
}

/** A one-level KTX2 file around UASTC blocks. */
export function wrapKtx2(blocks: Uint8Array, width: number, height: number, hasAlpha: boolean): Uint8Array {
  const container = createDefaultContainer();
  container.pixelWidth = width;
  container.pixelHeight = height;
  container.levelCount = 1;
  container.levels = [{ levelData: Uint8Array.from(blocks), uncompressedByteLength: blocks.length }];
  const [descriptor] = container.dataFormatDescriptor;
  if (descriptor === undefined) throw new Error('ktx-parse made a container without a descriptor');
  descriptor.colorModel = KHR_DF_MODEL_UASTC;
  descriptor.texelBlockDimension = [3, 3, 0, 0];
  descriptor.bytesPlane = [16, 0, 0, 0, 0, 0, 0, 0];
  descriptor.samples = [
    {
      bitOffset: 0,
      bitLength: 127,
      channelType: hasAlpha ? 3 : 0,
      samplePosition: [0, 0, 0, 0],
      sampleLower: 0,
      sampleUpper: 0xffffffff,
    },
  ];
  return write(container);
}

/** A one-level KTX2 file around UASTC HDR blocks, as Basis Universal writes it. */
export function wrapHdrKtx2(blocks: Uint8Array, width: number, height: number): Uint8Array {
  const container = createDefaultContainer();
  container.vkFormat = VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK_EXT;
  container.pixelWidth = width;
  container.pixelHeight = height;
  container.levelCount = 1;
  container.levels = [{ levelData: Uint8Array.from(blocks), uncompressedByteLength: blocks.length }];
  const [descriptor] = container.dataFormatDescriptor;
  if (descriptor === undefined) throw new Error('ktx-parse made a container without a descriptor');
  descriptor.colorModel = 167;
  descriptor.texelBlockDimension = [3, 3, 0, 0];
  descriptor.bytesPlane = [16, 0, 0, 0, 0, 0, 0, 0];
  const limits = { sampleLower: 0, sampleUpper: 0x3f800000 };
  descriptor.samples = [{ bitOffset: 0, bitLength: 127, channelType: 0x80, samplePosition: [0, 0, 0, 0], ...limits }];
  return write(container);
}

/** A file that Basis has open. */
interface OpenedInBasis {
  transcode(
    target: Target,
    place?: { readonly level?: number; readonly layer?: number; readonly face?: number },
  ): Uint8Array;
  close(): void;
}

/** Throws if the transcoder rejects the file. */
export async function openInBasis(file: Uint8Array): Promise<OpenedInBasis> {
  loading ??= load();
  const module = await loading;
  const ktx = new module.KTX2File(file);
  const close = (): void => {
    ktx.close();
    ktx.delete();
  };
  if (!ktx.isValid() || !ktx.startTranscoding()) {
    close();
    throw new Error('the transcoder refuses the file');
  }
  return {
    close,
    transcode(target, { level = 0, layer = 0, face = 0 } = {}) {
      const out = new Uint8Array(ktx.getImageTranscodedSizeInBytes(level, layer, face, TARGETS[target]));
      if (!ktx.transcodeImage(out, level, layer, face, TARGETS[target], 0, -1, -1))
        throw new Error(`the transcoder cannot make ${target} of the file`);
      return out;
    },
  };
}

/** Transcodes one image of a KTX2 file, by default the largest. Throws if the transcoder rejects it. */
export async function transcodeKtx2(
  file: Uint8Array,
  target: Target,
  place: { readonly level?: number; readonly layer?: number; readonly face?: number } = {},
): Promise<Uint8Array> {
  const opened = await openInBasis(file);
  try {
    return opened.transcode(target, place);
  } finally {
    opened.close();
  }
}

export function transcodeBlocks(
  blocks: Uint8Array,
  width: number,
  height: number,
  hasAlpha: boolean,
  target: Target,
): Promise<Uint8Array> {
  return transcodeKtx2(wrapKtx2(blocks, width, height, hasAlpha), target);
}
