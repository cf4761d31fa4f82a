// The worker: bundled to text by scripts/build/build-kernels.mjs and started from it.

import { type TranscodeOptions, transcode, type UastcLevel } from '@assetc/formats/transcode';
import type { Answer } from '../transcoder.js';

interface Scope {
  onmessage: ((event: MessageEvent<{ level: UastcLevel; options: TranscodeOptions }>) => void) | null;
  postMessage(answer: Answer, transfer: readonly ArrayBufferLike[]): void;
}

declare const self: Scope;

self.onmessage = ({ data: { level, options } }) => {
  try {
    const result = transcode(level, options);
    self.postMessage({ result }, [result.buffer]);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) }, []);
  }
};
