// Mistakes in sources that no other test makes.

import { describe, expect, it } from 'vitest';
import { parseObj } from '../../packages/compiler/src/importers/obj/parse-obj.js';
import { type TinyGlyph, writeTinyFont } from '../../packages/compiler/src/kinds/font/testing/tiny-font.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';
import { complaintsOf } from './raise.js';

const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

/** A triangle on a joint, whose matrix may be given, with one animation of it. */
function skinned(jointMatrix: readonly number[] | undefined, interpolation: string): Uint8Array {
  const builder = new GltfBuilder();
  const joint = builder.node(jointMatrix === undefined ? { name: 'bone' } : { name: 'bone', matrix: jointMatrix });
  const identity = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const skin = builder.list('skins', { joints: [joint], inverseBindMatrices: builder.accessor(identity, 'MAT4') });
  const attributes = {
    POSITION: builder.accessor(TRIANGLE, 'VEC3'),
    JOINTS_0: builder.accessor(new Uint8Array(12), 'VEC4'),
    WEIGHTS_0: builder.accessor(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), 'VEC4'),
  };
  builder.node({ mesh: builder.mesh({ attributes }), skin });
  const values = new Float32Array(interpolation === 'CUBICSPLINE' ? 18 : 6).fill(1);
  const sampler = {
    input: builder.accessor(Float32Array.of(0, 1), 'SCALAR'),
    output: builder.accessor(values, 'VEC3'),
    interpolation,
  };
  if (jointMatrix === undefined)
    builder.list('animations', {
      samplers: [sampler],
      channels: [{ sampler: 0, target: { node: joint, path: 'translation' } }],
    });
  return builder.glb();
}

describe('glTF', () => {
  it('says that the shear of a joint is dropped', async () => {
    const sheared = [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(await complaintsOf({ 'a.glb': skinned(sheared, 'LINEAR') })).toEqual([
      'gltf/sheared-joint a.glb: the matrix of a joint has shear, which is dropped',
    ]);
  });

  it('leaves out what is no whole triangle', async () => {
    const builder = new GltfBuilder();
    const indices = builder.accessor(Uint16Array.of(0, 1, 2, 0), 'SCALAR');
    builder.node({ mesh: builder.mesh({ attributes: { POSITION: builder.accessor(TRIANGLE, 'VEC3') }, indices }) });
    expect(await complaintsOf({ 'a.glb': builder.glb() })).toEqual([
      'gltf/partial-triangles a.glb: 4 indices are not whole triangles; the last 1 is left out',
    ]);
  });

  it('names the scenes there are where another is asked for', async () => {
    const builder = new GltfBuilder();
    builder.node({ mesh: builder.mesh({ attributes: { POSITION: builder.accessor(TRIANGLE, 'VEC3') } }) });
    builder.json.scenes[0] = { name: 'hall', nodes: [0] };
    expect(await complaintsOf({ 'a.glb': builder.glb() }, { mesh: { scene: 'garden' } })).toEqual([
      'gltf/unknown-scene a.glb: there is no scene garden; the file has hall',
    ]);
    expect(await complaintsOf({ 'a.glb': builder.glb() }, { mesh: { scene: 'hall' } })).toEqual([]);
  });
});

describe('splines that 240 keys a second do not follow', () => {
  /** A node that moves and whose two morph targets change: `.hanim`, `.hanimx` and `.hscene` each store such splines. */
  function denseSplines(): Uint8Array {
    const builder = new GltfBuilder();
    const position = builder.accessor(TRIANGLE, 'VEC3');
    const targets = [{ POSITION: position }, { POSITION: position }];
    const node = builder.node({ mesh: builder.mesh({ attributes: { POSITION: position }, targets }) });
    const input = builder.accessor(Float32Array.of(0, 0.01), 'SCALAR');
    const steep = (count: number) => Float32Array.from({ length: count }, (_, i) => i * i * 100);
    const spline = (output: number) => ({ input, output, interpolation: 'CUBICSPLINE' });
    const moves = spline(builder.accessor(steep(18), 'VEC3'));
    const morphs = spline(builder.accessor(steep(12), 'SCALAR'));
    builder.list('animations', {
      samplers: [moves, morphs],
      channels: [
        { sampler: 0, target: { node, path: 'translation' } },
        { sampler: 1, target: { node, path: 'weights' } },
      ],
    });
    return builder.glb();
  }

  it.each([true, false])('are reported once a file with merge: %s', async (merge) => {
    expect(await complaintsOf({ 'a.glb': denseSplines() }, { mesh: { merge } })).toEqual([
      'gltf/dense-spline a.glb: a cubic spline is stored as 240 keys a second, which follows it less closely than usual',
    ]);
  });
});

describe('OBJ', () => {
  const triangles = (count: number) =>
    new TextEncoder().encode(`v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(count)}`);

  it('may not have more corners than its arrays can address', () => {
    expect(parseObj(triangles(4), 'a.obj', 12).faceLines).toHaveLength(4);
    expect(() => parseObj(triangles(5), 'a.obj', 12)).toThrow(
      expect.objectContaining({
        diagnostic: expect.objectContaining({
          code: 'obj/too-large',
          where: { line: 8, column: expect.any(Number) },
          message: 'the faces have more than 12 corners',
        }),
      }),
    );
  });

  it('says where an outline crosses itself', async () => {
    const bow = 'v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n';
    const complaints = await complaintsOf({ 'a.obj': bow });
    expect(complaints).toEqual([
      'obj/crossed-faces a.obj: the outline of 1 face crosses itself, so it is not clear what it covers',
    ]);
  });
});

describe('OBJ materials', () => {
  it('of one name: the first is used', async () => {
    const obj = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n';
    const complaints = await complaintsOf({ 'a.obj': obj, 'a.mtl': 'newmtl red\nKd 1 0 0\nnewmtl red\nKd 0 1 0\n' });
    expect(complaints).toEqual(['mtl/duplicate-material a.mtl: material "red" is defined twice']);
  });
});

describe('statements of an OBJ material that cannot be read', () => {
  it('are left out, by line, with the rest of the material kept', async () => {
    const obj = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n';
    const [complaint, ...others] = await complaintsOf({ 'a.obj': obj, 'a.mtl': 'newmtl red\nKd one 0 0\n' });
    expect(others).toEqual([]);
    expect(complaint).toMatch(/^mtl\/bad-value a\.mtl: .*one/);
  });
});

describe('materials by hand', () => {
  it('must be text', async () => {
    const [complaint, ...others] = await complaintsOf({ 'a.mat': Uint8Array.of(0x6e, 0xff, 0xfe, 0x00) });
    expect(others).toEqual([]);
    expect(complaint).toMatch(/^material\/unreadable a\.mat: .*UTF-8/);
  });
});

describe('shaders', () => {
  it('must be text', async () => {
    expect(await complaintsOf({ 'a.shader/a.slang': Uint8Array.of(0x2f, 0x2f, 0xff, 0xfe) })).toEqual([
      'shader/not-text a.shader/a.slang: the file is not UTF-8 text',
    ]);
  });
});

describe('fonts', () => {
  const notdef: TinyGlyph = { codepoint: 0, advance: 500, contours: [] };
  const square = (from: number, to: number): TinyGlyph['contours'][number] => [
    [from, from],
    [from, to],
    [to, to],
    [to, from],
  ];

  it('need outlines', async () => {
    const bytes = writeTinyFont({ glyphs: [notdef, { codepoint: 65, advance: 500, contours: [square(0, 500)] }] });
    const glyf = Buffer.from(bytes).indexOf('glyf');
    expect(glyf).toBeGreaterThan(0);
    bytes.set(Buffer.from('bitm'), glyf);
    const complaints = await complaintsOf({ 'a.ttf': bytes });
    expect(complaints).toEqual(['font/no-outlines a.ttf: the font has no outlines (no glyf, CFF or CFF2 table)']);
  });

  it('with an outline beyond all measure are refused', async () => {
    // A comb of teeth one unit wide: four edges each.
    const comb = Array.from({ length: 20_004 }, (_, i): readonly [number, number] => [
      (i >> 1) % 1000,
      i % 4 === 1 || i % 4 === 2 ? 700 : i >> 8,
    ]);
    const bytes = writeTinyFont({ glyphs: [notdef, { codepoint: 65, advance: 500, contours: [comb] }] });
    expect(await complaintsOf({ 'a.ttf': bytes }, { font: { charset: ['A'] } })).toEqual([
      'font/too-complex a.ttf: glyph 1 has more than 20000 edges',
    ]);
  });

  it('whose glyphs do not fit into an atlas are refused before one is drawn', async () => {
    const glyphs = Array.from(
      { length: 2000 },
      (_, i): TinyGlyph => ({
        codepoint: 0x4e00 + i,
        advance: 1000,
        contours: [square(0, 1000)],
      }),
    );
    const bytes = writeTinyFont({ glyphs: [notdef, ...glyphs] });
    const settings = { font: { charset: ['U+4E00-55CF'], size: 512 } };
    expect(await complaintsOf({ 'a.ttf': bytes }, settings)).toEqual([
      'font/atlas-too-large a.ttf: 2000 glyphs of 512 texels per em do not fit into 16384 × 16384 texels',
    ]);
  });
});

describe('texture arrays', () => {
  it('have as many layers as graphics hardware', async () => {
    const pixel = makePng(1, 1, () => [1, 2, 3, 255]);
    const layers = Object.fromEntries(Array.from({ length: 2049 }, (_, i) => [`many.array/${i}.png`, pixel]));
    expect(await complaintsOf(layers)).toEqual([
      'texture/too-many-layers many.array: the array has 2049 layers; the limit is 2048',
    ]);
  });
});
