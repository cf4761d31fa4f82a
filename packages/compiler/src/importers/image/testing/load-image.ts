// Imports bytes in a test and returns the image with all diagnostics.

import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import { forItsFile, type PortableDiagnostic } from '../../../diagnostics/portable-diagnostic.js';
import type { Image } from '../../../model/image/image.js';
import { importImage } from '../import-image.js';

export interface Loaded {
  readonly image: Image;
  readonly warnings: readonly Diagnostic[];
}

export async function loadImage(bytes: Uint8Array, file: string, limit = 16384): Promise<Loaded> {
  const warnings: Diagnostic[] = [];
  const warn = (d: Omit<PortableDiagnostic, 'severity'>): void => {
    const reported = forItsFile({ ...d, severity: 'warning' });
    if (reported !== undefined) warnings.push(reported);
  };
  const image = await importImage({ file, bytes, limit, warn });
  return { image, warnings };
}

/** The diagnostic of a rejected image; fails if it is accepted or anything else is thrown. */
export async function imageFailure(bytes: Uint8Array, file: string, limit = 16384): Promise<Diagnostic> {
  try {
    await loadImage(bytes, file, limit);
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  throw new Error(`${file} was accepted`);
}

/** Reproducible numbers below `limit`. */
export function noise(length: number, limit: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  });
}
