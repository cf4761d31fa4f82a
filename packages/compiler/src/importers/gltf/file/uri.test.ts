import { expect, it } from 'vitest';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { decodeDataUriAt, resolveUri } from './uri.js';

const FILES = { 'models/a b.bin': 'x', 'models/100%.bin': 'x', 'models/tex/c.bin': 'x', 'shared.bin': 'x' };

const resolved = (uri: string): Promise<string> => {
  const { context, at } = openGltf({ uri }, FILES);
  return resolveUri(context, at('/uri'));
};

it.each([
  ['a%20b.bin', 'models/a b.bin'],
  ['a b.bin', 'models/a b.bin'],
  ['100%.bin', 'models/100%.bin'],
  ['100%25.bin', 'models/100%.bin'],
  ['tex\\c.bin', 'models/tex/c.bin'],
  ['./tex/../tex/c.bin', 'models/tex/c.bin'],
  ['../shared.bin', 'shared.bin'],
])('finds the file for %s', async (uri, path) => {
  expect(await resolved(uri)).toBe(path);
});

it.each([
  ['', 'gltf/bad-uri', 'the URI is empty'],
  ['https://a.b/c.bin', 'gltf/bad-uri', 'https: URIs are not supported: https://a.b/c.bin'],
  ['/etc/passwd', 'gltf/bad-uri', 'absolute paths are not supported: /etc/passwd'],
  ['C:\\c.bin', 'gltf/bad-uri', 'absolute paths are not supported: C:\\c.bin'],
  ['\\\\host\\c.bin', 'gltf/bad-uri', 'absolute paths are not supported: \\\\host\\c.bin'],
  ['../../c.bin', 'gltf/bad-uri', '../../c.bin is outside the input folder'],
  ['%2e%2e/%2e%2e/c.bin', 'gltf/bad-uri', '../../c.bin is outside the input folder'],
  ['..\\..\\c.bin', 'gltf/bad-uri', '..\\..\\c.bin is outside the input folder'],
  ['a%00.bin', 'gltf/bad-uri', 'the URI contains a zero byte'],
  ['none.bin', 'gltf/missing-file', 'none.bin does not exist'],
])('rejects "%s"', async (uri, code, message) => {
  expect(await failureOf(() => resolved(uri))).toEqual({ code, pointer: '/uri', message });
});

it('shortens quoted URIs', async () => {
  expect((await failureOf(() => resolved(`http://${'x'.repeat(1000)}`))).message.length).toBeLessThan(200);
});

it('decodes a data URI, and reports the position of a damaged one', async () => {
  expect([...decodeDataUriAt(openGltf({ uri: 'data:,%01a' }).at('/uri'))]).toEqual([1, 97]);
  expect(await failureOf(() => decodeDataUriAt(openGltf({ uri: 'data:;base64,!' }).at('/uri')))).toMatchObject({
    code: 'gltf/bad-uri',
    pointer: '/uri',
  });
});
