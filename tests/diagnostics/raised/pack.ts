// Command lines that work on packs, with one thing wrong each.

import { createHash } from 'node:crypto';
import { encodeHpack, encodeHpackzHead, encodeHpatchHeader } from '@assetc/formats';
import type { Raise, RowsOf } from '../raise.js';
import { running } from './command-line.js';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const pack = encodeHpack([{ path: 'a.txt', bytes: text('a') }]);
const forged = encodeHpack([
  { path: 'a.txt', bytes: text('a') },
  { path: 'assetc/pack.json', bytes: text('{}') },
  { path: 'assetc/pack.sig', bytes: new Uint8Array(64) },
]);

/** A public key: the first of RFC 8032, section 7.1. */
const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
`;

const verifying = (bytes: Uint8Array): Raise =>
  running({ 'a.hpack': bytes, 'a.pub': PUBLIC_KEY }, 'pack', 'verify', 'a.hpack', '--key', 'a.pub');

export const packRows: RowsOf<'pack'> = {
  'pack/no-file': running({ 'a.hpack': pack }, 'pack', 'compare', 'a.hpack', 'gone.hpack'),
  'pack/bad-output': running({ 'a.hpack': pack }, 'pack', 'diff', 'a.hpack', 'a.hpack', '-o', 'a.hpack'),
  'pack/compressed': async () => {
    const model = { packBytes: pack.length, packSha256: new Uint8Array(32), frames: [] };
    const compressed = encodeHpackzHead(
      { ...model, head: pack.subarray(0, 48), entries: [{ frame: 0, at: 0 }] },
      (b) => b,
    );
    return running({ 'a.hpackz': compressed }, 'pack', 'compress', 'a.hpackz', '-o', 'b.hpackz')();
  },
  'pack/key-exists': running({ 'mine.pub': '' }, 'pack', 'keygen', '-o', 'mine'),
  'pack/bad-key': running({ 'a.hpack': pack, 'a.key': PUBLIC_KEY }, 'pack', 'sign', 'a.hpack', '--key', 'a.key'),
  'pack/wrong-base': async () => {
    const header = encodeHpatchHeader({
      oldBytes: 1,
      newBytes: 1,
      oldSha256: new Uint8Array(32),
      newSha256: new Uint8Array(32),
      bodySha256: new Uint8Array(createHash('sha256').digest()),
      sections: 0,
    });
    return running({ 'a.hpack': pack, 'a.hpatch': header }, 'pack', 'apply', 'a.hpack', 'a.hpatch')();
  },
  'pack/unsigned': verifying(pack),
  'pack/bad-signature': verifying(forged),
};
