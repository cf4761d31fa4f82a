// Imports an HDR image in a test and returns it with all diagnostics.

import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { HdrImage } from '../../../model/image/hdr-image.js';
import { importHdr } from '../import-hdr.js';

interface LoadedHdr {
  readonly image: HdrImage;
  readonly warnings: readonly Omit<Diagnostic, 'severity'>[];
}

export async function loadHdr(bytes: Uint8Array, file: string, limit = 16384): Promise<LoadedHdr> {
  const warnings: Omit<Diagnostic, 'severity'>[] = [];
  const image = await importHdr({ file, bytes, limit, warn: (d) => warnings.push(d) });
  return { image, warnings };
}

/** The diagnostic of a rejected image; undefined if it is accepted. Fails if anything else is thrown. */
export async function hdrFailure(bytes: Uint8Array, file: string, limit = 16384): Promise<Diagnostic | undefined> {
  try {
    await loadHdr(bytes, file, limit);
  } catch (error) {
    if (error instanceof AssetError) return error.diagnostic;
    throw error;
  }
  return undefined;
}
