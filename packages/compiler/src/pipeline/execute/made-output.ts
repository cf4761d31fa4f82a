// The fields of an output that are known as soon as it is made. Others extend it: the job with its bytes, the commit with their origin,
// the record with the written file.

import type { Output } from '../../model/kind/output.js';

export interface MadeOutput {
  /** Follows the asset's base. */
  readonly suffix: string;
  readonly sizeBytes: number;
  readonly digest: string;
  readonly asset?: NonNullable<Output['asset']>;
  /** Manifest hashes as hex, 16 digits each. */
  readonly refersTo?: readonly string[];
}

/** From an emitted output. */
export function describeOutput(output: Omit<Output, 'bytes'>, sizeBytes: number, digest: string): MadeOutput {
  const { suffix, asset, refersTo } = output;
  return {
    suffix,
    sizeBytes,
    digest,
    ...(asset !== undefined && { asset }),
    ...(refersTo !== undefined && { refersTo: refersTo.map((hash) => hash.toString(16).padStart(16, '0')) }),
  };
}

/** Only these fields of an extended output. */
export function withoutContent({ suffix, sizeBytes, digest, asset, refersTo }: MadeOutput): MadeOutput {
  return {
    suffix,
    sizeBytes,
    digest,
    ...(asset !== undefined && { asset }),
    ...(refersTo !== undefined && { refersTo }),
  };
}
