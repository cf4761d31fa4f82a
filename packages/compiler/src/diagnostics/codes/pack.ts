// Problems of the commands that sign, verify, patch and compress packs.

import type { CodeDoc } from '../code-doc.js';

export const packCodes = {
  'pack/no-file': {
    summary: 'A pack, patch or compressed pack that was named does not exist.',
    remedy: 'Check the path. Packs are written by "assetc --pack".',
  },
  'pack/bad-output': {
    summary: 'The file to write is one of those that the command reads, or a folder. Nothing was written.',
    remedy: 'Name another file with -o.',
  },
  'pack/no-space': {
    summary:
      'The disk cannot hold the pack that a patch or a compressed pack makes, by the size that the file states. Nothing was written.',
    remedy:
      'Free some space, or write to another disk with -o. If the size is impossible, the file is damaged or was made to fill your disk: get it again.',
  },
  'pack/compressed': {
    summary:
      'The pack is compressed for transport. It can be listed, checked, verified and unpacked as it is, but not signed, compressed again, or be one of the packs of a patch.',
    remedy: 'Make the pack of it again with "assetc pack decompress game.hpackz -o game.hpack".',
  },
  'pack/key-exists': {
    summary: '`assetc pack keygen` found a file with the name of a key. It never replaces one.',
    remedy: 'Choose another name with -o, or move the file away.',
  },
  'pack/bad-key': {
    summary: 'The file given with --key is not an Ed25519 key of the kind that the command needs.',
    remedy: 'Use the files that "assetc pack keygen" writes: sign with the .key, verify with the .pub.',
  },
  'pack/wrong-base': {
    summary:
      'The patch was made from another pack than the one that it shall be applied to: their SHA-256 differ. Nothing was changed.',
    remedy:
      'Apply patches in the order of the versions, each to the pack that it was made from. Or download the whole pack.',
  },
  'pack/unsigned': {
    summary: 'The pack has no signature, or no list that a signature could cover.',
    remedy: 'Sign it with "assetc pack sign". If others sent it to you, do not trust it.',
  },
  'pack/bad-signature': {
    summary:
      'The signature of the pack was not made with the private key that belongs to this public key, or the list of entries was changed afterwards.',
    remedy: 'Do not trust the pack. Get it again, and check that the public key is the right one.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
