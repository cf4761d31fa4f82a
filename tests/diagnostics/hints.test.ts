// Hints fit the message they come with: a code whose causes differ has a hint for each.

import { describe, expect, it } from 'vitest';
import { remedyOf } from '../../packages/compiler/src/diagnostics/remedy-of.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { realProject } from './raise.js';

type Json = GltfBuilder['json'];

const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const NAN = new Float32Array(9).fill(Number.NaN);

/** A triangle that node 0 shows as mesh 0, changed. */
function triangle(change: (json: Json, builder: GltfBuilder) => void = () => undefined): GltfBuilder {
  const builder = new GltfBuilder();
  builder.node({ mesh: builder.mesh({ attributes: { POSITION: builder.accessor(POSITIONS, 'VEC3') } }) });
  change(builder.json, builder);
  return builder;
}

const glb = (change: (json: Json, builder: GltfBuilder) => void) => ({ 'a.glb': triangle(change).glb() });
const glbWith = (parts: Partial<Json>) => glb((json) => Object.assign(json, parts));
const used = (...extensionsUsed: string[]) => glbWith({ extensionsUsed });
const attribute = (name: string) => glbWith({ meshes: [{ primitives: [{ attributes: { POSITION: 0, [name]: 0 } }] }] });
const broken = (name: string) =>
  glb((json, builder) => {
    const accessor = builder.accessor(
      name === 'TEXCOORD_0' ? NAN.subarray(0, 6) : NAN,
      name === 'NORMAL' ? 'VEC3' : 'VEC2',
    );
    json.meshes[0] = { primitives: [{ attributes: { POSITION: 0, [name]: accessor } }] };
  });
const spareMesh = (json: Json) => json.meshes.push({ primitives: [{ attributes: { POSITION: 0 } }] }) - 1;
const cube = (...lines: string[]) => ({ 'a.lut.cube': `${lines.join('\n')}\n` });
const table = (value: string) => ['LUT_3D_SIZE 2', ...Array.from({ length: 8 }, () => `${value} 0 0`)];

type Row = [
  cause: string,
  sources: Record<string, string | Uint8Array>,
  hint: string,
  values?: Parameters<typeof realProject>[1],
];

const rows: readonly Row[] = [
  [
    'gltf/skipped-primitive: points are left out',
    glb((json) => void json.meshes[0]?.primitives.push({ attributes: { POSITION: 0 }, mode: 0 })),
    'Convert them to triangles, or choose a mesh.format that stores points and lines.',
    { mesh: { format: 'hmesh1' } },
  ],
  [
    'gltf/skipped-primitive: a primitive without positions is left out',
    glb((json) => void json.meshes[0]?.primitives.push({ attributes: {} })),
    'Remove the primitive, or give it the attribute POSITION: without it nothing is drawn.',
  ],
  [
    'gltf/skipped-primitive: a primitive without lines is left out',
    glb((json, builder) => {
      const indices = builder.accessor(Uint16Array.of(0), 'SCALAR');
      json.meshes[0]?.primitives.push({ attributes: { POSITION: 0 }, indices, mode: 3 });
    }),
    'Remove the primitive: it draws nothing.',
  ],
  [
    'gltf/dropped-morph-targets: morph targets of points and lines are dropped',
    glb((json) => void json.meshes[0]?.primitives.push({ attributes: { POSITION: 0 }, mode: 0, targets: [{}] })),
    remedyOf('gltf/dropped-morph-targets'),
  ],
  [
    'gltf/dropped-extension: KHR_xmp, OMI_seat: ignored',
    used('KHR_xmp', 'OMI_seat'),
    'Shapes, materials and images are the same without it. Read it from the source file if your program needs it.',
  ],
  [
    'gltf/dropped-extension: EXT_materials_glow: ignored',
    used('EXT_materials_glow'),
    'Materials are drawn without it. Bake its effect into textures or core properties if it matters.',
  ],
  [
    'gltf/dropped-extension: EXT_nobody_knows: ignored',
    used('EXT_nobody_knows'),
    'The model may look different without it. If it does, export without the extension, or bake its effect.',
  ],
  [
    'gltf/dropped-extension: a texture has no image',
    glb((json) => {
      json.textures = [{}];
      json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, material: 0 }] };
    }),
    'Give the texture an image, or remove it from its materials.',
  ],
  [
    'gltf/left-out-scene: 1 of 2 meshes is in another scene and is left out',
    glb((json) => {
      json.nodes.push({ mesh: spareMesh(json) });
      json.scenes.push({ nodes: [1] });
    }),
    'Set mesh.scene to all, or to the scene that you want.',
  ],
  [
    'gltf/left-out-scene: 1 of 2 meshes is used only by nodes of no scene and is left out',
    glb((json) => void json.nodes.push({ mesh: spareMesh(json) })),
    'Add the node to a scene, or remove it.',
  ],
  [
    'gltf/left-out-scene: 1 of 2 meshes is used by no node and is left out',
    glb(spareMesh),
    'Add a node that shows the mesh, or remove the mesh.',
  ],
  [
    'gltf/dropped-attribute: the vertex attribute _PAIN is dropped',
    attribute('_PAIN'),
    'Move its data into texture coordinates or colors if you need it, or remove the attribute.',
  ],
  [
    'gltf/dropped-attribute: the vertex attribute COLOR_9 is dropped',
    attribute('COLOR_9'),
    'Move its data into one of the first sets, without a gap between them, or remove the attribute.',
  ],
  [
    'gltf/dropped-attribute: _PAIN of morph targets is dropped',
    glbWith({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ _PAIN: 0 }] }] }] }),
    'Only positions, normals and tangents of morph targets are stored. Remove the attribute if you do not need it.',
  ],
  [
    'gltf/bad-uri: the data URI contains "!", which is not base64',
    { 'a.gltf': triangle().gltf('data:application/octet-stream;base64,AA!!') },
    'Export the file again: its data URI is broken.',
  ],
  [
    'gltf/bad-buffer: the buffer has no URI and the file has no binary chunk',
    { 'a.gltf': JSON.stringify({ ...triangle().json, buffers: [{ byteLength: 36 }] }) },
    'Export the file again: a buffer needs a URI, or the binary chunk of a .glb.',
  ],
  [
    "gltf/bad-buffer: bytes 0 to 36 reach past the buffer's 30",
    glbWith({ buffers: [{ byteLength: 30 }] }),
    'Export the file again: its buffer views do not match its buffers.',
  ],
  [
    'gltf/bad-reference: an image cannot be in a compressed buffer view',
    glb((json, builder) => {
      const extensions = {
        EXT_meshopt_compression: { buffer: 0, byteLength: 4, byteStride: 4, count: 1, mode: 'ATTRIBUTES' },
      };
      json.images = [{ bufferView: builder.view(new Uint8Array(4), { extensions }), mimeType: 'image/png' }];
      json.textures = [{ source: 0 }];
      json.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
      json.meshes[0] = { primitives: [{ attributes: { POSITION: 0 }, material: 0 }] };
    }),
    'Compress the file again with a current tool: only geometry may be compressed this way.',
  ],
  [
    'gltf/not-finite: the number is too large for a 32-bit float',
    glbWith({ nodes: [{ mesh: 0, scale: [1e300, 1, 1] }] }),
    'Correct the number at this place, or export the file again.',
  ],
  [
    'gltf/repaired-attribute: 9 numbers of NORMAL are not finite and are replaced',
    broken('NORMAL'),
    remedyOf('gltf/repaired-attribute'),
  ],
  [
    'gltf/repaired-attribute: 6 numbers of TEXCOORD_0 are not finite and are replaced',
    broken('TEXCOORD_0'),
    'Correct TEXCOORD_0 in the modeling program, and export the mesh again.',
  ],
  [
    'gltf/dropped-extras: extras are left out: they belong to a second scene, but a compiled file has only one',
    glb((json) => {
      json.scenes = [0, 1].map((n) => ({ nodes: [0], extras: { n } }));
    }),
    'Set mesh.scene to the scene whose extras you need.',
    { mesh: { scene: 'all' } },
  ],
  [
    'gltf/unknown-scene: there is no scene garden; the file has no scenes',
    glbWith({ scenes: [] }),
    'Set mesh.scene to auto.',
    { mesh: { scene: 'garden' } },
  ],
  [
    'gltf/skipped-channels: a channel is left out: another channel of the clip animates the same property',
    glb((json, builder) => {
      const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
      const output = builder.accessor(new Float32Array(6), 'VEC3');
      const channel = { sampler: 0, target: { node: 0, path: 'translation' } };
      json.animations = [{ samplers: [{ input, output }], channels: [channel, channel] }];
    }),
    'Remove one of the two channels.',
    { mesh: { merge: false } },
  ],
  [
    'lut/bad-line: the keyword DOMAIN_MIN comes after the first value',
    cube(...table('0'), 'DOMAIN_MIN 0 0 0'),
    'Move all keywords before the first value.',
  ],
  [
    'lut/bad-line: DOMAIN_MIN is stated twice',
    cube('DOMAIN_MIN 0 0 0', 'DOMAIN_MIN 0 0 0', ...table('0')),
    'Remove one of the two lines.',
  ],
  [
    'lut/bad-size: LUT_1D_SIZE is stated twice',
    cube('LUT_1D_SIZE 2', 'LUT_1D_SIZE 2', ...table('0')),
    'Remove one of the two lines.',
  ],
  [
    'lut/clamped: 8 of 24 values were outside the range of the format and clamped',
    cube(...table('2')),
    'Set lut.format: rgba16f for HDR tables.',
    { lut: { format: 'rgba8' } },
  ],
  [
    'lut/clamped: 8 of 24 values were outside the range of the format and clamped',
    cube(...table('70000')),
    'Export the table with values of at most 65504, the largest half float.',
    { lut: { format: 'rgba16f' } },
  ],
  [
    'image/unknown-type: the file is neither a Radiance picture nor an OpenEXR image',
    { 'a.exr': 'what is this' },
    'Export the image as Radiance (.hdr) or OpenEXR (.exr). If it is an image of another type, correct its extension.',
  ],
];

describe('the hint', () => {
  it.each(rows)('of %s', async (cause, sources, hint, values = {}) => {
    const { diagnostics } = await realProject(sources, values).build();
    const hints = diagnostics.map((d) => [`${d.code}: ${d.message}`, d.hint ?? remedyOf(d.code)]);
    expect(hints).toContainEqual([cause, hint]);
  });
});
