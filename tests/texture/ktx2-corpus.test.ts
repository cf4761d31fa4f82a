// KTX2 files that other tools wrote, against ktx-parse. Skipped where the corpus is absent.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeKtx2, FormatError, textValue, validateKtx2 } from '@assetc/formats';
import { read } from 'ktx-parse';
import { describe, expect, it } from 'vitest';
import { corpusFolder as corpus } from '../../packages/compiler/src/testing/corpus.js';

const folder = join(corpus, 'ktx2');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ktx2')) : [];

describe.skipIf(files.length === 0)('KTX2 files of other tools', () => {
  it.each(files)('%s opens as ktx-parse opens it and has no problem', (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder, name)));
    const ktx = decodeKtx2(bytes);
    const oracle = read(bytes);
    const { vkFormat, typeSize, pixelWidth, pixelHeight, pixelDepth, layerCount, faceCount } = oracle;
    expect(ktx).toMatchObject({ vkFormat, typeSize, pixelWidth, pixelHeight, pixelDepth, layerCount, faceCount });
    expect(ktx.levels.map((level) => level.bytes)).toEqual(
      oracle.levels.map((level) => new Uint8Array(level.levelData)),
    );
    expect(textValue(ktx.keyValues, 'KTXwriter')).toBe(oracle.keyValue.KTXwriter);
    const [descriptor] = oracle.dataFormatDescriptor;
    expect(ktx.dataFormat.basic).toMatchObject({
      colorModel: descriptor?.colorModel,
      transferFunction: descriptor?.transferFunction,
      texelBlockDimension: descriptor?.texelBlockDimension,
      bytesPlane: descriptor?.bytesPlane,
    });
    expect(ktx.dataFormat.basic?.samples.length).toBe(descriptor?.samples.length);
    expect(validateKtx2(bytes)).toEqual([]);
  });

  it('a header without its level index is refused', () => {
    const bytes = new Uint8Array(readFileSync(join(corpus, 'invalid/ktx2/fatal_UnexpectedEOF_80.ktx2')));
    expect(() => decodeKtx2(bytes)).toThrow(FormatError);
    expect(validateKtx2(bytes)[0]).toMatchObject({ code: 'truncated', offset: 80 });
  });
});
