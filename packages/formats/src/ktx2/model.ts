// A KTX2 file in memory, and the input of its writer.

/** The size of a texture, as the header states it. */
export interface Ktx2Extent {
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  readonly pixelDepth: number;
  readonly layerCount: number;
  readonly faceCount: number;
}

/** One entry of the key/value data. */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
}

/** One channel of a texel block. */
export interface DataFormatSample {
  readonly bitOffset: number;
  readonly bitLength: number;
  readonly channelType: number;
  readonly samplePosition: readonly number[];
  readonly lower: number;
  readonly upper: number;
}

/** The basic block of a data format descriptor. */
export interface BasicDataFormat {
  readonly versionNumber: number;
  readonly colorModel: number;
  readonly colorPrimaries: number;
  readonly transferFunction: number;
  readonly flags: number;
  readonly texelBlockDimension: readonly number[];
  readonly bytesPlane: readonly number[];
  readonly samples: readonly DataFormatSample[];
}

/** A data format descriptor: the basic block, and others as bytes. */
export interface DataFormat {
  /** Undefined if the descriptor has no basic block, which only happens in broken files. */
  readonly basic: BasicDataFormat | undefined;
  /** Further blocks as bytes, including headers. */
  readonly extra: readonly Uint8Array[];
}

/** The three header fields that go together. */
export interface Ktx2Format {
  readonly vkFormat: number;
  readonly typeSize: number;
  readonly dataFormat: DataFormat;
}

/** One mip level as stored; `readLevel` decompresses it. */
export interface Ktx2Level {
  readonly byteOffset: number;
  /** Size after decompression; 0 for BasisLZ. */
  readonly uncompressedByteLength: number;
  readonly supercompressionScheme: number;
  /** As stored. */
  readonly bytes: Uint8Array;
}

/** A decoded KTX2 file; levels are views. */
export interface Ktx2 extends Ktx2Extent {
  readonly vkFormat: number;
  readonly typeSize: number;
  /** As in the header: 0 asks the loader to generate the chain from the one stored level. */
  readonly levelCount: number;
  readonly supercompressionScheme: number;
  readonly dataFormat: DataFormat;
  readonly keyValues: readonly KeyValue[];
  readonly globalData: Uint8Array;
  /** Largest first. */
  readonly levels: readonly Ktx2Level[];
}

/** One mip level to be written. */
export interface Ktx2LevelInput {
  /** The bytes to store: already compressed if a scheme is given. */
  readonly bytes: Uint8Array;
  /** Default: the length of `bytes`. Required with a supercompression scheme. */
  readonly uncompressedByteLength?: number;
}

/** Input of `encodeKtx2`. */
export interface Ktx2Input extends Partial<Ktx2Extent> {
  readonly format: Ktx2Format;
  readonly pixelWidth: number;
  /** 0 for a texture that is not 3D. Similarly, 0 layers mean that it is not an array. */
  readonly pixelDepth?: number;
  readonly supercompressionScheme?: number;
  /** Sorted by the writer. `KTXwriter` defaults to `assetc`. */
  readonly keyValues?: readonly KeyValue[];
  readonly globalData?: Uint8Array;
  /** Largest first. */
  readonly levels: readonly Ktx2LevelInput[];
  /** Write levelCount 0: asks the loader to generate the chain from the one given level. */
  readonly generateMips?: boolean;
}

/** Input of `layOutKtx2`: like that of `encodeKtx2`, with the lengths of levels instead of their bytes. */
export interface Ktx2Outline extends Omit<Ktx2Input, 'levels'> {
  /** Largest first. */
  readonly levels: readonly (Omit<Ktx2LevelInput, 'bytes'> & { readonly byteLength: number })[];
}

/** A KTX2 file without its levels. */
export interface Ktx2Layout {
  /** Everything before the levels. */
  readonly head: Uint8Array;
  /** Largest first. */
  readonly levelOffsets: readonly number[];
  /** Length of the file. */
  readonly byteLength: number;
}
