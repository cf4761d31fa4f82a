import { expect, it } from 'vitest';
import { cutBytes } from './cut-bytes.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

it('decodes the quoted base64 in a range of a text, also if it is split', () => {
  const file = utf8('Name: "x"\nContent: ,\n "aGVs",\n "bG8="\nNext: 1');
  const [start, end] = [10, file.length - 7];
  const bytes = cutBytes(file, { file: 'a.fbx', pointer: `base64:${start}+${end - start}` });
  expect(Buffer.from(bytes).toString()).toBe('hello');
});

it('decodes quoted base64 whose parts are padded each', () => {
  const file = utf8('"aGVs" "bG8=" "IQ==", "IQ=="');
  expect(Buffer.from(cutBytes(file, { file: 'a.fbx', pointer: `base64:0+${file.length}` })).toString()).toBe('hello!!');
});

it('refuses a range of text beyond the file', () => {
  expect(() => cutBytes(utf8('""'), { file: 'a.fbx', pointer: 'base64:0+9' })).toThrow('there are only 2');
});

it('returns a range of the file', () => {
  expect([...cutBytes(Uint8Array.of(1, 2, 3, 4), { file: 'a', offset: 1, length: 2 })]).toEqual([2, 3]);
});
