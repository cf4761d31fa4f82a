// Verifies who signed a pack, and that it contains exactly what was signed.

import { verify } from 'node:crypto';
import {
  FormatError,
  PACK_INFO_PATH,
  PACK_SIGNATURE_BYTES,
  PACK_SIGNATURE_PATH,
  type PackInfo,
  readPackInfo,
} from '@assetc/formats';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { listingProblems } from '../inspect/checks/pack-info.js';
import type { Host } from '../pipeline/host/host.js';
import { readPublicKey } from './keys.js';
import { openAnyPackAt } from './open-pack.js';

/** What `verifyPack` verifies, and with what. */
export interface VerifyRequest {
  /** Absolute. */
  readonly path: string;
  /** Absolute: the public key. */
  readonly key: string;
  readonly signal?: AbortSignal | undefined;
}

/** What `verifyPack` found. */
export interface VerifiedPack {
  /** True if the signature is right and every entry is the one that was signed. */
  readonly ok: boolean;
  readonly build: string | undefined;
  readonly entries: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws AssetError if the key is none, FormatError if the pack is malformed. */
export async function verifyPack(host: Host, { path, key, signal }: VerifyRequest): Promise<VerifiedPack> {
  const publicKey = readPublicKey(host, key);
  const opened = await openAnyPackAt(host, path);
  const refused = (code: 'pack/unsigned' | 'pack/bad-signature', message: string): VerifiedPack => ({
    ok: false,
    build: undefined,
    entries: opened.entries.length,
    diagnostics: [{ code, severity: 'error', file: path, message }],
  });
  try {
    const signature = opened.pack.find(PACK_SIGNATURE_PATH);
    const list = opened.pack.find(PACK_INFO_PATH);
    if (signature === undefined || list === undefined) return refused('pack/unsigned', 'the pack is not signed');
    if (signature.size !== PACK_SIGNATURE_BYTES)
      return refused('pack/bad-signature', `${PACK_SIGNATURE_PATH} does not have ${PACK_SIGNATURE_BYTES} bytes`);
    const bytes = await opened.pack.readEntry(list);
    if (!verify(null, bytes, publicKey, await opened.pack.readEntry(signature)))
      return refused('pack/bad-signature', 'the signature is not of this key, or the list was changed');
    const info = await signedList(bytes);
    if (info instanceof FormatError) return refused('pack/bad-signature', info.message);
    const problems = await listingProblems(opened, info, signal);
    const diagnostics = problems.map(
      ({ path: entry, message }): Diagnostic => ({ code: 'check/pack-info', severity: 'error', file: entry, message }),
    );
    return { ok: problems.length === 0, build: info.build, entries: opened.entries.length, diagnostics };
  } finally {
    opened.close();
  }
}

async function signedList(bytes: Uint8Array): Promise<PackInfo | FormatError> {
  try {
    const listing = await readPackInfo({ read: async () => bytes });
    return listing?.info ?? new FormatError('missing', 0, `there is no ${PACK_INFO_PATH}`);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}
