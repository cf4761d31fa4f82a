// Engines add asset types and versions: the container accepts all, the readers of the four known types only theirs.

import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { survivesDamage } from '../../../formats/src/testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeAssetFile } from './encode-container.js';
import { decodeAssetFile } from './read-container.js';
import { decodeVkguideTexture } from './read-texture.js';
import { validateVkguide } from './validate.js';

const custom = (): Uint8Array =>
  encodeAssetFile({ type: 'SNDS', version: 3, metadata: { rate: 48000, name: 'Schritte' }, blob: Uint8Array.of(9, 8) });

describe('an asset file of another type', () => {
  it('is the golden file and decodes to its twin', () => {
    writeGoldenIfAsked('vkguide-custom.asset', custom());
    writeGoldenIfAsked('vkguide-custom-asset.json', `${JSON.stringify(toTwin(decodeAssetFile(custom())), null, 2)}\n`);
    expect(custom()).toEqual(readGolden('vkguide-custom.asset'));
    expect(toTwin(decodeAssetFile(custom()))).toEqual(readTwin('vkguide-custom-asset.json'));
    expect(validateVkguide(custom())).toEqual([]);
  });

  it('survives every truncation and every flipped bit', () => {
    const bytes = custom();
    const subject = { bytes, decode: decodeAssetFile, validate: validateVkguide, allocationFactor: 600 };
    const report = survivesDamage(subject);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(bytes.length / 2);
  });

  it('goes through the container as it is', () => {
    const file = decodeAssetFile(readGolden('vkguide-custom.asset'));
    expect(file).toMatchObject({ type: 'SNDS', version: 3, metadata: { rate: 48000, name: 'Schritte' } });
    expect(encodeAssetFile(file)).toEqual(readGolden('vkguide-custom.asset'));
    expect(() => encodeAssetFile({ ...file, type: 'SND' })).toThrow('four ASCII characters');
    expect(() => encodeAssetFile({ ...file, version: -1 })).toThrow('no version');
  });

  it('is not taken for one of the four, nor is a later version of them', () => {
    expect(() => decodeVkguideTexture(readGolden('vkguide-custom.asset'))).toThrow('must be TEXI, is SNDS');
    const later = readGolden('vkguide-single.tx');
    later[4] = 2;
    expect(decodeAssetFile(later).version).toBe(2);
    expect(() => decodeVkguideTexture(later)).toThrow(FormatError);
    expect(validateVkguide(later)).toMatchObject([{ code: 'bad-version', offset: 4 }]);
  });
});
