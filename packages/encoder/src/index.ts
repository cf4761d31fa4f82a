// Pixels in, KTX2 out.

export type { BcChoice, TextureTarget } from './texture-target.js';
