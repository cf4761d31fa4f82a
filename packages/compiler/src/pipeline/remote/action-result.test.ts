import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Damaged } from '../cache/untrusted.js';
import { decodeActionResult, encodeActionResult } from './action-result.js';

const hash = 'ab'.repeat(32);
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('an ActionResult', () => {
  it('has the bytes that the protobuf specification gives it', () => {
    const bytes = encodeActionResult({ files: [{ path: '0', digest: hash, sizeBytes: 300 }], record: text('hi') });
    const digest = [0x0a, 64, ...text(hash), 0x10, 0xac, 0x02];
    const file = [0x0a, 1, 0x30, 0x12, digest.length, ...digest];
    expect([...bytes]).toEqual([0x12, file.length, ...file, 0x2a, 2, 0x68, 0x69]);
  });

  it('comes back as it went', () => {
    const file = fc.record({
      path: fc.integer({ min: 0, max: 1e6 }).map(String),
      digest: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      sizeBytes: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    });
    const result = fc.record({ files: fc.array(file, { maxLength: 5 }), record: fc.uint8Array() });
    fc.assert(
      fc.property(result, ({ files, record }) => {
        const decoded = decodeActionResult(encodeActionResult({ files, record }));
        expect(decoded.files).toEqual(files);
        expect([...decoded.record]).toEqual([...record]);
      }),
    );
  });

  it('may have fields of servers that we do not know', () => {
    const ours = encodeActionResult({ files: [{ path: 'a/b', digest: hash, sizeBytes: 1 }], record: text('r') });
    // 9 execution_metadata (bytes), 15 (varint), 100 (fixed64), 101 (fixed32)
    const theirs = [0x4a, 2, 0x08, 1, 0x78, 5, 0xa1, 6, 1, 2, 3, 4, 5, 6, 7, 8, 0xad, 6, 1, 2, 3, 4];
    const decoded = decodeActionResult(Uint8Array.from([...theirs, ...ours, ...theirs]));
    expect(decoded.files).toEqual([{ path: 'a/b', digest: hash, sizeBytes: 1 }]);
    expect([...decoded.record]).toEqual([...text('r')]);
  });

  it.each([
    ['a path that leads out', { path: '../x', digest: hash, sizeBytes: 1 }],
    ['an absolute path', { path: '/etc/passwd', digest: hash, sizeBytes: 1 }],
    ['no path', { path: '', digest: hash, sizeBytes: 1 }],
    ['a short digest', { path: 'a', digest: 'ab', sizeBytes: 1 }],
    ['a digest in capitals', { path: 'a', digest: hash.toUpperCase(), sizeBytes: 1 }],
    ['a digest that is a path', { path: 'a', digest: `../${hash.slice(3)}`, sizeBytes: 1 }],
    ['a size beyond memory', { path: 'a', digest: hash, sizeBytes: 2 ** 31 }],
  ])('is refused with %s', (_, file) => {
    expect(() => decodeActionResult(encodeActionResult({ files: [file], record: text('') }))).toThrow(Damaged);
  });

  it.each([
    ['an exit code', [0x20, 1]],
    ['a negative exit code', [0x20, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]],
    ['a file without a digest', [0x12, 3, 0x0a, 1, 0x30]],
    ['a number where bytes belong', [0x28, 1]],
    ['bytes where a number belongs', [0x22, 1, 0]],
    ['a group', [0x0b]],
    ['field 0', [0x02, 0]],
    ['a length beyond its end', [0x2a, 5, 1]],
    ['a length of 2^63', [0x2a, 255, 255, 255, 255, 255, 255, 255, 255, 127, 1]],
    ['a varint without end', [0x2a, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255]],
  ])('is refused with %s', (_, bytes) => {
    expect(() => decodeActionResult(Uint8Array.from(bytes))).toThrow(Damaged);
  });

  it.each<[string, number, readonly number[], string]>([
    ['a field that nobody knows', 70_000, [0x78, 5], '65792'],
    ['a record', 70_000, [0x2a, 0], '65792'],
    ['an exit code', 70_000, [0x20, 0], '65792'],
    ['a path, in a file', 100, [0x0a, 1, 0x30], '64'],
  ])('is refused with too many of %s', (name, count, field, most) => {
    const fields = Uint8Array.from(new Array(count).fill(field).flat());
    const isInFile = name.endsWith('in a file');
    const head = isInFile ? [0x12, (fields.length & 127) | 128, fields.length >> 7] : [];
    expect(() => decodeActionResult(Uint8Array.from([...head, ...fields]))).toThrow(`at most ${most} fields`);
  });

  it('gives a value or Damaged for any bytes, cut anywhere and with any bit flipped', () => {
    const whole = encodeActionResult({ files: [{ path: 'a', digest: hash, sizeBytes: 9 }], record: text('record') });
    const attempt = (bytes: Uint8Array): void => {
      try {
        decodeActionResult(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(Damaged);
      }
    };
    for (let length = 0; length < whole.length; length++) attempt(whole.subarray(0, length));
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const bytes = whole.slice();
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      attempt(bytes);
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), attempt));
  });
});
