import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { hashRef } from '../refs/hash-ref.js';
import { survivesDamage } from '../testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { editHman } from './edit.js';
import { encodeHman } from './encode.js';
import { ASSET_KINDS, type AssetKind } from './layout.js';
import { manifestHash, sharedTextureHash } from './manifest-hash.js';
import type { ManifestEntry } from './model.js';
import { decodeHman, openHman } from './read.js';
import { validateHman } from './validate.js';

const entry = (kind: AssetKind, path: string, colorspace: 'linear' | 'srgb' = 'linear'): ManifestEntry => ({
  hash: manifestHash(kind, path),
  kind,
  colorspace,
  path,
});
const golden = (): ManifestEntry[] => [
  entry('texture', 'models/chair/tex_0.ktx2', 'srgb'),
  entry('texture', 'tex/00c0ffee00c0ffee.ktx2'),
  entry('mesh', 'models/chair.hmesh'),
  entry('material', 'models/chair.hmat'),
  entry('lut', 'grade/warm.lut.ktx2'),
  entry('shader', 'sky/fragment.spv'),
  entry('embed', 'scene/level.json'),
  entry('animation', 'models/chair.hanim'),
  entry('font', 'ui/Ünïcode.hfont'),
];

describe('the .hman golden', () => {
  it('keeps its bytes and its twin', () => {
    const bytes = encodeHman(golden());
    writeGoldenIfAsked('assets.hman', bytes);
    writeGoldenIfAsked('assets.json', `${JSON.stringify(toTwin(decodeHman(bytes)), null, 1)}\n`);
    expect(bytes).toEqual(readGolden('assets.hman'));
    expect(toTwin(decodeHman(bytes))).toEqual(readTwin('assets.json'));
    expect(validateHman(bytes)).toEqual([]);
  });

  it('survives every truncation and every flipped bit', () => {
    const report = survivesDamage({ bytes: encodeHman(golden()), decode: decodeHman, validate: validateHman });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(100);
  });
});

describe('manifestHash', () => {
  it('drops the extension of textures and shaders and keeps it for the rest', () => {
    expect(manifestHash('texture', 'a/B.n.ktx2')).toBe(hashRef('a/b.n'));
    expect(manifestHash('shader', 'a/vertex.spv')).toBe(hashRef('a/vertex'));
    expect(manifestHash('embed', 'a/chair.hmatx')).toBe(hashRef('a/chair.hmatx'));
    expect(manifestHash('embed', 'a/chair.hscene')).toBe(hashRef('a/chair.hscene'));
    expect(manifestHash('lut', 'a/x.lut.ktx2')).toBe(hashRef('a/x.lut.ktx2'));
    for (const kind of ['mesh', 'material', 'embed', 'animation', 'font'] as const) {
      expect(manifestHash(kind, 'scene/level.json')).toBe(hashRef('scene/level.json'));
    }
  });

  it('keeps the extension of another runtime’s texture', () => {
    expect(manifestHash('texture', 'a/b.tx')).toBe(hashRef('a/b.tx'));
  });

  it('reads the hash of a shared texture from its name', () => {
    expect(manifestHash('texture', 'tex/00000000000000ff.ktx2')).toBe(0xffn);
    expect(sharedTextureHash('tex/00000000000000FF.ktx2')).toBeUndefined();
    expect(manifestHash('mesh', 'tex/00000000000000ff.ktx2')).toBe(hashRef('tex/00000000000000ff.ktx2'));
  });

  it('accepts a source that merely looks like a shared texture', () => {
    const path = 'tex/00000000000000ff.ktx2';
    const bytes = encodeHman([{ ...entry('texture', path), hash: hashRef('tex/00000000000000ff') }]);
    expect(validateHman(bytes)).toEqual([]);
  });
});

const part = fc.stringMatching(/^[a-z0-9_é❤-]{1,8}$/);
const anyEntry = fc
  .tuple(fc.constantFrom(...ASSET_KINDS), fc.array(part, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([kind, parts, srgb]) => entry(kind, parts.join('/'), srgb ? 'srgb' : 'linear'));

describe('.hman round trips', () => {
  it('gives back every entry by order and by hash', () => {
    const lists = fc.uniqueArray(anyEntry, { selector: (e) => e.hash, maxLength: 30 });
    fc.assert(
      fc.property(lists, (entries) => {
        const bytes = encodeHman(entries);
        const sorted = entries.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
        expect(decodeHman(bytes).entries).toEqual(sorted);
        expect(validateHman(bytes)).toEqual([]);
        const manifest = openHman(bytes);
        for (const wanted of entries) expect(manifest.find(wanted.hash)).toEqual(wanted);
        expect(manifest.find(0n)).toBeUndefined();
        expect(manifest.find(2n ** 64n - 1n)).toBeUndefined();
        expect(encodeHman(entries.toReversed())).toEqual(bytes);
      }),
    );
  });

  it('edits single entries like encoding all of them again', () => {
    const lists = fc.uniqueArray(anyEntry, { selector: (e) => e.hash, maxLength: 20 });
    fc.assert(
      fc.property(lists, fc.nat(20), fc.nat(20), (entries, kept, before) => {
        const [after, old] = [entries.slice(kept), entries.slice(0, before)];
        const removed = new Set(old.filter((e) => !after.includes(e)).map(({ hash }) => hash));
        const added = after.filter((e) => !old.includes(e));
        expect(editHman(encodeHman(old), { removed, added })).toEqual(encodeHman(after));
      }),
    );
    const one = entry('mesh', 'a.hmesh');
    const bytes = encodeHman([one]);
    expect(() => editHman(bytes, { removed: new Set([1n]), added: [] })).toThrow('no entry');
    expect(() => editHman(bytes, { removed: new Set(), added: [{ ...one, path: 'b' }] })).toThrow('hash of b');
    expect(() => editHman(bytes.subarray(1), { removed: new Set(), added: [] })).toThrow(FormatError);
  });

  it('collapses equal entries and refuses one hash for two files', () => {
    const one = entry('mesh', 'a.hmesh');
    expect(decodeHman(encodeHman([one, one])).entries).toEqual([one]);
    expect(() => encodeHman([one, { ...one, path: 'b.hmesh' }])).toThrow('a.hmesh and b.hmesh');
    expect(() => encodeHman([one, { ...one, kind: 'font' }])).toThrow('listed twice');
  });

  it('finds a hash without reading the other paths', () => {
    const bytes = encodeHman([entry('mesh', 'a.hmesh'), entry('mesh', 'b.hmesh')]);
    const text = new TextDecoder('latin1').decode(bytes);
    bytes[text.indexOf('a.hmesh')] = 0xff;
    expect(openHman(bytes).find(hashRef('b.hmesh'))?.path).toBe('b.hmesh');
    expect(() => openHman(bytes).find(hashRef('a.hmesh'))).toThrow(FormatError);
  });
});

/** Entries written as they are given, because the encoder refuses what is tested here. */
function raw(
  ...entries: readonly { hash?: bigint; kind?: number; colorspace?: number; path?: string; pathLen?: number }[]
) {
  const parts: number[] = [...new TextEncoder().encode('HMAN'), 1, 0, 0, 0, entries.length, 0, 0, 0, 0, 0, 0, 0];
  for (const { path = 'a.hmesh', kind = 1, colorspace = 0, ...rest } of entries) {
    const text = new TextEncoder().encode(path);
    const hash = rest.hash ?? manifestHash('mesh', path);
    const head = new DataView(new ArrayBuffer(12));
    head.setBigUint64(0, hash, true);
    head.setUint8(8, kind);
    head.setUint8(9, colorspace);
    head.setUint16(10, rest.pathLen ?? text.length, true);
    parts.push(...new Uint8Array(head.buffer), ...text);
  }
  return Uint8Array.from(parts);
}
const change = (at: number, value: number) => {
  const bytes = raw({});
  bytes[at] = value;
  return bytes;
};

describe('validateHman rejects', () => {
  it.each<[string, Uint8Array, string]>([
    ['a wrong magic', change(0, 0), 'bad-magic HmanHeader.magic'],
    ['another version', change(4, 2), 'bad-version HmanHeader.version'],
    ['a reserved word', change(12, 1), 'bad-value HmanHeader.reserved'],
    ['a count beyond the file', change(8, 2), 'truncated entries[1]'],
    ['a path beyond the file', raw({ pathLen: 8 }), 'truncated entries[0].path'],
    ['bytes after the last entry', raw({ pathLen: 6 }), 'trailing-bytes file'],
    ['a duplicate hash', raw({}, {}), 'duplicate entries[1].hash'],
    ['an unsorted hash', raw({ hash: 5n }, { hash: 4n }), 'bad-order entries[1].hash'],
    ['an unknown color space', raw({ colorspace: 2 }), 'bad-value entries[0].colorspace'],
    ['an empty path', raw({ path: '' }), 'bad-value entries[0].path'],
    ['an absolute path', raw({ path: '/etc/passwd' }), 'bad-value entries[0].path'],
    ['a path that escapes', raw({ path: 'a/../../b' }), 'bad-value entries[0].path'],
    ['a path with backslashes', raw({ path: 'a\\b' }), 'bad-value entries[0].path'],
    ['a path with a drive letter', raw({ path: 'C:/a' }), 'bad-value entries[0].path'],
    ['a path with an empty part', raw({ path: 'a//b' }), 'bad-value entries[0].path'],
    ['a path that is not UTF-8', change(28, 0xff), 'bad-text entries[0].path'],
    ['a hash that is not the kind’s', raw({ hash: 7n }), 'bad-value entries[0].hash'],
    ['a short header', raw({}).subarray(0, 15), 'truncated HmanHeader'],
  ])('%s', (_, bytes, wanted) => {
    const problems = validateHman(bytes).map(({ code, field }) => `${code} ${field}`);
    expect(problems).toContain(wanted);
    if (!wanted.endsWith('entries[0].hash')) expect(() => decodeHman(bytes)).toThrow(FormatError);
  });
});
