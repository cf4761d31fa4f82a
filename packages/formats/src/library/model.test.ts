import { describe, expect, it } from 'vitest';
import { decodeHanim } from '../hanim/read.js';
import { decodeHanimx } from '../hanim/read-hanimx.js';
import { encodeHclip } from '../hclip/encode.js';
import { encodeHman } from '../hman/encode.js';
import { manifestHash } from '../hman/manifest-hash.js';
import { decodeHmesh } from '../hmesh/read.js';
import { hashRef } from '../refs/hash-ref.js';
import { readGolden } from '../testing/golden.js';
import { AssetLibrary, LibraryError } from './asset-library.js';
import { pairClips } from './model.js';

const files: Readonly<Record<string, Uint8Array>> = {
  'models/quad.hmesh': readGolden('quad-full.hmesh'),
  'models/quad.hmat': readGolden('chair.hmat'),
  'models/quad.hanim': readGolden('walk.hanim'),
  'models/quad.hanimx': readGolden('blink.hanimx'),
  'models/bare.hmesh': readGolden('quad-v1.hmesh'),
};
const kinds = { hmesh: 'mesh', hmat: 'material', hanim: 'animation', hanimx: 'embed' } as const;
const manifest = encodeHman(
  Object.keys(files).map((path) => {
    const kind = kinds[path.split('.').at(-1) as keyof typeof kinds];
    return { kind, path, colorspace: 'linear' as const, hash: manifestHash(kind, path) };
  }),
);

/** A library that records which files are requested. */
async function open(listed = manifest, more: Readonly<Record<string, Uint8Array>> = {}) {
  const asked: string[] = [];
  const library = await AssetLibrary.open({
    read: async (path) => {
      asked.push(path);
      return path === 'assets.hman' ? listed : { ...files, ...more }[path];
    },
  });
  return { library, asked };
}

describe('a model', () => {
  it('has its compressed clips as they are, and decodes them to keys once, on first use', async () => {
    const mesh = decodeHmesh(readGolden('quad-full.hmesh'));
    const counts = { jointCount: mesh.skin?.joints.length ?? 0, targetCount: mesh.morphs?.targets.length ?? 0 };
    const clip = {
      name: 'nod',
      duration: 1,
      rate: 1,
      isLoop: false,
      isAdditive: true,
      error: 0,
      constants: [],
      stepped: [],
    };
    const tracks = [{ form: 'raw' as const, values: Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0) }];
    const kinds = Array.from({ length: counts.jointCount }, (_, i) =>
      i === 0 ? ('animated' as const) : ('none' as const),
    );
    const hclip = encodeHclip({
      ...counts,
      clips: [{ ...clip, groups: ['rotation'], kinds, sampleCount: 2, segments: [tracks] }],
    });
    const only = { 'models/nod.hmesh': readGolden('quad-full.hmesh'), 'models/nod.hclip': hclip };
    const { library } = await open(encodeHman([]), only);
    const model = await library.loadModel('models/nod');
    expect(model.compressedClips.map(({ name }) => name)).toEqual(['nod']);
    expect(model.clips).toMatchObject([{ name: 'nod', isAdditive: true, joints: [{ joint: 0, path: 'rotation' }] }]);
    expect(model.clips).toBe(model.clips);
  });

  it('comes with its companion files', async () => {
    const { library } = await open();
    for (const ref of ['models/quad', 'models/quad.hmesh', hashRef('models/quad.hmesh')]) {
      const model = await library.loadModel(ref);
      expect(model.path).toBe('models/quad.hmesh');
      expect(model.mesh).toMatchObject({ version: 2, names: { targets: ['smile', 'blink', 'smile'] } });
      expect(model.materials.length).toBeGreaterThan(0);
      expect(model.clips.map(({ name, duration }) => [name, duration])).toEqual([
        ['Läuft', 1.5],
        ['anim_1', 0],
        ['', 0],
      ]);
      expect(model.clips.map(({ joints, weights }) => [joints.length, weights.length])).toEqual([
        [2, 2],
        [1, 0],
        [0, 0],
      ]);
    }
  });

  it('requests only listed files if the manifest lists the mesh', async () => {
    const { library, asked } = await open();
    expect(await library.loadModel('models/bare')).toMatchObject({ mesh: { version: 1 }, materials: [], clips: [] });
    expect(asked).toEqual(['assets.hman', 'models/bare.hmesh']);
  });

  it('tries companion paths if the manifest lists only textures', async () => {
    const { library } = await open(encodeHman([]));
    expect((await library.loadModel('models/quad')).clips.length).toBe(3);
    expect((await library.loadModel('models/bare')).clips).toEqual([]);
  });

  it('reports which of its files is missing or broken', async () => {
    const { library } = await open(manifest, { 'models/quad.hanimx': readGolden('walk.hanim') });
    await expect(library.loadModel('models/quad')).rejects.toThrow('models/quad.hanimx: HanimHeader.version');
    await expect(library.loadModel('models/none')).rejects.toThrow(LibraryError);
    await expect(library.loadModel(hashRef('models/quad.hmat'))).rejects.toThrow('is of kind material, not mesh');
  });
});

describe('clips', () => {
  it('of one name are paired in their order', () => {
    const [walk] = decodeHanim(readGolden('walk.hanim'));
    const [blink] = decodeHanimx(readGolden('blink.hanimx'));
    if (walk === undefined || blink === undefined) throw new Error('the goldens have clips');
    const paired = pairClips(
      [walk, { ...walk, duration: 9 }],
      [{ ...blink, duration: 4 }, blink, { ...blink, duration: 7 }],
    );
    expect(paired.map(({ duration, joints, weights }) => [duration, joints.length, weights.length])).toEqual([
      [4, 2, 2],
      [9, 2, 2],
      [7, 0, 2],
    ]);
  });
});
