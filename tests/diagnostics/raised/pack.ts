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

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

/** A patch without sections. */
const patch = (oldSha256: Uint8Array, newBytes: number): Uint8Array =>
  encodeHpatchHeader({
    oldBytes: pack.length,
    newBytes,
    oldSha256,
    newSha256: new Uint8Array(32),
    bodySha256: sha256(new Uint8Array(0)),
    sections: 0,
  });
const applying = (bytes: Uint8Array): Raise =>
  running({ 'a.hpack': pack, 'a.hpatch': bytes }, 'pack', 'apply', 'a.hpack', 'a.hpatch');

export const packRows: RowsOf<'pack'> = {
  'pack/no-file': running({ 'a.hpack': pack }, 'pack', 'compare', 'a.hpack', 'gone.hpack'),
  'pack/bad-output': running({ 'a.hpack': pack }, 'pack', 'diff', 'a.hpack', 'a.hpack', '-o', 'a.hpack'),
  'pack/compressed': async () => {
    const frames = [{ frameBytes: 1, stored: 1, filter: 0, stride: 0 }];
    const model = { packBytes: pack.length, packSha256: new Uint8Array(32), frames };
    const head = encodeHpackzHead({ ...model, head: pack.subarray(0, 48), entries: [{ frame: 0, at: 0 }] }, (b) => b);
    const compressed = Uint8Array.of(...head, ...text('a'));
    return running({ 'a.hpackz': compressed }, 'pack', 'compress', 'a.hpackz', '-o', 'b.hpackz')();
  },
  'pack/key-exists': running({ 'mine.pub': '' }, 'pack', 'keygen', '-o', 'mine'),
  'pack/bad-key': running({ 'a.hpack': pack, 'a.key': PUBLIC_KEY }, 'pack', 'sign', 'a.hpack', '--key', 'a.key'),
  'pack/wrong-base': applying(patch(new Uint8Array(32), 1)),
  'pack/no-space': applying(patch(sha256(pack), 2 ** 52)),
  'pack/unsigned': verifying(pack),
  'pack/bad-signature': verifying(forged),
};
