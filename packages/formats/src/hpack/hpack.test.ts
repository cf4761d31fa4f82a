import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { bytesSource } from '../source/random-access-source.js';
import { survivesDamage } from '../testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeHpack, planHpack, streamHpack } from './encode.js';
import { packKindOf } from './layout.js';
import { decodeHpack, openPack } from './read.js';
import { validateHpack, validatePack } from './validate.js';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const golden = () => [
  { path: 'models/chair.hmesh', bytes: text('a mesh, not really') },
  { path: 'assets.hman', bytes: text('a manifest') },
  { path: 'models/chair.hmat', bytes: text('materials') },
  { path: 'models/chair.hanim', bytes: text('clips') },
  { path: 'models/chair/tex_0.ktx2', bytes: text('0123456789abcdef') },
  { path: 'sky/fragment.spv', bytes: text('') },
  { path: 'ui/font.hfont', bytes: text('glyphs') },
  { path: 'scene/level.json', bytes: text('{}') },
];

describe('the .hpack golden', () => {
  it('keeps its bytes and its twin', () => {
    const bytes = encodeHpack(golden());
    const twin = toTwin(decodeHpack(bytes));
    writeGoldenIfAsked('runtime.hpack', bytes);
    writeGoldenIfAsked('runtime.json', `${JSON.stringify(twin, null, 1)}\n`);
    expect(bytes).toEqual(readGolden('runtime.hpack'));
    expect(twin).toEqual(readTwin('runtime.json'));
    expect(validateHpack(bytes)).toEqual([]);
  });

  it('survives every truncation and every flipped bit', () => {
    const report = survivesDamage({ bytes: encodeHpack(golden()), decode: decodeHpack, validate: validateHpack });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(100);
  });
});

const part = fc.stringMatching(/^[a-zA-Z0-9_.é❤-]{1,8}$/).filter((name) => name !== '.' && name !== '..');
const extension = fc.constantFrom('', '.hmesh', '.ktx2', '.spv', '.hfont', '.HMESH');
const file = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), extension, fc.uint8Array({ maxLength: 40 }))
  .map(([parts, ext, bytes]) => ({ path: parts.join('/') + ext, bytes }));
const tree = fc.uniqueArray(file, { selector: (f) => f.path, maxLength: 20 });

describe('.hpack round trips', () => {
  it('gives back every file, in any order of input', () => {
    fc.assert(
      fc.property(tree, (files) => {
        const bytes = encodeHpack(files);
        const decoded = decodeHpack(bytes).entries;
        const sort = (list: readonly { path: string }[]) =>
          list.map((f) => f.path).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(decoded.map((e) => e.path)).toEqual(sort(files));
        for (const { path, bytes: payload } of files) {
          expect(decoded.find((e) => e.path === path)?.bytes).toEqual(payload);
        }
        expect(validateHpack(bytes)).toEqual([]);
        expect(encodeHpack(files.toReversed())).toEqual(bytes);
      }),
    );
  });

  it('streams the same bytes, whole or in chunks', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.boolean(), async (files, chunked) => {
        const plan = planHpack(files.map(({ path, bytes }) => ({ path, size: bytes.length })));
        const parts: Uint8Array[] = [];
        const payload = (path: string) => files.find((f) => f.path === path)?.bytes ?? new Uint8Array(0);
        async function* slices(path: string) {
          for (const byte of payload(path)) yield Uint8Array.of(byte);
        }
        const open = ({ path }: { path: string }) => (chunked ? slices(path) : Promise.resolve(payload(path)));
        for await (const chunk of streamHpack(plan, open)) parts.push(chunk);
        expect(new Uint8Array(Buffer.concat(parts))).toEqual(encodeHpack(files));
        expect(plan.totalBytes).toBe(parts.reduce((sum, p) => sum + p.length, 0));
      }),
      { numRuns: 50 },
    );
  });

  it('refuses a payload that changed its size while streaming', async () => {
    const plan = planHpack([{ path: 'a', size: 3 }]);
    const all = async (bytes: Uint8Array) => {
      for await (const chunk of streamHpack(plan, async () => bytes)) expect(chunk).toBeDefined();
    };
    await expect(all(text('ab'))).rejects.toThrow('a has not the 3 bytes');
    await expect(all(text('abcd'))).rejects.toThrow('a has not the 3 bytes');
  });

  it('refuses to write paths that escape and paths given twice', () => {
    for (const path of ['../a', '/a', 'a/../../b', 'C:/a', 'a\\b', '', 'a//b', './a', 'a\0b']) {
      expect(() => planHpack([{ path, size: 0 }])).toThrow('must be');
    }
    expect(() =>
      planHpack([
        { path: 'a', size: 0 },
        { path: 'a', size: 1 },
      ]),
    ).toThrow('given twice');
  });
});

describe('packKindOf', () => {
  it('goes by the extension, and by nothing that merely looks like one', () => {
    expect(['a.hmesh', 'a/b.lut.ktx2', 'x.spv', '.hfont'].map(packKindOf)).toEqual(['hmesh', 'ktx2', 'spv', 'hfont']);
    // Companion files of a mesh are found by their paths; readers of older packs know no kind for them.
    expect(['a.hmatx', 'a.hscene'].map(packKindOf)).toEqual(['other', 'other']);
    expect(['hmesh', 'a.HMESH', 'a.hmesh/b', 'a.ktx', 'other', 'a.other'].map(packKindOf)).toEqual(
      Array(6).fill('other'),
    );
  });
});

describe('openPack', () => {
  it('reads the head once and then only what is asked for', async () => {
    const reads: [number, number][] = [];
    const bytes = encodeHpack(golden());
    const source = bytesSource(bytes);
    const pack = await openPack({
      size: source.size,
      read: (offset, length) => {
        reads.push([offset, length]);
        return source.read(offset, length);
      },
    });
    const before = reads.length;
    expect(before).toBeLessThanOrEqual(2);
    const entry = pack.find('models/chair/tex_0.ktx2');
    if (entry === undefined) throw new Error('not found');
    expect(await pack.read(entry.path)).toEqual(text('0123456789abcdef'));
    expect(await pack.readRange(entry, 3, 4)).toEqual(text('3456'));
    await expect(pack.readRange(entry, 15, 2)).rejects.toThrow(RangeError);
    expect(reads.slice(before)).toEqual([
      [entry.offset, 16],
      [entry.offset + 3, 4],
    ]);
    expect(await pack.read('sky/fragment.spv')).toEqual(new Uint8Array(0));
    expect(await pack.read('nothing')).toBeUndefined();
    expect(pack.find('../models/chair.hmesh')).toBeUndefined();
    expect([...pack.entries()].map((e) => e.kind)).toEqual([
      'hman',
      'hanim',
      'hmat',
      'hmesh',
      'ktx2',
      'other',
      'spv',
      'hfont',
    ]);
  });

  it('finds every path of a large pack and none that is absent', async () => {
    const files = Array.from({ length: 5000 }, (_, i) => ({ path: `folder_${i % 97}/file_${i}.hmesh`, size: i % 7 }));
    const plan = planHpack(files);
    const whole = new Uint8Array(plan.totalBytes);
    whole.set(plan.head);
    const pack = await openPack(bytesSource(whole));
    for (const { path, size } of files) expect(pack.find(path)?.size).toBe(size);
    for (const { path } of files.slice(0, 100)) expect(pack.find(`${path}x`)).toBeUndefined();
  });

  it('reports a source that gives too little', async () => {
    const bytes = encodeHpack(golden());
    const pack = openPack({ size: async () => bytes.length, read: async () => new Uint8Array(3) });
    await expect(pack).rejects.toThrow(FormatError);
  });

  it('does not believe a table longer than the file', async () => {
    const bytes = encodeHpack(golden());
    new DataView(bytes.buffer).setBigUint64(16, 2n ** 60n, true);
    await expect(openPack(bytesSource(bytes))).rejects.toThrow(FormatError);
  });
});

interface RawEntry {
  readonly path: string;
  readonly offset: number;
  readonly size: number;
  readonly kind?: number;
  readonly pathLen?: number;
}
/** A pack as it is given, because the planner refuses what is tested here. */
function raw(entries: readonly RawEntry[], fileBytes: number, change?: (view: DataView) => void): Uint8Array {
  const toc = entries.flatMap(({ path, offset, size, kind = 0, pathLen }) => {
    const name = text(path);
    const head = new DataView(new ArrayBuffer(19));
    head.setBigUint64(0, BigInt(offset), true);
    head.setBigUint64(8, BigInt(size), true);
    head.setUint8(16, kind);
    head.setUint16(17, pathLen ?? name.length, true);
    return [...new Uint8Array(head.buffer), ...name];
  });
  const bytes = new Uint8Array(Math.max(fileBytes, 24 + toc.length));
  const view = new DataView(bytes.buffer);
  bytes.set(text('HPAK'));
  view.setUint32(4, 2, true);
  view.setUint32(8, entries.length, true);
  view.setBigUint64(16, BigInt(toc.length), true);
  bytes.set(toc, 24);
  change?.(view);
  return bytes;
}
const a = { path: 'a', offset: 64, size: 4 };
const b = { path: 'b', offset: 80, size: 4 };

describe('validateHpack rejects', () => {
  it('nothing in a good pack made by hand', () => {
    expect(validateHpack(raw([{ ...a, offset: 64 }, b], 84))).toEqual([]);
  });

  it.each<[string, Uint8Array, string, 'decodes'?]>([
    ['a wrong magic', raw([a, b], 84, (v) => v.setUint8(0, 1)), 'bad-magic HpackHeader.magic'],
    ['another version', raw([a, b], 84, (v) => v.setUint32(4, 1, true)), 'bad-version HpackHeader.version'],
    ['flags', raw([a, b], 84, (v) => v.setUint32(12, 1, true)), 'bad-value HpackHeader.flags'],
    ['a short header', raw([a], 68).subarray(0, 23), 'truncated HpackHeader'],
    ['a table beyond the file', raw([a], 68, (v) => v.setUint32(16, 999, true)), 'truncated HpackHeader.tocBytes'],
    [
      'a table longer than its entries',
      raw([a, b], 84, (v) => v.setUint32(8, 1, true)),
      'bad-value HpackHeader.tocBytes',
    ],
    ['a table shorter than its entries', raw([a, b], 84, (v) => v.setUint32(8, 3, true)), 'truncated entries[2]'],
    ['a path beyond the table', raw([a, { ...b, pathLen: 2 }], 84), 'truncated entries[1].path'],
    [
      'unsorted paths',
      raw(
        [
          { ...b, offset: 64 },
          { ...a, offset: 80 },
        ],
        84,
      ),
      'bad-order entries[1].path',
    ],
    ['a path twice', raw([a, { ...b, path: 'a' }], 84), 'duplicate entries[1].path'],
    ['a path that escapes', raw([{ ...a, path: '../a' }], 68), 'bad-value entries[0].path'],
    ['an absolute path', raw([{ ...a, path: '/a' }], 68), 'bad-value entries[0].path'],
    ['a drive letter', raw([{ ...a, path: 'c:a' }], 68), 'bad-value entries[0].path'],
    ['a backslash', raw([{ ...a, path: 'a\\b' }], 68), 'bad-value entries[0].path'],
    ['a path that is not UTF-8', raw([a], 68, (v) => v.setUint8(43, 0xff)), 'bad-text entries[0].path'],
    [
      'a later kind for an extension of ours',
      raw([{ ...a, path: 'a.hmat', kind: 8 }], 68),
      'bad-value entries[0].kind',
      'decodes',
    ],
    ['a kind that is not the extension’s', raw([{ ...a, kind: 1 }], 68), 'bad-value entries[0].kind', 'decodes'],
    ['a misaligned payload', raw([a, { ...b, offset: 72 }], 84), 'bad-alignment entries[1].offset'],
    ['payloads that overlap', raw([{ ...a, size: 17 }, b], 84), 'bad-range entries[1].offset'],
    [
      'overlap among payloads out of order',
      raw(
        [
          { ...a, offset: 80 },
          { ...b, offset: 64, size: 17 },
        ],
        84,
      ),
      'bad-range entries[0].offset',
    ],
    ['a payload inside the table', raw([{ ...a, offset: 32 }], 68), 'bad-range entries[0].offset'],
    ['a payload beyond the file', raw([a, b], 83), 'bad-range entries[1].size'],
    [
      'an offset of 2^64 − 16',
      raw([a], 68, (v) => v.setBigUint64(24, 2n ** 64n - 16n, true)),
      'bad-range entries[0].size',
    ],
    ['a gap', raw([a, { ...b, offset: 96 }], 100), 'bad-range entries[1].offset', 'decodes'],
    ['padding that is not zero', raw([a, b], 84, (v) => v.setUint8(70, 1)), 'bad-value padding', 'decodes'],
    ['bytes after the last payload', raw([a, b], 85), 'trailing-bytes file', 'decodes'],
  ])('%s', async (_, bytes, wanted, decodes) => {
    const problems = validateHpack(bytes);
    expect(problems.map(({ code, field }) => `${code} ${field}`)).toContain(wanted);
    expect(await validatePack(bytesSource(bytes))).toEqual(problems);
    if (decodes === undefined) {
      expect(() => decodeHpack(bytes)).toThrow(FormatError);
    } else {
      expect(() => decodeHpack(bytes)).not.toThrow();
    }
  });
});
