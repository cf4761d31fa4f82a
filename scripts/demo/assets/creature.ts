// The sea dragon: surfaces skinned to a spine of sixteen joints, and two clips.

import { body, crest, eyes, JOINTS, SPACING } from './creature-body.js';
import { GltfWriter, primitive } from './gltf-writer.js';
import type { Skinned } from './loft.js';
import { encodePng } from './png.js';
import { normalsOf, scaleColor, scaleHeight } from './textures.js';

/** Rotation about x then y, as a quaternion. */
const turn = (x: number, y: number): number[] => {
  const [sx, cx, sy, cy] = [Math.sin(x / 2), Math.cos(x / 2), Math.sin(y / 2), Math.cos(y / 2)];
  return [cy * sx, sy * cx, -sy * sx, cy * cx];
};

interface Clip {
  readonly name: string;
  readonly seconds: number;
  readonly keys: number;
  pose(joint: number, phase: number): number[];
}

/** How steeply each joint of the spine climbs, in degrees: a hump at the back, the neck raised, the head level. */
const CLIMB = [30, 42, 34, 0, -38, -46, -18, 26, 58, 76, 84, 80, 62, 28, -8, -8];
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const CLIPS: readonly Clip[] = [
  {
    name: 'Swim',
    seconds: 2,
    keys: 17,
    pose: (joint, phase) =>
      turn(
        Math.sin(phase * Math.PI * 2 - joint * 0.5) * 0.05,
        Math.sin(phase * Math.PI * 2 - joint * 0.75) * (0.12 + (JOINTS - joint) * 0.012),
      ),
  },
  {
    name: 'Look',
    seconds: 3,
    keys: 13,
    pose: (joint, phase) => {
      const climb = radians((CLIMB[joint] ?? 0) - (CLIMB[joint - 1] ?? 0));
      const sway = Math.sin(phase * Math.PI * 2);
      // Only the tail and the head turn to the side: a joint of the raised neck would roll instead.
      const aside = joint < 7 ? -0.05 : joint >= JOINTS - 3 ? -0.1 - sway * 0.06 : 0;
      return turn(-climb + 0.015 * sway, aside);
    },
  },
];

export function creatureGlb(): Uint8Array {
  const writer = new GltfWriter();
  const skinned = (mesh: Skinned, material: number) =>
    primitive(writer, mesh, material, {
      JOINTS_0: writer.accessor(Uint8Array.from(mesh.joints), 'VEC4', { target: 34962 }),
      WEIGHTS_0: writer.accessor(Float32Array.from(mesh.weights), 'VEC4', { target: 34962 }),
    });
  const primitives = [skinned(body(), 0), skinned(crest(), 1), skinned(eyes(), 2)];
  const inverseBinds = new Float32Array(JOINTS * 16);
  for (let j = 0; j < JOINTS; j++) {
    for (let k = 0; k < 4; k++) inverseBinds[j * 16 + k * 5] = 1;
    inverseBinds[j * 16 + 14] = -j * SPACING;
  }
  const nodes = Array.from({ length: JOINTS }, (_, j) => ({
    name: j === JOINTS - 2 ? 'head' : j === JOINTS - 1 ? 'snout' : `spine_${j}`,
    translation: [0, 0, j === 0 ? 0 : SPACING],
    ...(j + 1 < JOINTS ? { children: [j + 1] } : {}),
  }));
  const animations = CLIPS.map((clip) => {
    const input = writer.accessor(
      Float32Array.from({ length: clip.keys }, (_, i) => (i / (clip.keys - 1)) * clip.seconds),
      'SCALAR',
      { bounds: true },
    );
    const samplers = nodes.map((_, j) => ({
      input,
      output: writer.accessor(
        Float32Array.from(Array.from({ length: clip.keys }, (_, i) => clip.pose(j, i / (clip.keys - 1))).flat()),
        'VEC4',
      ),
      interpolation: 'LINEAR',
    }));
    return {
      name: clip.name,
      samplers,
      channels: nodes.map((_, j) => ({ sampler: j, target: { node: j, path: 'rotation' } })),
    };
  });
  const images = [
    { name: 'scales', mimeType: 'image/png', bufferView: writer.view(encodePng(scaleColor(256))) },
    {
      name: 'scales_normal',
      mimeType: 'image/png',
      bufferView: writer.view(encodePng(normalsOf(scaleHeight, 256, 2.5))),
    },
  ];
  return writer.glb({
    scene: 0,
    scenes: [{ nodes: [0, JOINTS] }],
    nodes: [...nodes, { name: 'dragon', mesh: 0, skin: 0 }],
    meshes: [{ name: 'dragon', primitives }],
    skins: [
      { joints: nodes.map((_, j) => j), inverseBindMatrices: writer.accessor(inverseBinds, 'MAT4'), skeleton: 0 },
    ],
    animations,
    images,
    samplers: [{ wrapS: 10497, wrapT: 10497 }],
    textures: images.map((_, source) => ({ source, sampler: 0 })),
    materials: [
      {
        name: 'Scales',
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0.1, roughnessFactor: 0.45 },
        normalTexture: { index: 1 },
      },
      {
        name: 'Horn',
        pbrMetallicRoughness: { baseColorFactor: [0.72, 0.3, 0.14, 1], metallicFactor: 0, roughnessFactor: 0.5 },
      },
      {
        name: 'Eye',
        pbrMetallicRoughness: { baseColorFactor: [0.98, 0.75, 0.1, 1], metallicFactor: 0, roughnessFactor: 0.1 },
        emissiveFactor: [0.16, 0.09, 0],
      },
    ],
  });
}
