import {
  decodeHman,
  encodeHanim,
  encodeHanimx,
  encodeHman,
  encodeHmat,
  encodeHpack,
  hashRef,
  NO_MATERIAL,
} from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { checkPath } from './check-path.js';
import { memoryDisk } from './testing/memory-disk.js';
import {
  sampleClip,
  sampleEntry,
  sampleFont,
  sampleMaterial,
  sampleMesh,
  sampleOutput,
  sampleTexture,
  sampleWeights,
} from './testing/sample-output.js';

type Files = Record<string, Uint8Array>;

const inFolder = (files: Files) =>
  memoryDisk(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`/out/${path}`, bytes])));
const inPack = (files: Files) =>
  memoryDisk({ '/out.hpack': encodeHpack(Object.entries(files).map(([path, bytes]) => ({ path, bytes }))) });
const summary = (result: Awaited<ReturnType<typeof checkPath>>) =>
  result?.diagnostics.map(({ code, file, message }) => `${code} ${file}: ${message}`);

/** The same defects must be found in a folder and in a pack. */
async function problemsOf(files: Files): Promise<readonly string[] | undefined> {
  const folder = await checkPath(inFolder({ ...files, '.assetc-cache': new Uint8Array(1) }), '/out');
  const pack = await checkPath(inPack(files), '/out.hpack');
  expect(summary(pack)).toEqual(summary(folder));
  expect(folder?.ok).toBe(folder?.diagnostics.length === 0);
  return summary(folder);
}

const without = (files: Files, path: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));

describe('checkPath', () => {
  it('finds nothing wrong with a whole output', async () => {
    expect(await problemsOf(sampleOutput())).toEqual([]);
    expect(await checkPath(inFolder(sampleOutput()), '/out')).toMatchObject({ type: 'folder', files: 10, ok: true });
    expect(await checkPath(inPack(sampleOutput()), '/out.hpack')).toMatchObject({ type: 'pack', files: 10, ok: true });
  });

  it('returns undefined if the path does not exist', async () => {
    expect(await checkPath(memoryDisk({}), '/out')).toBeUndefined();
  });

  it.each([
    'models/chair.hmesh',
    'models/chair.hmat',
    'models/chair.hanim',
    'brick.n.ktx2',
    'sky/compute.spv',
    'ui/sans.hfont',
    'assets.hman',
  ])('reports that %s is cut off, with the place', async (path) => {
    const files = sampleOutput();
    const bytes = files[path] ?? new Uint8Array(0);
    const result = await checkPath(inFolder({ ...files, [path]: bytes.subarray(0, bytes.byteLength - 4) }), '/out');
    const own = result?.diagnostics.filter(({ file, code }) => file === path && code === 'check/malformed');
    expect(own?.length).toBeGreaterThan(0);
    expect(own?.every(({ where }) => where?.offset !== undefined)).toBe(true);
    expect(result?.ok).toBe(false);
  });

  it('reports every problem of a file, not only the first', async () => {
    const files = sampleOutput();
    const table = encodeHmat([sampleMaterial(), sampleMaterial()]);
    new DataView(table.buffer).setFloat32(16 + 28, Number.NaN, true);
    new DataView(table.buffer).setFloat32(16 + 96 + 28, Number.NaN, true);
    expect(await problemsOf({ ...files, 'models/chair.hmat': table })).toHaveLength(2);
  });

  it('reports a manifest entry whose file is gone, and the materials that refer to it', async () => {
    expect(await problemsOf(without(sampleOutput(), 'brick.n.ktx2'))).toEqual([
      'check/missing-file assets.hman: it lists the texture brick.n.ktx2, which does not exist',
      expect.stringMatching(
        /^check\/missing-texture models\/chair\.hmat: row 1, normal: .* is brick\.n\.ktx2, which does not exist$/,
      ),
    ]);
  });

  it("reports a manifest hash that does not obey its kind's rule", async () => {
    const files = sampleOutput();
    const entries = [{ ...sampleEntry('mesh', 'models/chair.hmesh'), hash: 5n }];
    const found = await problemsOf({
      ...files,
      'assets.hman': encodeHman(entries),
      'models/chair.hmat': encodeHmat([sampleMaterial(), sampleMaterial()]),
    });
    expect(found).toEqual([expect.stringMatching(/^check\/malformed assets\.hman: entries\[0\]\.hash: must be/)]);
  });

  it('reports a reference to a missing texture', async () => {
    const files = {
      ...sampleOutput(),
      'models/chair.hmat': encodeHmat([sampleMaterial({ emissiveTex: 77n }), sampleMaterial()]),
    };
    expect(await problemsOf(files)).toEqual([
      'check/missing-texture models/chair.hmat: row 0, emissive: texture 000000000000004d does not exist',
    ]);
  });

  it('reports a texture that exists but is not in the manifest', async () => {
    const files = {
      ...sampleOutput(),
      'extra.ktx2': sampleTexture(),
      'models/chair.hmat': encodeHmat([sampleMaterial({ baseColorTex: hashRef('extra') }), sampleMaterial()]),
    };
    expect(await problemsOf(files)).toEqual([
      expect.stringContaining('is extra.ktx2, which the manifest does not list'),
    ]);
  });

  it('resolves textures of the shared store by the hash in their name', async () => {
    const path = 'tex/00000000000000ff.ktx2';
    const files = {
      [path]: sampleTexture(),
      'a.hmat': encodeHmat([sampleMaterial({ baseColorTex: 0xffn })]),
      'assets.hman': encodeHman([sampleEntry('texture', path), sampleEntry('material', 'a.hmat')]),
    };
    expect(await problemsOf(files)).toEqual([]);
  });

  it('reports a mesh whose material table is missing', async () => {
    const files = without(sampleOutput(), 'models/chair.hmat');
    expect(await problemsOf(files)).toContain(
      'check/missing-companion models/chair.hmesh: its material table models/chair.hmat does not exist',
    );
  });

  it('accepts a mesh without materials and without a table', async () => {
    const files = {
      'models/chair.hmesh': sampleMesh({ materials: 0, slot: NO_MATERIAL }),
      'assets.hman': encodeHman([sampleEntry('mesh', 'models/chair.hmesh')]),
    };
    expect(await problemsOf(files)).toEqual([]);
  });

  it('ignores manifest entries of unknown kinds', async () => {
    const later = { kind: 'unknown', kindNumber: 9, path: 'steps.hsnd', colorspace: 'linear', hash: 5n } as const;
    const files = { 'steps.hsnd': Uint8Array.of(1), 'assets.hman': encodeHman([later]) };
    expect(await problemsOf(files)).toEqual([]);
    expect(await problemsOf(without(files, 'steps.hsnd'))).toEqual([
      'check/missing-file assets.hman: it lists the unknown steps.hsnd, which does not exist',
    ]);
  });

  it('reports a mesh whose material count is not that of the table', async () => {
    const files = { ...sampleOutput(), 'models/chair.hmesh': sampleMesh({ materials: 3, slot: 0 }) };
    expect(await problemsOf(files)).toEqual([
      'check/material-count models/chair.hmesh: it has 3 materials, but models/chair.hmat has 2 rows',
    ]);
  });

  it('reports a material slot that the table does not have', async () => {
    const files = { ...sampleOutput(), 'models/chair.hmesh': sampleMesh({ materials: 3, slot: 2 }) };
    expect(await problemsOf(files)).toContain(
      'check/material-slot models/chair.hmesh: submesh 0 uses material 2, but models/chair.hmat has 2 rows',
    );
  });

  it('accepts a submesh without a material', async () => {
    expect(await problemsOf({ ...sampleOutput(), 'models/chair.hmesh': sampleMesh({ slot: 0xffffffff }) })).toEqual([]);
  });

  it('reports an animated joint that the skeleton does not have', async () => {
    const files = { ...sampleOutput(), 'models/chair.hanim': encodeHanim([sampleClip(2)]) };
    expect(await problemsOf(files)).toEqual([
      'check/joint models/chair.hanim: clip "Wave" moves joint 2, but models/chair.hmesh has 2 joints',
    ]);
  });

  it('reports an animation whose mesh has no skeleton, or is not there', async () => {
    const files = sampleOutput();
    expect(await problemsOf({ ...files, 'models/chair.hmesh': sampleMesh({ joints: 0 }) })).toEqual([
      'check/joint models/chair.hanim: clip "Wave" moves joint 1, but models/chair.hmesh has 0 joints',
    ]);
    expect(await problemsOf(without(files, 'models/chair.hmesh'))).toContain(
      'check/missing-companion models/chair.hanim: its mesh models/chair.hmesh does not exist',
    );
  });

  it('checks clips of weights against the morph targets of the mesh', async () => {
    const weights = { 'models/chair.hanimx': encodeHanimx([sampleWeights(1)]) };
    const files = { ...sampleOutput(), ...weights, 'models/chair.hmesh': sampleMesh({ targets: 2 }) };
    expect(await problemsOf(files)).toEqual([]);
    expect(await problemsOf({ ...files, 'models/chair.hmesh': sampleMesh({ targets: 1 }) })).toEqual([
      'check/morph-target models/chair.hanimx: clip "Wave" sets morph target 1, but models/chair.hmesh has 1 morph target',
    ]);
    expect(await problemsOf({ ...sampleOutput(), 'models/gone.hanimx': encodeHanimx([]) })).toEqual([
      'check/missing-companion models/gone.hanimx: its mesh models/gone.hmesh does not exist',
    ]);
    expect(await problemsOf({ ...files, 'models/chair.hanimx': encodeHanim([]) })).toEqual([
      expect.stringMatching(/^check\/malformed models\/chair\.hanimx: HanimHeader\.version/),
    ]);
  });

  it('checks the format of a compiled file that is listed as embedded', async () => {
    const path = 'models/chair.hanimx';
    const files: Files = { ...sampleOutput(), [path]: new Uint8Array(5) };
    const listed = encodeHman([
      ...decodeHman(files['assets.hman'] ?? new Uint8Array(0)).entries,
      sampleEntry('embed', path),
    ]);
    expect(await problemsOf({ ...files, 'assets.hman': listed })).toEqual([
      expect.stringMatching(/^check\/malformed models\/chair\.hanimx/),
    ]);
  });

  it('reports a font whose atlas is gone, another one, or of another size', async () => {
    const files = sampleOutput();
    expect(await problemsOf(without(files, 'ui/sans.ktx2'))).toContain(
      'check/missing-atlas ui/sans.hfont: its atlas ui/sans.ktx2 does not exist',
    );
    expect(await problemsOf({ ...files, 'ui/sans.hfont': sampleFont(7n) })).toEqual([
      'check/missing-atlas ui/sans.hfont: it refers to texture 0000000000000007, which is not ui/sans.ktx2',
    ]);
    expect(await problemsOf({ ...files, 'ui/sans.ktx2': sampleTexture(8) })).toEqual([
      'check/missing-atlas ui/sans.hfont: it needs an atlas of 4 × 4 texels, but ui/sans.ktx2 has 8 × 8',
    ]);
  });

  it('reports a missing manifest as an error for an output, and as a warning for other folders', async () => {
    const files = without(sampleOutput(), 'assets.hman');
    expect(await problemsOf(files)).toEqual(['check/no-manifest assets.hman: there is no manifest']);
    expect(await checkPath(inFolder(files), '/out')).toMatchObject({
      ok: true,
      diagnostics: [{ severity: 'warning' }],
    });
  });

  it('refuses a folder without compiled files', async () => {
    const disk = memoryDisk({ '/out/readme.txt': new Uint8Array(1) });
    expect(await checkPath(disk, '/out')).toMatchObject({
      ok: false,
      diagnostics: [{ message: 'there is no manifest and no compiled file' }],
    });
  });

  it('does not check the format of embedded files', async () => {
    const files = sampleOutput();
    const entries = [sampleEntry('embed', 'mine.ktx2')];
    const more = {
      'mine.ktx2': new Uint8Array(3),
      'models/chair.hmat': encodeHmat([sampleMaterial(), sampleMaterial()]),
    };
    expect(await problemsOf({ ...files, ...more, 'assets.hman': encodeHman(entries) })).toEqual([]);
    expect(await problemsOf({ ...files, 'mine.ktx2': new Uint8Array(3) })).toHaveLength(1);
  });

  it('ignores nested outputs, dot files and links', async () => {
    const disk = memoryDisk({
      '/out/assets.hman': encodeHman([]),
      '/out/nested/.assetc-cache': new Uint8Array(1),
      '/out/nested/bad.hmesh': new Uint8Array(1),
      '/out/.hidden/bad.hmesh': new Uint8Array(1),
      '/out/loop': 'link',
      '/out/good.spv': sampleOutput()['sky/compute.spv'] ?? new Uint8Array(0),
    });
    expect(await checkPath(disk, '/out')).toMatchObject({ files: 2, ok: true });
  });

  it('reports what is wrong with the table of a pack', async () => {
    const disk = inPack(sampleOutput());
    const bytes = disk.readFile('/out.hpack');
    bytes[8] = 99;
    const result = await checkPath(disk, '/out.hpack');
    expect(result).toMatchObject({ type: 'pack', ok: false });
    expect(result?.diagnostics[0]).toMatchObject({ file: 'out.hpack', code: 'check/malformed' });
  });

  it('checks a single file', async () => {
    const disk = memoryDisk({ '/x/a.hmat': encodeHmat([]), '/x/b.hmat': new Uint8Array(5) });
    expect(await checkPath(disk, '/x/a.hmat')).toMatchObject({ type: 'file', ok: true });
    expect(await checkPath(disk, '/x/b.hmat')).toMatchObject({ type: 'file', ok: false });
  });

  it('refuses a single file of an unknown format', async () => {
    const disk = memoryDisk({ '/x/Fox.glb': new TextEncoder().encode('glTF'), '/x/notes.mat': new Uint8Array(3) });
    const refused = { type: 'file', ok: false, diagnostics: [{ code: 'check/not-an-output' }] };
    expect(await checkPath(disk, '/x/Fox.glb')).toMatchObject(refused);
    expect(await checkPath(disk, '/x/notes.mat')).toMatchObject(refused);
  });

  it('accepts a single file that a build embedded', async () => {
    const files = {
      'assets.hman': encodeHman([sampleEntry('embed', 'a/level.json')]),
      'a/level.json': new Uint8Array(2),
    };
    expect(await checkPath(inFolder(files), '/out/a/level.json')).toMatchObject({ type: 'file', ok: true });
  });

  it('refuses a folder that only contains outputs or packs', async () => {
    const output = Object.entries({ ...sampleOutput(), '.assetc-cache': new Uint8Array(1) });
    const named = (folder: string) => Object.fromEntries(output.map(([path, bytes]) => [`${folder}/${path}`, bytes]));
    const disk = memoryDisk({ ...named('/game/desktop'), ...named('/game/mobile'), '/game/a.spv': new Uint8Array(4) });
    const result = await checkPath(disk, '/game');
    expect(result?.ok).toBe(false);
    expect(summary(result)).toContain(
      'check/not-an-output .: the folder is not an output, but it contains outputs: desktop, mobile',
    );
    expect((await checkPath(memoryDisk({ '/x/a.hpack': encodeHpack([]) }), '/x'))?.ok).toBe(false);
  });

  describe('compares a pack with the output next to it', () => {
    const withPack = (folder: Files, pack: Files) =>
      memoryDisk({
        ...Object.fromEntries(Object.entries(folder).map(([path, bytes]) => [`/out/${path}`, bytes])),
        '/out/.assetc-cache': new Uint8Array(1),
        '/out.hpack': encodeHpack(Object.entries(pack).map(([path, bytes]) => ({ path, bytes }))),
      });
    const both = async (folder: Files, pack: Files, packs?: 'recorded') => {
      const disk = withPack(folder, pack);
      const [a, b] = [await checkPath(disk, '/out', { packs }), await checkPath(disk, '/out.hpack', { packs })];
      const stale = [a, b].map((result) => result?.diagnostics.filter(({ code }) => code === 'check/stale-pack') ?? []);
      expect(stale[0]?.map(({ message }) => message)).toEqual(stale[1]?.map(({ message }) => message));
      return stale[0]?.map(({ file, message }) => `${file}: ${message.replace(/^.*: /, '')}`);
    };

    it('finds nothing if they are equal', async () => {
      expect(await both(sampleOutput(), sampleOutput())).toEqual([]);
    });

    it('finds a file that was added, changed or removed', async () => {
      const files = sampleOutput();
      const more = { ...files, 'notes.txt': new Uint8Array(1) };
      expect(await both(more, files)).toEqual(['../out.hpack: it lacks notes.txt']);
      expect(await both(files, more)).toEqual(['../out.hpack: it contains notes.txt, which the folder does not']);
      expect(await both({ ...more, 'notes.txt': Uint8Array.of(7) }, more)).toEqual([
        '../out.hpack: its notes.txt differs',
      ]);
    });

    it("leaves the user's own files out where packs hold only what builds wrote", async () => {
      const files = sampleOutput();
      expect(await both({ ...files, 'notes.txt': new Uint8Array(1) }, files, 'recorded')).toEqual([]);
      expect(await both(files, without(files, 'brick.n.ktx2'), 'recorded')).toEqual([
        '../out.hpack: it lacks brick.n.ktx2',
      ]);
    });
  });

  it('stops when it is aborted', async () => {
    await expect(checkPath(inFolder(sampleOutput()), '/out', { signal: AbortSignal.abort() })).rejects.toThrow(
      /abort/i,
    );
  });
});
