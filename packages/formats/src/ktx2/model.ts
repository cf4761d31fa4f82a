// A KTX2 file as a program sees it, and what its writer takes.

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
  /** Undefined when the descriptor has no basic block, which only broken files lack. */
  readonly basic: BasicDataFormat | undefined;
  /** Further blocks, headers included, as they lie in the file. */
  readonly extra: readonly Uint8Array[];
}

/** The three header fields that go together. */
export interface Ktx2Format {
  readonly vkFormat: number;
  readonly typeSize: number;
  readonly dataFormat: DataFormat;
}

/** One mip level as it lies in the file; `readLevel` undoes its supercompression. */
export interface Ktx2Level {
  readonly byteOffset: number;
  /** What this level must have after decompression; 0 under BasisLZ. */
  readonly uncompressedByteLength: number;
  readonly supercompressionScheme: number;
  /** As stored. */
  readonly bytes: Uint8Array;
}

/** A KTX2 file as it is read; levels are views. */
export interface Ktx2 extends Ktx2Extent {
  readonly vkFormat: number;
  readonly typeSize: number;
  /** As the header says: 0 asks the loader to generate the chain, yet one level is stored. */
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
  /** As they shall be stored: compressed already when a scheme is given. */
  readonly bytes: Uint8Array;
  /** Defaults to the length of `bytes`; required under a supercompression scheme. */
  readonly uncompressedByteLength?: number;
}

/** What `encodeKtx2` takes. */
export interface Ktx2Input extends Partial<Ktx2Extent> {
  readonly format: Ktx2Format;
  readonly pixelWidth: number;
  /** 0 for a texture that is not 3D; so are the layers of a texture that is not an array. */
  readonly pixelDepth?: number;
  readonly supercompressionScheme?: number;
  /** Sorted by the writer; `KTXwriter` is `assetc` unless given. */
  readonly keyValues?: readonly KeyValue[];
  readonly globalData?: Uint8Array;
  /** Largest first. */
  readonly levels: readonly Ktx2LevelInput[];
  /** Write levelCount 0: the loader is to generate the chain from the one level given. */
  readonly generateMips?: boolean;
}

/** What `layOutKtx2` takes: as `encodeKtx2`, with the lengths of levels in place of their bytes. */
export interface Ktx2Outline extends Omit<Ktx2Input, 'levels'> {
  /** Largest first. */
  readonly levels: readonly (Omit<Ktx2LevelInput, 'bytes'> & { readonly byteLength: number })[];
}

/** A KTX2 file but for its levels. */
export interface Ktx2Layout {
  /** Everything before the levels. */
  readonly head: Uint8Array;
  /** Largest first. */
  readonly levelOffsets: readonly number[];
  /** Of the file. */
  readonly byteLength: number;
}
