// Ed25519 keys in files: PEM, as OpenSSL writes and reads it. Messages name files, never what is in them.

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { dirname } from 'node:path';
import { AssetError } from '../diagnostics/diagnostic.js';
import { makeOutputFolder } from '../pipeline/commit/make-output-folder.js';
import type { Host } from '../pipeline/host/host.js';

/** The pair that `generateKeys` wrote. */
export interface PackKeys {
  /** Absolute: the private key. Only the user may read it. */
  readonly privateFile: string;
  /** Absolute: the public key. */
  readonly publicFile: string;
  /** The 32 bytes of the public key, for programs that verify packs themselves. */
  readonly publicKey: Uint8Array;
}

/** Larger files are no keys. */
const MAX_KEY_FILE_BYTES = 1 << 16;
/** Bytes of the public key at the end of its DER form. */
const PUBLIC_KEY_BYTES = 32;

const rawPublicKey = (key: KeyObject): Uint8Array =>
  new Uint8Array(key.export({ type: 'spki', format: 'der' }).subarray(-PUBLIC_KEY_BYTES));

/** Writes `<base>.key` and `<base>.pub`. Throws AssetError if one of them exists: a lost key cannot be made again. */
export function generateKeys(host: Host, base: string): PackKeys {
  const [privateFile, publicFile] = [`${base}.key`, `${base}.pub`];
  for (const path of [privateFile, publicFile]) if (host.entryType(path) !== undefined) throw exists(path);
  makeOutputFolder(host, dirname(base));
  const pair = generateKeyPairSync('ed25519');
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
  if (!host.createPrivate(privateFile, new TextEncoder().encode(String(pem)))) throw exists(privateFile);
  const publicPem = String(pair.publicKey.export({ type: 'spki', format: 'pem' }));
  if (!host.createExclusive(publicFile, new TextEncoder().encode(publicPem))) throw exists(publicFile);
  return { privateFile, publicFile, publicKey: rawPublicKey(pair.publicKey) };
}

const exists = (path: string): AssetError =>
  new AssetError({
    code: 'pack/key-exists',
    file: path,
    message: 'there is a file with this name, and keys are never replaced',
    hint: 'Choose another name with -o, or move the file away.',
  });

/** Throws AssetError if the file is not a private key. */
export function readPrivateKey(host: Host, path: string): KeyObject {
  return readKey(host, path, 'private', createPrivateKey);
}

/** Throws AssetError if the file is not a public key. */
export function readPublicKey(host: Host, path: string): KeyObject {
  return readKey(host, path, 'public', (pem) => {
    // Node derives the public key from a private one, which nobody should have where packs are verified.
    if (pem.includes('PRIVATE KEY')) throw new Error('it is a private key');
    return createPublicKey(pem);
  });
}

function readKey(host: Host, path: string, which: string, parse: (pem: string) => KeyObject): KeyObject {
  const bad = (why: string): AssetError =>
    new AssetError({
      code: 'pack/bad-key',
      file: path,
      message: `the file is not a ${which} Ed25519 key: ${why}`,
      hint: 'Use the files that "assetc pack keygen" writes: sign with the .key, verify with the .pub.',
    });
  const stat = host.stat(path);
  if (stat?.type !== 'file') throw bad('there is no such file');
  if (stat.sizeBytes > MAX_KEY_FILE_BYTES) throw bad('it is too large');
  const pem = new TextDecoder().decode(host.readFile(path));
  let key: KeyObject;
  try {
    key = parse(pem);
  } catch {
    // The cause of OpenSSL may quote the key.
    throw bad(pem.includes('PRIVATE KEY') && which === 'public' ? 'it contains a private key' : 'it cannot be read');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw bad(`it is of another type`);
  return key;
}
