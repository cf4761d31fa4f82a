// Imports an HDR image in a test and returns it with all diagnostics.

import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import { forItsFile, type PortableDiagnostic } from '../../../diagnostics/portable-diagnostic.js';
import type { HdrImage } from '../../../model/image/hdr-image.js';
import { importHdr } from '../import-hdr.js';

interface LoadedHdr {
  readonly image: HdrImage;
  readonly warnings: readonly Diagnostic[];
}

export async function loadHdr(bytes: Uint8Array, file: string, limit = 16384): Promise<LoadedHdr> {
  const warnings: Diagnostic[] = [];
  const warn = (d: Omit<PortableDiagnostic, 'severity'>): void => {
    const reported = forItsFile({ ...d, severity: 'warning' });
    if (reported !== undefined) warnings.push(reported);
  };
  const image = await importHdr({ file, bytes, limit, warn });
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
