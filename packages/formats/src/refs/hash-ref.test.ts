import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fnv1a64, fnv1a64 } from './fnv1a64.js';
import { hashRef, hashToHex } from './hash-ref.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** The definition, one bigint multiplication per byte. */
const byDefinition = (bytes: Uint8Array): bigint =>
  bytes.reduce((hash, byte) => ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn, 0xcbf29ce484222325n);

describe('fnv1a64', () => {
  // From the test suite of the FNV reference code (Noll), FNV-1a 64.
  it.each([
    ['', 0xcbf29ce484222325n],
    ['a', 0xaf63dc4c8601ec8cn],
    ['b', 0xaf63df4c8601f1a5n],
    ['c', 0xaf63de4c8601eff2n],
    ['d', 0xaf63d94c8601e773n],
    ['e', 0xaf63d84c8601e5c0n],
    ['f', 0xaf63db4c8601ead9n],
    ['fo', 0x08985907b541d342n],
    ['foo', 0xdcb27518fed9d577n],
    ['foob', 0xdd120e790c2512afn],
    ['fooba', 0xcac165afa2fef40an],
    ['foobar', 0x85944171f73967e8n],
  ])('hashes %j as published', (text, hash) => {
    expect(fnv1a64(utf8(text))).toBe(hash);
  });

  it('equals its definition on any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => fnv1a64(bytes) === byDefinition(bytes)));
  });

  it('does not care how the content is cut', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(new Fnv1a64().update(a).update(b).digest()).toBe(fnv1a64(Uint8Array.of(...a, ...b)));
      }),
    );
  });
});

describe('hashRef', () => {
  it('lowercases ASCII letters and nothing else', () => {
    expect(hashRef('Models/CHAIR')).toBe(hashRef('models/chair'));
    expect(hashRef('É')).not.toBe(hashRef('é'));
    expect(hashRef('[@`{')).toBe(byDefinition(utf8('[@`{')));
  });

  it('hashes UTF-8 bytes', () => {
    expect(hashRef('Unicode❤♻')).toBe(byDefinition(utf8('unicode❤♻')));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const lower = text.replaceAll(/[A-Z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 32));
        return hashRef(text) === byDefinition(utf8(lower));
      }),
    );
  });

  it('prints as sixteen digits', () => {
    expect(hashToHex(hashRef('fo'))).toBe('08985907b541d342');
  });
});
