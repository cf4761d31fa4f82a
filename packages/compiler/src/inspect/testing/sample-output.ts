// A small but complete output folder: a skinned mesh with materials, textures, an animation, a shader and the manifest.

import {
  type AnimationClipModel,
  type AssetKind,
  DEFAULT_MATERIAL,
  encodeHanim,
  encodeHfont,
  encodeHman,
  encodeHmat,
  encodeHmesh,
  encodeKtx2,
  type HmeshModel,
  hashRef,
  type ManifestEntry,
  type Material,
  manifestHash,
  packMorphs,
  packSkinVertices,
  packVertices,
  rgba8Format,
  type WeightClipModel,
} from '@assetc/formats';

const bounds = {
  aabbMin: [0, 0, 0],
  aabbMax: [1, 1, 0],
  sphereCenter: [0.5, 0.5, 0],
  sphereRadius: Math.fround(Math.sqrt(0.5) * 1.001),
};

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function sampleMesh(
  more: {
    readonly materials?: number;
    readonly slot?: number;
    readonly joints?: number;
    readonly targets?: number;
  } = {},
): Uint8Array {
  const { materials = 2, slot = 1, joints = 2, targets = 0 } = more;
  const model: HmeshModel = {
    hasTangents: true,
    bounds,
    vertices: packVertices({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
      normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
      tangents: Float32Array.of(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1),
      uvs: Float32Array.of(0, 0, 1, 0, 0, 1),
    }),
    indices: Uint16Array.of(0, 1, 2),
    meshlets: Uint32Array.of(0, 3, 0, 1),
    meshletVertices: Uint32Array.of(0, 1, 2),
    meshletTriangles: Uint8Array.of(0, 1, 2),
    meshletBounds: Float32Array.of(0.5, 0.5, 0, 1, 0, 0, 1, 0),
    materials: BigUint64Array.from({ length: materials }, (_, i) => hashRef(`models/chair/material_${i}`)),
    submeshes: [{ firstIndex: 0, indexCount: 3, firstMeshlet: 0, meshletCount: 1, materialSlot: slot, ...bounds }],
    ...(joints === 0
      ? {}
      : {
          skin: {
            vertices: packSkinVertices(
              Uint16Array.from({ length: 12 }, () => 0),
              Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
            ),
            joints: Array.from({ length: joints }, (_, i) => ({
              inverseBind: identity,
              bindT: [0, 0, 0],
              bindR: [0, 0, 0, 1],
              bindS: [1, 1, 1],
              parent: i - 1,
            })),
          },
        }),
    ...(targets === 0 ? {} : { morphs: packMorphs([{ extent: 1, targets: Array.from({ length: targets }, lift) }]) }),
  };
  return encodeHmesh(model);
}

const lift = () => ({ vertices: Uint32Array.of(0), positions: Float32Array.of(0, 0, 1), defaultWeight: 0 });

export const sampleMaterial = (more: Partial<Material> = {}): Material => ({ ...DEFAULT_MATERIAL, ...more });

export const sampleClip = (joint: number): AnimationClipModel => ({
  name: 'Wave',
  channels: [
    {
      joint,
      path: 'translation',
      interpolation: 'LINEAR',
      times: Float32Array.of(0, 1.5),
      values: Float32Array.of(0, 0, 0, 1, 1, 1),
    },
  ],
});

export const sampleWeights = (target: number): WeightClipModel => ({
  name: 'Wave',
  channels: [{ target, interpolation: 'LINEAR', times: Float32Array.of(0, 1), values: Float32Array.of(0, 1) }],
});

export const sampleTexture = (size = 4): Uint8Array =>
  encodeKtx2({
    format: rgba8Format('srgb'),
    pixelWidth: size,
    pixelHeight: size,
    levels: [{ bytes: new Uint8Array(size * size * 4).fill(7) }],
  });

/** One compute entry point called `main` that does nothing. */
export function sampleShader(): Uint8Array {
  const instructions: readonly (readonly number[])[] = [
    [17, 1],
    [14, 0, 1],
    [15, 5, 1, 0x6e69616d, 0],
    [16, 1, 17, 1, 1, 1],
    [19, 2],
    [33, 3, 2],
    [54, 2, 1, 0, 3],
    [248, 4],
    [253],
    [56],
  ];
  const words = instructions.flatMap(([opcode = 0, ...operands]) => [
    ((operands.length + 1) << 16) | opcode,
    ...operands,
  ]);
  return new Uint8Array(Uint32Array.from([0x07230203, 0x00010300, 0, 5, 0, ...words]).buffer);
}

export function sampleFont(atlasTex: bigint, atlasSize = 4): Uint8Array {
  const area = { plane: [0, 0, 0, 0], uv: [0, 0, 0, 0] };
  return encodeHfont({
    atlasTex,
    ascent: 0.8,
    descent: -0.2,
    lineGap: 0,
    distanceRange: (255 * 6) / 128,
    edgeValue: 128 / 255,
    atlasWidth: atlasSize,
    atlasHeight: atlasSize,
    msdf: false,
    glyphs: [0, 0x41].map((codepoint) => ({ codepoint, advance: 0.5, ...area })),
    kerning: [{ left: 0x41, right: 0x41, advance: -0.05 }],
  });
}

export const sampleEntry = (kind: AssetKind, path: string): ManifestEntry => ({
  hash: manifestHash(kind, path),
  kind,
  colorspace: 'linear',
  path,
});

/** Relative paths; `check` finds nothing wrong with it. */
export function sampleOutput(): Record<string, Uint8Array> {
  return {
    'models/chair.hmesh': sampleMesh(),
    'models/chair.hmat': encodeHmat([
      sampleMaterial({ baseColorTex: hashRef('models/chair/tex_0'), alphaMode: 'MASK', doubleSided: true }),
      sampleMaterial({ normalTex: hashRef('brick.n') }),
    ]),
    'models/chair.hanim': encodeHanim([sampleClip(1)]),
    'models/chair/tex_0.ktx2': sampleTexture(),
    'brick.n.ktx2': sampleTexture(8),
    'ui/sans.hfont': sampleFont(hashRef('ui/sans')),
    'ui/sans.ktx2': sampleTexture(),
    'sky/compute.spv': sampleShader(),
    'scene/level.json': new TextEncoder().encode('{}'),
    'assets.hman': encodeHman([
      sampleEntry('mesh', 'models/chair.hmesh'),
      sampleEntry('material', 'models/chair.hmat'),
      sampleEntry('animation', 'models/chair.hanim'),
      sampleEntry('texture', 'models/chair/tex_0.ktx2'),
      sampleEntry('texture', 'brick.n.ktx2'),
      sampleEntry('font', 'ui/sans.hfont'),
      sampleEntry('texture', 'ui/sans.ktx2'),
      sampleEntry('shader', 'sky/compute.spv'),
      sampleEntry('embed', 'scene/level.json'),
    ]),
  };
}
