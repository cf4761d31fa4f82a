// Encodes images as KTX2 textures, in Node and in browsers.

export { encodeKtx2 } from './encode-ktx2.js';
export type { EncodeOptions, SourceImage } from './encode-options.js';
export type { PackLevel } from './files/pack-level.js';
export { createEncoderPool, type EncoderPoolOptions, type WorkerEncoderPool } from './pool/create-pool.js';
export type { EncoderJobOptions, EncoderPool } from './pool/encoder-pool.js';
export type { EncoderJob, EncoderJobResult } from './pool/job.js';
export { runEncoderJob, transferOf } from './pool/run-job.js';
export type { AnyWorker } from './pool/worker-port.js';
export type { TextureMode } from './texture-mode.js';
export type { AstcChoice, BcChoice, TextureTarget } from './texture-target.js';
