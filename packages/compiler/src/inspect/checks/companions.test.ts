// What lies next to a mesh and its materials: `.hmatx` and `.hscene` against both, and the textures that they use.

import { DEFAULT_TEXTURE_USE, encodeHman, encodeHmatx, encodeHscene, type HmatxModel, hashRef } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { openFolderTree } from '../asset-tree.js';
import { checkPath } from '../check-path.js';
import { memoryDisk } from '../testing/memory-disk.js';
import { sampleEntry, sampleOutput } from '../testing/sample-output.js';
import { describeUse, findTextureUses } from '../texture-users.js';

type Files = Record<string, Uint8Array>;

const inFolder = (files: Files) =>
  memoryDisk(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`/out/${path}`, bytes])));
const summary = (result: Awaited<ReturnType<typeof checkPath>>) =>
  result?.diagnostics.map(({ code, file, message }) => `${code} ${file}: ${message}`);
const problemsOf = async (files: Files) => summary(await checkPath(inFolder(files), '/out'));

describe('further properties of materials', () => {
  const use = { ...DEFAULT_TEXTURE_USE, row: 0, slot: 'baseColor', texture: hashRef('models/chair/tex_0') } as const;
  const coat = { ...use, slot: 'clearcoat', texture: hashRef('brick.n') } as const;
  const good: HmatxModel = {
    rowCount: 2,
    uses: [use, coat],
    variants: { names: ['red'], maps: [{ variant: 0, submesh: 0, row: 1 }] },
  };
  const withExtras = (more: Partial<HmatxModel>): Files => {
    const files = sampleOutput();
    return { ...files, 'models/chair.hmatx': encodeHmatx({ ...good, ...more }) };
  };

  it('fit, and may be listed as embedded without being taken for it', async () => {
    expect(await problemsOf(withExtras({}))).toEqual([]);
    const entries = [sampleEntry('embed', 'models/chair.hmatx'), sampleEntry('texture', 'brick.n.ktx2')];
    const listed = { ...withExtras({}), 'assets.hman': encodeHman(entries) };
    const broken = await problemsOf({ ...listed, 'models/chair.hmatx': new Uint8Array(3) });
    expect(broken?.filter((line) => line.startsWith('check/malformed models/chair.hmatx'))).toHaveLength(1);
  });

  it('are about as many rows as the table has', async () => {
    expect(await problemsOf(withExtras({ rowCount: 3 }))).toEqual([
      'check/material-count models/chair.hmatx: it extends 3 materials, but models/chair.hmat has 2 rows',
    ]);
  });

  it('name the textures that the table names, and those that exist', async () => {
    const other = { ...use, texture: hashRef('brick.n') };
    expect(await problemsOf(withExtras({ uses: [other] }))).toEqual([
      expect.stringMatching(
        /^check\/material-texture models\/chair\.hmatx: row 0, baseColor: .*, but .* in models\/chair\.hmat$/,
      ),
    ]);
    const lost = { ...coat, texture: 77n };
    const result = await checkPath(inFolder(withExtras({ uses: [use, lost] })), '/out');
    expect(summary(result)).toEqual([
      'check/missing-texture models/chair.hmatx: row 0, clearcoat: texture 000000000000004d does not exist',
    ]);
    const bytes = encodeHmatx({ ...good, uses: [use, lost] });
    const at = result?.diagnostics[0]?.where?.offset ?? 0;
    expect(new DataView(bytes.buffer).getBigUint64(at, true)).toBe(77n);
  });

  it('count as users of their textures, once for what the table names too', async () => {
    const uses = await findTextureUses(openFolderTree(inFolder(withExtras({})), '/out'));
    expect(uses.map(describeUse)).toEqual([
      'models/chair.hmat[0].baseColor',
      'models/chair.hmat[1].normal',
      'models/chair.hmatx[0].clearcoat',
    ]);
  });

  it('change submeshes that the mesh has', async () => {
    const variants = { names: ['red'], maps: [{ variant: 0, submesh: 1, row: 1 }] };
    expect(await problemsOf(withExtras({ variants }))).toEqual([
      'check/submesh models/chair.hmatx: variant "red" changes submesh 1, but models/chair.hmesh has 1 submesh',
    ]);
  });

  it('miss the files that they add to', async () => {
    const found = await problemsOf({ 'models/chair.hmatx': encodeHmatx(good), 'assets.hman': encodeHman([]) });
    expect(found).toContain(
      'check/missing-companion models/chair.hmatx: its material table models/chair.hmat does not exist',
    );
    expect(found).toContain('check/missing-companion models/chair.hmatx: its mesh models/chair.hmesh does not exist');
  });
});

describe('a scene', () => {
  const node = {
    name: 'seat',
    translation: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    parent: -1,
    firstSubmesh: 0,
    submeshCount: 1,
    firstLine: 0,
    lineCount: 0,
    skin: -1,
    camera: -1,
    light: -1,
    joint: 1,
    visible: true,
    firstInstance: 0,
    instanceCount: 0,
  };
  const scene = (more: Partial<typeof node>, row = 1): Files => ({
    'models/chair.hscene': encodeHscene({
      meshesAreBaked: true,
      nodes: [{ ...node, ...more }],
      cameras: [],
      lights: [],
      instances: new Float32Array(0),
      extras: [{ target: 'material', index: row, json: '{}' }],
      clips: [],
    }),
  });

  it('fits its mesh and its materials', async () => {
    expect(await problemsOf({ ...sampleOutput(), ...scene({}) })).toEqual([]);
  });

  it.each([
    [{ submeshCount: 2 }, 1, 'check/submesh', 'node 0 "seat" shows submesh 1, but models/chair.hmesh has 1 submesh'],
    [
      { lineCount: 1 },
      1,
      'check/submesh',
      'node 0 "seat" shows line range 0, but models/chair.hmesh has 0 line ranges',
    ],
    [{ joint: 2 }, 1, 'check/joint', 'node 0 "seat" is joint 2, but models/chair.hmesh has 2 joints'],
    [{}, 2, 'check/material-slot', 'it refers to material 2, but models/chair.hmat has 2 rows'],
  ] as const)('names what is there: %j, row %i', async (more, row, code, message) => {
    expect(await problemsOf({ ...sampleOutput(), ...scene(more, row) })).toEqual([
      `${code} models/chair.hscene: ${message}`,
    ]);
  });

  it('misses its mesh only where it shows some of it', async () => {
    const alone = (more: Partial<typeof node>) => problemsOf({ ...scene(more), 'assets.hman': encodeHman([]) });
    const mesh = 'check/missing-companion models/chair.hscene: its mesh models/chair.hmesh does not exist';
    expect(await alone({})).toContain(mesh);
    expect(await alone({ submeshCount: 0, joint: -1 })).not.toContain(mesh);
  });
});
