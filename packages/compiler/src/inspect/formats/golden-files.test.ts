// Every format against its golden files: recognized, valid, and described by facts that JSON can represent.

import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { goldenNames, readAnyGolden } from '../../../../other-runtimes/src/testing/all-goldens.js';
import { formatByName, formatNames, formatOf, readerByName } from '../file-formats.js';
import { validateFile } from '../validate-file.js';

const readers = await Promise.all(formatNames.map(({ extensions: [first = ''] }) => readerByName(`a${first}`)));
const files = goldenNames.filter((name) => formatByName(name) !== undefined);

describe('golden files', () => {
  it('cover every format but shaders, which have none', () => {
    const covered = new Set(files.map((name) => formatByName(name)?.name));
    expect(formatNames.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual(['spv']);
  });

  it.each(files)('%s is recognized, valid and described', async (name) => {
    const bytes = readAnyGolden(name);
    const format = await formatOf(name, bytes);
    expect(format).toBe(await readerByName(name));
    expect(readers.filter((candidate) => candidate?.recognizes(bytes))).toEqual([format]);
    expect(await validateFile(name, bytes)).toEqual([]);
    const description = format?.describe(bytes);
    expect(JSON.parse(JSON.stringify(description?.facts))).toEqual(description?.facts);
    expect(description?.statements.every((text) => text !== '' && !/undefined|NaN|\[object/.test(text))).toBe(true);
  });

  it.each(files)('%s cut off anywhere is a problem or a FormatError, nothing else', async (name) => {
    const bytes = readAnyGolden(name);
    for (let length = 0; length < bytes.byteLength; length += Math.max(1, Math.floor(bytes.byteLength / 60))) {
      const cut = bytes.slice(0, length);
      expect((await validateFile(name, cut, true)).length).toBeGreaterThan(0);
      try {
        (await readerByName(name))?.describe(cut);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});

describe('names that other programs use too', () => {
  it('are ours only by their bytes or the manifest', async () => {
    const foreign = new TextEncoder().encode('# a mesh of another program');
    expect(await formatOf('a.mesh', foreign)).toBeUndefined();
    expect(await validateFile('a.mesh', foreign)).toEqual([]);
    expect(await validateFile('a.mesh', foreign, true)).not.toEqual([]);
  });

  it('do not hide one type under the name of another', async () => {
    expect(await validateFile('a.tx', readAnyGolden('vkguide-oak.mat'), true)).toMatchObject([{ code: 'bad-magic' }]);
  });
});
