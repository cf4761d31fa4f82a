// OBJ models and hand-written materials through the built command line: outputs, what is rebuilt when something changes,
// and which images are compiled on their own.

import { readFileSync } from 'node:fs';
import { decodeHmat, decodeHmesh, decodeKtx2, decodeTextureLevel, textureRef } from '@assetc/formats';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const projects: DiskProject[] = [];
afterEach(() => {
  for (const made of projects.splice(0)) made.remove();
});

const image = (seed: number) => makePng(8, 8, (x, y) => [x * 30, y * 30, seed, 255]);

const OBJ = `mtllib crate.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl Iron
f 1/1 2/2 3/3
usemtl Wood
f 1/1 3/3 4/4
`;
const MTL = `newmtl Wood
map_Kd ../tex/wood.png
norm ../tex/wood.n.png
map_Pr ../tex/rough.r.png
newmtl Iron
Kd 0.5 0.5 0.5
Pm 1
`;

function project(config = ''): DiskProject {
  const made = new DiskProject({
    'assetc.yml': config,
    'assets/m/crate.obj': OBJ,
    'assets/m/crate.mtl': MTL,
    'assets/tex/wood.png': image(1),
    'assets/tex/wood.n.png': image(2),
    'assets/tex/rough.r.png': image(3),
    'assets/tex/alone.png': image(4),
  });
  projects.push(made);
  return made;
}

/** Ids of the assets that a build compiled or restored. */
const rebuilt = (made: DiskProject): string[] => made.listAssets((status) => status !== 'cached');

const bytes = (made: DiskProject, path: string) => new Uint8Array(readFileSync(made.path(path)));
const MODEL = 'm/crate.obj';

describe.skipIf(!hasCli)('an OBJ model in a build', () => {
  it('writes mesh, materials in the order of the library, and numbered textures', () => {
    const made = project();
    rebuilt(made);
    expect(made.run(['check'])).toMatchObject({ status: 0 });
    const mesh = decodeHmesh(bytes(made, 'runtime/m/crate.hmesh'));
    expect(mesh.submeshes.map((s) => [s.indexCount, s.materialSlot])).toEqual([
      [3, 0],
      [3, 1],
    ]);
    expect(decodeHmat(bytes(made, 'runtime/m/crate.hmat'))).toMatchObject([
      {
        baseColorTex: textureRef('m/crate', 0),
        normalTex: textureRef('m/crate', 1),
        metallicRoughnessTex: textureRef('m/crate', 2),
      },
      { baseColorFactor: [0.5, 0.5, 0.5, 1], metallicFactor: 1, baseColorTex: 0n },
    ]);
    expect(Object.keys(made.hashTree()).filter((path) => path.startsWith('m/crate/'))).toEqual([
      'm/crate/tex_0.ktx2',
      'm/crate/tex_1.ktx2',
      'm/crate/tex_2.ktx2',
    ]);
  });

  it('rebuilds exactly what a change touches', () => {
    const made = project();
    rebuilt(made);
    expect(rebuilt(made)).toEqual([]);
    made.write('assets/m/crate.mtl', MTL.replace('0.5 0.5 0.5', '0.25 0.5 0.5'));
    expect(made.run(['why', `assets/${MODEL}`]).stdout).toContain('m/crate.mtl changed');
    expect(rebuilt(made)).toEqual([MODEL]);
    made.write('assets/tex/wood.png', image(9));
    expect(rebuilt(made)).toEqual([`${MODEL}#tex_0`]);
    made.write('assets/tex/rough.r.png', image(10));
    expect(rebuilt(made)).toEqual([`${MODEL}#tex_2`]);
    made.write('assetc.yml', 'default: { mesh: { lods: [] } }');
    expect(rebuilt(made)).toEqual([MODEL]);
    made.write('assetc.yml', 'default: { mesh: { lods: [] }, rules: [{ match: "m/*", texture: { quality: fast } }] }');
    expect(rebuilt(made)).toEqual([`${MODEL}#tex_0`, `${MODEL}#tex_1`, `${MODEL}#tex_2`]);
  });

  it('shows a map of opacity as the alpha of the color texture, on its own and in a shared store', () => {
    for (const config of ['', 'default: { texture: { store: shared } }']) {
      const made = project(config);
      made.write('assets/m/crate.mtl', 'newmtl Wood\nmap_Kd ../tex/wood.png\nmap_d ../tex/holes.png\nnewmtl Iron\n');
      made.write(
        'assets/tex/wood.png',
        makePng(8, 8, () => [200, 100, 50, 255]),
      );
      made.write(
        'assets/tex/holes.png',
        makePng(8, 8, (x) => (x < 4 ? [0, 0, 0, 255] : [255, 255, 255, 255])),
      );
      expect(rebuilt(made)).toContain(`${MODEL}#tex_0`);
      expect(made.run(['check'])).toMatchObject({ status: 0 });
      const [file = ''] = Object.keys(made.hashTree()).filter((path) => /(tex_0|tex\/[0-9a-f]{16})\.ktx2$/.test(path));
      const ktx = decodeKtx2(bytes(made, `runtime/${file}`));
      const { rgba } = decodeTextureLevel(ktx, ktx.levels[0]?.bytes ?? new Uint8Array());
      const alphaAt = (x: number, y: number) => rgba[(y * 8 + x) * 4 + 3];
      expect([alphaAt(0, 0), alphaAt(3, 7), alphaAt(4, 0), alphaAt(7, 7)]).toEqual([0, 0, 255, 255]);
      expect(decodeHmat(bytes(made, 'runtime/m/crate.hmat'))).toMatchObject([
        { alphaMode: 'BLEND' },
        { alphaMode: 'OPAQUE' },
      ]);
      // Both files are the model's, so that none is compiled on its own.
      expect(Object.keys(made.hashTree()).filter((path) => /holes|wood\.ktx2/.test(path))).toEqual([]);
      made.write(
        'assets/tex/holes.png',
        makePng(8, 8, () => [9, 9, 9, 255]),
      );
      expect(rebuilt(made).filter((id) => id.includes('#'))).toEqual([`${MODEL}#tex_0`]);
    }
  });

  it('keeps lines and points next to its triangles, and is a cloud of points where it has nothing else', () => {
    const made = project();
    made.write('assets/m/crate.obj', `${OBJ}l 1 2 3\np 4\n`);
    made.write('assets/m/cloud.obj', 'v 0 0 0 1 0 0\nv 2 0 0 0 1 0\nv 0 3 0 0 0 1\n');
    rebuilt(made);
    expect(made.run(['check'])).toMatchObject({ status: 0 });
    const crate = decodeHmesh(bytes(made, 'runtime/m/crate.hmesh'));
    // Both are Wood's, which is the first row.
    expect(crate.lines?.ranges).toMatchObject([
      { mode: 'lines', first: 0, count: 4, materialSlot: 0 },
      { mode: 'points', first: 4, count: 1, materialSlot: 0 },
    ]);
    const cloud = decodeHmesh(bytes(made, 'runtime/m/cloud.hmesh'));
    expect(cloud.lines?.ranges).toMatchObject([{ mode: 'points', first: 0, count: 3 }]);
    expect(cloud.submeshes.map(({ indexCount }) => indexCount)).toEqual([0]);
    expect(Array.from(cloud.bounds.aabbMax)).toEqual([2, 3, 0]);
  });

  it('takes up a library or a map that appears later', () => {
    const made = project();
    made.removeSource('assets/tex/wood.n.png');
    expect(made.run().stderr).toContain('crate.mtl:3: warning mtl/missing-map');
    made.write('assets/tex/wood.n.png', image(2));
    expect(rebuilt(made)).toEqual([MODEL, `${MODEL}#tex_1`]);
  });
});

describe.skipIf(!hasCli)('images on their own', () => {
  const ALL = 'default: { texture: { standalone: all } }';
  const alone = (made: DiskProject) => Object.keys(made.hashTree()).filter((path) => path.startsWith('tex/'));

  it('are those that no model uses', () => {
    const made = project();
    rebuilt(made);
    expect(alone(made)).toEqual(['tex/alone.ktx2']);
    expect(made.run(['check'])).toMatchObject({ status: 0 });
    expect(rebuilt(made)).toEqual([]);
  });

  it('are all of them where that is asked for', () => {
    const made = project(ALL);
    rebuilt(made);
    expect(alone(made)).toEqual(['tex/alone.ktx2', 'tex/rough.r.ktx2', 'tex/wood.ktx2', 'tex/wood.n.ktx2']);
  });

  it('are listed with the setting that keeps them by the build that removes them, and by the dry run before', () => {
    const made = project(ALL);
    rebuilt(made);
    made.write('assetc.yml', '');
    const lines = (stdout: string) => stdout.split('\n').filter((line) => /^remove|standalone: all/.test(line));
    const gone = ['rough.r', 'wood', 'wood.n'].map(
      (name) => `tex/${name}.ktx2: compiled with ${MODEL} (texture.standalone)`,
    );
    const because = 'removed because other assets compile these images; texture.standalone: all keeps them';
    expect(lines(made.run(['--dry-run']).stdout)).toEqual([
      ...gone.map((line) => `remove ${line}`),
      `3 files would be ${because}`,
    ]);
    expect(lines(made.run().stdout)).toEqual([...gone.map((line) => `removed ${line}`), `3 files were ${because}`]);
    expect(lines(made.run().stdout)).toEqual([]);
    expect(made.run(['why', 'assets/tex/wood.png']).stdout).toContain(`compiled with ${MODEL} (texture.standalone)`);
  });

  it('are also those that a rule of their own names', () => {
    const made = project('default: { rules: [{ match: tex/wood.png, texture: { quality: fast } }] }');
    rebuilt(made);
    expect(alone(made)).toEqual(['tex/alone.ktx2', 'tex/wood.ktx2']);
    expect(rebuilt(made)).toEqual([]);
  });

  it('are also those that a material table names', () => {
    const made = project();
    made.write('assets/wood.mat', 'textures: { baseColor: tex/wood.png }');
    rebuilt(made);
    expect(alone(made)).toEqual(['tex/alone.ktx2', 'tex/wood.ktx2']);
    expect(made.run(['check'])).toMatchObject({ status: 0 });
  });

  it('come back when the model is gone', () => {
    const made = project();
    rebuilt(made);
    made.removeSource('assets/m/crate.obj');
    rebuilt(made);
    expect(alone(made)).toEqual(['tex/alone.ktx2', 'tex/rough.r.ktx2', 'tex/wood.ktx2', 'tex/wood.n.ktx2']);
  });
});

describe.skipIf(!hasCli)('a material table', () => {
  const verdicts = (made: DiskProject) => {
    const { status, stderr } = made.run();
    return { status, stderr, check: made.run(['check']).status };
  };

  it('fails at its line where an image that it names is excluded, gone or embedded, and check agrees', () => {
    const made = project();
    made.write('assets/wood.mat', 'name: Wood\ntextures: { baseColor: tex/alone.png }');
    expect(verdicts(made)).toEqual({ status: 0, stderr: '', check: 0 });

    made.write('assetc.yml', 'exclude: ["tex/al*"]');
    expect(made.run(['why', 'assets/wood.mat']).stdout).toContain('tex/alone.png is not compiled any more');
    const excluded = verdicts(made);
    expect(excluded.status).toBe(1);
    expect(excluded.stderr).toContain(
      'wood.mat:2:24: error material/missing-texture: tex/alone.png does not become a texture',
    );
    // A build that fails removes nothing: what the last good manifest names is there.
    expect(excluded.check).toBe(0);

    made.write('assetc.yml', 'embed: ["tex/al*"]');
    expect(verdicts(made).stderr).toContain('it is compiled as embed');
    made.write('assetc.yml', '');
    expect(verdicts(made)).toEqual({ status: 0, stderr: '', check: 0 });
    made.removeSource('assets/tex/alone.png');
    expect(made.run(['why', 'assets/wood.mat']).stdout).toContain('tex/alone.png is gone');
    expect(verdicts(made)).toMatchObject({ status: 1, check: 0 });
  });
});
