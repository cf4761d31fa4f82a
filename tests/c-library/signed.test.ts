// Signatures and hashes of assetc.h: the vectors of RFC 8032, Node's Ed25519, and libsodium where it is installed.

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeHpack, encodePackInfo } from '@assetc/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cCompiler, compile, root, run, SANITIZED } from './c-compiler.js';

/** Section 7.1: secret key, public key if it is compared as well, message, signature. */
const VECTORS = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    '',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const;

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const MESSAGES = isLong ? 20_000 : 200;
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
const rawPublic = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32);
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes);

interface Signed {
  readonly key: Buffer;
  readonly signature: Buffer;
  readonly message: Buffer;
}

const record = ({ key, signature, message }: Signed): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(96 + message.length);
  return Buffer.concat([size, key, signature, message]);
};

/** Node's verdict. A key that is no point of the curve is refused. */
function nodeVerdict({ key, signature, message }: Signed): boolean {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  try {
    return verify(null, message, createPublicKey({ key: spki, format: 'der', type: 'spki' }), signature);
  } catch {
    return false;
  }
}

let folder = '';
let hasSodium = false;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-c-signed-'));
  if (cCompiler === undefined) return;
  const source = join(root, 'tests/c-library/signed.c');
  expect(compile({ source, output: join(folder, 'signed'), flags: ['-O1', ...SANITIZED] })).toBe('');
  const flags = ['-O2', '-DWITH_SODIUM', '-Wl,--no-as-needed', '-lsodium'];
  hasSodium = compile({ source, output: join(folder, 'compared'), flags }) === '';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ask(program: string, mode: string, input: Uint8Array): string {
  const { status, stdout, stderr } = run(join(folder, program), [mode], input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd();
}

/** Messages of all lengths around the blocks of SHA-512; every other one is damaged in one bit. */
function manySigned(): readonly Signed[] {
  return Array.from({ length: MESSAGES }, (_, i) => {
    const key = privateKey(sha256(`key ${i % 5}`).digest());
    const message = Buffer.alloc(i % 200, `message ${i}`);
    const signed: Signed = { key: rawPublic(key), signature: sign(null, message, key), message };
    const at = sha256(`bit ${i}`).digest().readUInt16LE(0);
    const all = Buffer.concat([signed.key, signed.signature, message]);
    if (i % 2 === 1) all.writeUInt8(all.readUInt8(at % all.length) ^ (1 << (at % 8)), at % all.length);
    return { key: all.subarray(0, 32), signature: all.subarray(32, 96), message: all.subarray(96) };
  });
}

/** S + L is another form of the same scalar, and refused. */
function withLargeScalar({ key, signature, message }: Signed): Signed {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const littleEndian = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const scalar = (littleEndian(signature.subarray(32)) + order).toString(16).padStart(64, '0');
  return { key, signature: Buffer.concat([signature.subarray(0, 32), Buffer.from(scalar, 'hex').reverse()]), message };
}

describe.skipIf(cCompiler === undefined)('assetc_ed25519_verify', () => {
  it('accepts the vectors of RFC 8032, and the key that they state', () => {
    const signed = VECTORS.map(([secret, key, message, signature]): Signed => {
      const own = rawPublic(privateKey(Buffer.from(secret, 'hex')));
      if (key !== '') expect(own.toString('hex')).toBe(key);
      return { key: own, signature: Buffer.from(signature, 'hex'), message: Buffer.from(message, 'hex') };
    });
    expect(ask('signed', 'messages', Buffer.concat(signed.map(record)))).toBe('1\n1\n1\n1');
    expect(ask('signed', 'messages', Buffer.concat(signed.map(withLargeScalar).map(record)))).toBe('0\n0\n0\n0');
  });

  it('agrees with Node on damaged keys, signatures and messages', () => {
    const signed = manySigned();
    const verdicts = ask('signed', 'messages', Buffer.concat(signed.map(record))).split('\n');
    expect(verdicts).toEqual(signed.map((one) => (nodeVerdict(one) ? '1' : '0')));
    expect(verdicts.filter((verdict) => verdict === '1')).toHaveLength(MESSAGES / 2);
  });

  it('agrees with libsodium, if it is installed', ({ skip }) => {
    if (!hasSodium) skip('libsodium-dev is not installed');
    const pairs = ask('compared', 'messages', Buffer.concat(manySigned().map(record))).split('\n');
    expect(pairs).toHaveLength(MESSAGES);
    expect(pairs.filter((pair) => pair !== '0 0' && pair !== '1 1')).toEqual([]);
  });
});

describe.skipIf(cCompiler === undefined)('assetc_sha256', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_000])('hashes %i bytes like Node', (size) => {
    const bytes = Buffer.alloc(size, 'assetc');
    expect(ask('signed', 'sha256', bytes)).toBe(sha256(bytes).digest('hex'));
  });
});

describe.skipIf(cCompiler === undefined)('assetc_pack_verify', () => {
  const key = privateKey(sha256('pack').digest());
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const files = [
    { path: 'a.txt', bytes: text('one') },
    { path: 'b "quoted"\tä😀.bin', bytes: new Uint8Array(5000).fill(3) },
    { path: 'empty', bytes: new Uint8Array(0) },
  ];
  type Files = typeof files;
  const listOf = (listed: Files) =>
    encodePackInfo(
      {
        assetc: '0',
        dependencies: [],
        removed: [],
        entries: listed.map(({ path, bytes }) => ({ path, sha256: sha256(bytes).digest('hex') })),
      },
      (content) => sha256(content).digest('hex'),
    );
  const signedPack = (present: Files, listed: Files, change: (list: Uint8Array) => Uint8Array = (list) => list) => {
    const list = listOf(listed);
    const signature = new Uint8Array(sign(null, list, key));
    return encodeHpack([
      ...present,
      { path: 'assetc/pack.json', bytes: change(list) },
      { path: 'assetc/pack.sig', bytes: signature },
    ]);
  };
  const verdict = (pack: Uint8Array, publicKey = rawPublic(key)) =>
    ask('signed', 'pack', Buffer.concat([publicKey, pack]));

  it('accepts a signed pack with any names', () => {
    expect(verdict(signedPack(files, files))).toBe('ok');
    expect(verdict(signedPack([], []))).toBe('ok');
  });

  it('names what is not as it was signed', () => {
    const [first, ...rest] = files;
    if (first === undefined) throw new Error('there are files');
    const changed = [{ ...first, bytes: text('ONE') }, ...rest];
    expect(verdict(signedPack(changed, files))).toBe('bad-value entries[]: SHA-256');
    expect(verdict(signedPack(files, rest))).toBe('bad-value entries[]: not listed');
    expect(verdict(signedPack(rest, files))).toBe('bad-value entries[]: not listed');
    expect(verdict(signedPack(files.slice(0, 2), files))).toBe('missing entries[]: listed only');
    expect(verdict(signedPack(files, files, (list) => list.map((byte) => (byte === 0x30 ? 0x31 : byte))))).toBe(
      'bad-value assetc/pack.sig',
    );
    expect(verdict(signedPack(files, files), rawPublic(privateKey(sha256('other').digest())))).toBe(
      'bad-value assetc/pack.sig',
    );
    expect(verdict(encodeHpack(files))).toBe('missing assetc/pack.json');
    expect(verdict(encodeHpack([{ path: 'assetc/pack.json', bytes: listOf([]) }]))).toBe('missing assetc/pack.sig');
  });
});
