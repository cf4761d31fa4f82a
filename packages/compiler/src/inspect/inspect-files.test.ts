import { encodeHpack } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { inspectPath } from './inspect-files.js';
import { memoryDisk } from './testing/memory-disk.js';
import { sampleOutput } from './testing/sample-output.js';

const files = sampleOutput();
const disk = memoryDisk({
  ...Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`/out/${path}`, bytes])),
  '/out/broken.hmesh': new Uint8Array(9),
  '/out.hpack': encodeHpack(Object.entries(files).map(([path, bytes]) => ({ path, bytes }))),
});
const fact = async (path: string) => {
  const inspection = await inspectPath(disk, '/out');
  return inspection?.files.find((file) => file.path === path);
};

describe('inspectPath', () => {
  it('describes a mesh: counts, widths, joints, levels, bounds, tangents', async () => {
    const file = await fact('models/chair.hmesh');
    expect(file).toMatchObject({
      format: 'hmesh',
      problem: null,
      facts: {
        version: 2,
        vertices: 3,
        triangles: 1,
        indices: 3,
        indexBits: 16,
        meshlets: 1,
        submeshes: 1,
        materials: 2,
        joints: 2,
        lods: 0,
        tangents: true,
        bounds: { min: [0, 0, 0], max: [1, 1, 0] },
      },
    });
    expect(file?.statements.join(' · ')).toBe(
      '3 vertices · 1 triangle · 3 indices of 16 bits · 1 meshlet · 1 submesh · 2 materials · 2 joints · 0 LODs · bounds (0, 0, 0) to (1, 1, 0) · tangents',
    );
  });

  it('describes materials: rows, slots, alpha modes, double-sided', async () => {
    expect((await fact('models/chair.hmat'))?.facts).toEqual({
      rows: 2,
      textureSlots: { baseColor: 1, metallicRoughness: 0, normal: 1, occlusion: 0, emissive: 0 },
      alphaModes: { OPAQUE: 1, MASK: 1, BLEND: 0 },
      doubleSided: 1,
    });
  });

  it('describes animations: clips, channels, duration', async () => {
    expect((await fact('models/chair.hanim'))?.facts).toEqual({
      clips: [{ name: 'Wave', channels: 1, keys: 2, duration: 1.5 }],
      channels: 1,
      duration: 1.5,
    });
  });

  it('describes textures: size, mips, format, bits per pixel, and the slots that refer to them', async () => {
    expect((await fact('brick.n.ktx2'))?.facts).toEqual({
      width: 8,
      height: 8,
      depth: 0,
      layers: 0,
      faces: 1,
      mips: 1,
      format: 'R8G8B8A8_SRGB',
      transfer: 'sRGB',
      supercompression: 'none',
      bitsPerPixel: 32,
      gpuBytes: 256,
      usedBy: ['models/chair.hmat[1].normal'],
    });
  });

  it('describes a manifest: entries by kind and color space', async () => {
    expect((await fact('assets.hman'))?.facts).toEqual({
      entries: 9,
      kinds: { mesh: 1, material: 1, animation: 1, texture: 3, font: 1, shader: 1, embed: 1 },
      colorspaces: { linear: 9, srgb: 0 },
    });
  });

  it('describes a shader: entry points and stages', async () => {
    expect((await fact('sky/compute.spv'))?.facts).toMatchObject({ entryPoints: [{ name: 'main', stage: 'compute' }] });
  });

  it('describes a font: glyphs, kerning, field, atlas', async () => {
    const file = await fact('ui/sans.hfont');
    expect(file?.facts).toMatchObject({ glyphs: 2, kerningPairs: 1, field: 'sdf', atlasWidth: 4, atlasHeight: 4 });
    expect(file?.statements.join(' · ')).toBe(
      '2 glyphs · 1 kerning pair · SDF of 11.95 texels · atlas 4 × 4 · ascent 0.8, descent -0.2, line gap 0',
    );
  });

  it('names the font of an atlas', async () => {
    expect((await fact('ui/sans.ktx2'))?.facts.usedBy).toEqual(['ui/sans.hfont.atlas']);
  });

  it('reports why a file cannot be read, and continues', async () => {
    const file = await fact('broken.hmesh');
    expect(file?.problem).toMatch(/needs 32 bytes/);
    expect((await inspectPath(disk, '/out'))?.files).toHaveLength(11);
  });

  it('adds up', async () => {
    const inspection = await inspectPath(disk, '/out.hpack');
    expect(inspection?.type).toBe('pack');
    expect(inspection?.totals.map(({ format, files: count }) => [format, count])).toEqual([
      ['hmesh', 1],
      ['hmat', 1],
      ['hanim', 1],
      ['ktx2', 3],
      ['hfont', 1],
      ['spv', 1],
      ['hman', 1],
      ['other', 1],
    ]);
    expect(inspection?.totals.find(({ format }) => format === 'ktx2')?.sums.gpuBytes).toBe(64 + 256 + 64);
    expect(inspection?.gpu).toEqual([{ format: 'R8G8B8A8_SRGB', files: 3, gpuBytes: 64 + 256 + 64 }]);
    expect(inspection?.sizeBytes).toBe(Object.values(files).reduce((sum, bytes) => sum + bytes.byteLength, 0));
  });

  it('finds the references to a single texture', async () => {
    const inspection = await inspectPath(disk, '/out/brick.n.ktx2');
    expect(inspection).toMatchObject({ type: 'file', files: [{ facts: { usedBy: ['models/chair.hmat[1].normal'] } }] });
  });

  it('returns undefined if the path does not exist', async () => {
    expect(await inspectPath(disk, '/nothing')).toBeUndefined();
  });
});
