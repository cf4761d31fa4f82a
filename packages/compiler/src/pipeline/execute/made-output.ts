// What is known of an output as soon as it is made. Whoever carries more extends it: the job its bytes, the commit where they
// come from, the record the file that was left behind.

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

/** Of what a kind emitted. */
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

/** Nothing but this, of an output that carries more. */
export function withoutContent({ suffix, sizeBytes, digest, asset, refersTo }: MadeOutput): MadeOutput {
  return {
    suffix,
    sizeBytes,
    digest,
    ...(asset !== undefined && { asset }),
    ...(refersTo !== undefined && { refersTo }),
  };
}
