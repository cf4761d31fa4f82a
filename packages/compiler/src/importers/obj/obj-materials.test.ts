// Materials of OBJ files.

import { describe, expect, it } from 'vitest';
import { run, TRIANGLE } from './testing/run-import.js';

describe('importObj materials', () => {
  const withMtl = (mtl: string, files: { [path: string]: string } = {}, settings = {}) =>
    run({ 'm/a.obj': `mtllib a.mtl\n${TRIANGLE}usemtl A\nf 1 2 3`, 'm/a.mtl': mtl, ...files }, 'm/a.obj', settings);

  it('reads factors', async () => {
    const { scene } = await withMtl('newmtl A\nKd 0.1 0.2 0.3\nKe 1 2 3\nd 0.5\nPr 0.25\nPm 0.75\n');
    expect(scene.materials[0]).toMatchObject({
      baseColorFactor: [0.1, 0.2, 0.3, 0.5],
      emissiveFactor: [1, 2, 3],
      roughnessFactor: 0.25,
      metallicFactor: 0.75,
      alphaMode: 'blend',
    });
  });

  it('reads clear coat, sheen and anisotropy, and ignores zeros', async () => {
    const { scene, warnings } = await withMtl('newmtl A\nPc 0.8\nPcr 0.25\nPs 0.5\naniso 0.75\nanisor 0.25\n');
    expect(scene.materials[0]?.extensions).toEqual({
      clearcoat: { factor: 0.8, roughness: 0.25, normalScale: 1 },
      sheen: { roughness: 0.5, color: [0.5, 0.5, 0.5] },
      anisotropy: { strength: 0.75, rotation: Math.PI / 2 },
    });
    expect(warnings).toEqual([]);
    const plain = await withMtl('newmtl A\nPc 0\nPcr 0.03\nPs 0.0\naniso 0\nanisor 0.5\n');
    expect(plain.scene.materials[0]?.extensions).toBeUndefined();
  });

  it('reads Tr as one minus d, Ns as roughness the way Blender writes it, and is not metallic by default', async () => {
    const { scene } = await withMtl('newmtl A\nTr 0.25\nNs 250\n');
    expect(scene.materials[0]).toMatchObject({
      baseColorFactor: [1, 1, 1, 0.75],
      roughnessFactor: 0.5,
      metallicFactor: 0,
    });
  });

  it('numbers the distinct map files in the order of the library and skips map options', async () => {
    const files = { 'm/c.png': '', 'm/n.png': '', 'm/e x.png': '' };
    const { scene, warnings } = await withMtl(
      'newmtl Z\nmap_Ke e x.png\nnewmtl A\nnorm -bm 0.5 n.png\nmap_Kd -s 2 2 -clamp on .\\c.png\n',
      files,
    );
    expect(warnings).toEqual([]);
    expect(scene.images.map((image) => image?.source)).toEqual([
      { whole: { file: 'm/e x.png' } },
      { whole: { file: 'm/n.png' } },
      { whole: { file: 'm/c.png' } },
    ]);
    expect(scene.materials[1]).toMatchObject({
      textures: { baseColor: { image: 2 }, normal: { image: 1 } },
      normalScale: 0.5,
    });
    expect(scene.materials[0]).toMatchObject({ textures: { emissive: { image: 0 } }, emissiveFactor: [1, 1, 1] });
  });

  it('reads offset, scale and clamping of maps, with v from the top', async () => {
    const files = { 'm/a.png': '', 'm/b.png': '', 'm/c.png': '' };
    const { scene, warnings } = await withMtl(
      'newmtl A\nmap_Kd -o 0.25 0.5 -s 2 4 1 -clamp on a.png\nmap_Ke -o 0.5 b.png\nmap_Pr -clamp off -s 1 1 c.png\n',
      files,
    );
    expect(scene.materials[0]?.textures).toEqual({
      // v = 4 · (1 − v′) + 0.5, from the top.
      baseColor: {
        image: 0,
        transform: { offset: [0.25, -3.5], scale: [2, 4], rotation: 0 },
        sampler: { wrapS: 'clamp', wrapT: 'clamp' },
      },
      emissive: { image: 1, transform: { offset: [0.5, 0], scale: [1, 1], rotation: 0 } },
      metallicRoughness: { image: 2 },
    });
    expect(warnings).toEqual([]);
  });

  it('packs roughness and metallic maps into one image', async () => {
    const { scene } = await withMtl('newmtl A\nmap_Pr r.png\nmap_Pm k.png\nnewmtl B\nmap_Pr r.png\n', {
      'm/r.png': '',
      'm/k.png': '',
    });
    const [a, b] = scene.materials;
    expect(scene.images[a?.textures.metallicRoughness?.image ?? -1]?.source).toEqual({
      roughness: { file: 'm/r.png' },
      metallic: { file: 'm/k.png' },
    });
    expect(scene.images[b?.textures.metallicRoughness?.image ?? -1]?.source).toEqual({
      roughness: { file: 'm/r.png' },
      metallic: null,
    });
    expect(a?.textures.metallicRoughness?.image).not.toBe(b?.textures.metallicRoughness?.image);
  });

  it('keeps an image whole if another slot uses it', async () => {
    const { scene } = await withMtl('newmtl A\nmap_Kd c.png\nmap_Pr c.png\n', { 'm/c.png': '' });
    const { baseColor, metallicRoughness } = scene.materials[0]?.textures ?? {};
    expect(scene.images[baseColor?.image ?? -1]?.source).toEqual({ whole: { file: 'm/c.png' } });
    expect(scene.images[metallicRoughness?.image ?? -1]?.source).toEqual({
      roughness: { file: 'm/c.png' },
      metallic: null,
    });
  });

  it('counts a missing file, so that numbers stay the same when it is added', async () => {
    const { scene } = await withMtl('newmtl A\nmap_Kd gone.png\nmap_Ke e.png\n', { 'm/e.png': '' });
    expect(scene.materials[0]?.textures).toEqual({ emissive: { image: 1 } });
  });

  it('uses a bump map as a normal map if its name or role says so, else drops it with a warning', async () => {
    const named = await withMtl('newmtl A\nmap_Bump w.n.png\n', { 'm/w.n.png': '' });
    expect(named.scene.materials[0]?.textures).toEqual({ normal: { image: 0 } });
    const roled = await withMtl(
      'newmtl A\nbump w.png\n',
      { 'm/w.png': '' },
      { 'm/w.png': { texture: { role: 'normal' } } },
    );
    expect(roled.scene.materials[0]?.textures).toEqual({ normal: { image: 0 } });
    for (const name of ['w_normal.png', 'W_NRM.tga', 'wNormal.jpg', 'w_nor_gl_4k.jpg', 'w-NormalGL.png', 'w_ddn.tga']) {
      const meant = await withMtl(`newmtl A\nmap_Bump -bm 0.5 ${name}\n`, { [`m/${name}`]: '' });
      expect(meant.scene.materials[0]).toMatchObject({ textures: { normal: { image: 0 } }, normalScale: 0.5 });
      expect(meant.warnings).toEqual([]);
    }
    for (const name of ['w_bump.png', 'w_normal.h.png', 'w_NormalDX.png', 'screen.png', 'abnormal.png']) {
      const other = await withMtl(`newmtl A\nmap_Bump ${name}\n`, { [`m/${name}`]: '' });
      expect(other.warnings).toMatchObject([{ code: 'mtl/height-map' }]);
    }
    const dropped = await withMtl(
      'newmtl A\nbump w_n.png\n',
      { 'm/w_n.png': '' },
      { 'm/w_n.png': { texture: { role: 'grayscale' } } },
    );
    expect(dropped.scene.materials[0]?.textures).toEqual({});
    const height = await withMtl('newmtl A\nmap_bump -bm 2 w.png\n', { 'm/w.png': '' });
    expect(height.scene.materials[0]?.textures).toEqual({});
    expect(height.warnings).toMatchObject([{ code: 'mtl/height-map', file: 'm/a.mtl', where: { line: 2 } }]);
  });

  it('warns about a missing library, a missing map and an undefined material, with their lines', async () => {
    const lost = await run(`mtllib gone.mtl\n${TRIANGLE}usemtl A\nf 1 2 3`);
    expect(lost.warnings).toMatchObject([{ code: 'obj/missing-library', where: { line: 1 } }]);
    expect(lost.reads).toContain('m/gone.mtl');
    const unknown = await run({ 'm/a.obj': `mtllib a.mtl\n${TRIANGLE}usemtl B\nf 1 2 3`, 'm/a.mtl': 'newmtl A\n' });
    expect(unknown.warnings).toMatchObject([{ code: 'obj/undefined-material', where: { line: 5 } }]);
    const map = await withMtl('newmtl A\n\nmap_Kd gone.png\n');
    expect(map.warnings).toMatchObject([{ code: 'mtl/missing-map', file: 'm/a.mtl', where: { line: 3 } }]);
  });

  it('uses a library named like the model if the named one is missing', async () => {
    const text = `mtllib old.mtl\n${TRIANGLE}usemtl A\nf 1 2 3`;
    const { scene, warnings, primitives } = await run({ 'm/a.obj': text, 'm/a.mtl': 'newmtl A\nKd 1 0 0\n' });
    expect(scene.materials[primitives[0]?.material ?? -1]?.baseColorFactor).toEqual([1, 0, 0, 1]);
    expect(warnings).toMatchObject([
      { code: 'obj/missing-library', where: { line: 1 }, message: 'old.mtl cannot be read; m/a.mtl is used instead' },
    ]);
    const other = await run({ 'm/a.obj': text, 'm/a.mtl': 'newmtl B\n', 'm/old.mtl': 'newmtl A\nKd 0 1 0\n' });
    expect(other.scene.materials.map(({ name }) => name)).toEqual(['A']);
    expect(other.reads).not.toContain('m/a.mtl');
  });

  it('keeps parts separate by names that no library defines, as plain materials after the defined ones', async () => {
    const parts = `${TRIANGLE}usemtl Tyre\nf 1 2 3\nusemtl Hub\nf 2 3 1\nf 3 1 2\nusemtl Tyre\nf 1 2 3\n`;
    for (const [library, defined] of [
      ['', []],
      ['mtllib gone.mtl\n', []],
      ['mtllib b.mtl\n', ['Paint', 'Hub']],
    ] as const) {
      const { scene, primitives } = await run({
        'm/a.obj': library + parts,
        'm/b.mtl': 'newmtl Paint\nnewmtl Hub\nKd 0.5 0 0\n',
      });
      const names = scene.materials.map(({ name }) => name);
      expect(names).toEqual(defined.length > 0 ? ['Paint', 'Hub', 'Tyre'] : ['Tyre', 'Hub']);
      const shown = primitives.map(({ material = -1, name, indices }) => [names[material], name, indices.length / 3]);
      expect(shown.sort()).toEqual([
        ['Hub', 'Hub', 2],
        ['Tyre', 'Tyre', 2],
      ]);
      expect(scene.materials[names.indexOf('Tyre')]).toMatchObject({
        baseColorFactor: [1, 1, 1, 1],
        metallicFactor: 0,
        roughnessFactor: 1,
        alphaMode: 'opaque',
        textures: {},
      });
    }
  });

  it.each(['None', '(null)'])('treats usemtl %s as no material', async (name) => {
    const { warnings, primitives } = await run(`${TRIANGLE}usemtl ${name}\nf 1 2 3`);
    expect(warnings).toEqual([]);
    expect(primitives[0]?.material).toBeUndefined();
  });

  it('reads nothing outside the input, and finds absolute paths by their file name', async () => {
    const outside = await withMtl('newmtl A\nmap_Kd ../../../etc/passwd\n');
    expect(outside.warnings).toMatchObject([{ code: 'mtl/missing-map' }]);
    const absolute = await withMtl('newmtl A\nmap_Kd C:\\Users\\me\\wood.png\n', { 'm/wood.png': '' });
    expect(absolute.scene.images[0]?.source).toEqual({ whole: { file: 'm/wood.png' } });
  });

  it('combines an opacity map with the color map, and uses the alpha of an image that is both', async () => {
    const files = { 'm/c.png': '', 'm/d.png': '', 'm/e.png': '' };
    const { scene, warnings } = await withMtl(
      'newmtl A\nmap_Kd -s 2 2 c.png\nmap_d -s 2 2 d.png\nnewmtl B\nmap_d d.png\nd 0.5\n' +
        'newmtl C\nmap_Kd c.png\nmap_d c.png\nnewmtl D\nmap_Kd e.png\nmap_d gone.png\nnewmtl E\nmap_Kd c.png\n',
      files,
    );
    const shown = scene.materials.map(({ name, alphaMode, textures }) => {
      return [name, alphaMode, scene.images[textures.baseColor?.image ?? -1]?.source];
    });
    const [color, opacity] = [{ file: 'm/c.png' }, { file: 'm/d.png' }];
    expect(shown).toEqual([
      ['A', 'blend', { color, opacity }],
      ['B', 'blend', { color: null, opacity }],
      ['C', 'blend', { whole: color }],
      ['D', 'opaque', { whole: { file: 'm/e.png' } }],
      ['E', 'opaque', { whole: color }],
    ]);
    expect(scene.materials[0]?.textures.baseColor?.transform?.scale).toEqual([2, 2]);
    expect(scene.materials[1]?.baseColorFactor).toEqual([1, 1, 1, 0.5]);
    expect(warnings).toMatchObject([{ code: 'mtl/missing-map', where: { line: 12 } }]);
  });

  it('warns if opacity and color have different mappings', async () => {
    const { warnings } = await withMtl('newmtl A\nmap_Kd c.png\nmap_d -o 1 0.5 d.png\n', {
      'm/c.png': '',
      'm/d.png': '',
    });
    expect(warnings).toMatchObject([{ code: 'mtl/two-mappings', where: { line: 3 } }]);
  });

  it('reads options after the file name, and skips -colorspace', async () => {
    const { scene, warnings } = await withMtl(
      'newmtl A\nnorm -imfchan r my bumps.png -bm 1.5 -clamp on\nmap_Kd -colorspace sRGB c.png\n',
      { 'm/my bumps.png': '', 'm/c.png': '' },
    );
    expect(warnings).toEqual([]);
    expect(scene.images.map((image) => image?.source)).toEqual([
      { whole: { file: 'm/my bumps.png' } },
      { whole: { file: 'm/c.png' } },
    ]);
    expect(scene.materials[0]).toMatchObject({
      normalScale: 1.5,
      textures: { normal: { sampler: { wrapS: 'clamp' } } },
    });
  });

  it('does not report an ambient map that equals the color map', async () => {
    const files = { 'm/c.png': '', 'm/a.png': '' };
    const same = await withMtl('newmtl A\nmap_Ka c.png\nmap_Kd c.png\n', files);
    expect(same.warnings).toEqual([]);
    const other = await withMtl('newmtl A\nmap_Ka c.png\nmap_Kd c.png\nnewmtl B\nmap_Ka a.png\nmap_Kd c.png\n', files);
    expect(other.warnings).toMatchObject([{ code: 'mtl/dropped-map', where: { line: 5 } }]);
  });

  it('warns about maps without a slot and about a black diffuse color with a color map', async () => {
    const { warnings, scene } = await withMtl('newmtl A\nKd 0 0 0\nmap_Kd c.png\nmap_Ns c.png\n', { 'm/c.png': '' });
    expect(warnings.map((w) => w.code).sort()).toEqual(['mtl/black-diffuse', 'mtl/dropped-map']);
    expect(scene.materials[0]?.baseColorFactor).toEqual([1, 1, 1, 1]);
  });

  it('reads a library whose name contains blanks, and several libraries on one line', async () => {
    const blanks = await run({ 'm/a.obj': `mtllib my lib.mtl\n${TRIANGLE}f 1 2 3`, 'm/my lib.mtl': 'newmtl A\n' });
    expect(blanks.scene.materials.length).toBe(1);
    const quoted = await run({ 'm/a.obj': `mtllib "my lib.mtl"\n${TRIANGLE}f 1 2 3`, 'm/my lib.mtl': 'newmtl A\n' });
    expect(quoted.scene.materials.length).toBe(1);
    expect(quoted.warnings).toEqual([]);
    const two = await run({
      'm/a.obj': `mtllib x.mtl y.mtl\n${TRIANGLE}f 1 2 3`,
      'm/x.mtl': 'newmtl A\n',
      'm/y.mtl': 'newmtl B\n',
    });
    expect(two.scene.materials.map((m) => m.name)).toEqual(['A', 'B']);
    expect(two.warnings).toEqual([]);
  });
});
