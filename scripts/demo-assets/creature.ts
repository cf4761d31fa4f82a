// The sea dragon: a tube skinned to a spine of ten joints, eyes that follow the head, and two clips.

import { emptyGeometry, type Geometry, GltfWriter, joinGrid, primitive } from './gltf-writer.js';
import { encodePng } from './png.js';
import { normalsOf, scaleColor, scaleHeight } from './textures.js';

const JOINTS = 10;
const SPACING = 0.42;
const RINGS = 48;
const SIDES = 18;
const LENGTH = SPACING * (JOINTS - 1);

/** Body radius from tail (0) to snout (1). */
function radiusAt(t: number): number {
  const body =
    0.34 * Math.sqrt(Math.sin(Math.min(1, t * 1.15) * Math.PI * 0.5)) * (t < 0.75 ? 1 : 1 - (t - 0.75) * 1.1);
  const head = 0.16 * Math.exp(-(((t - 0.9) / 0.06) ** 2));
  return Math.max(0.015, (body + head) * (t > 0.965 ? Math.sqrt(Math.max(0, (1 - t) / 0.035)) : 1));
}

interface Skinned extends Geometry {
  readonly joints: number[];
  readonly weights: number[];
}

/** Binds a point on the spine to its two nearest joints. */
function bind(target: Skinned, z: number): void {
  const at = Math.min(JOINTS - 1, Math.max(0, z / SPACING));
  const lower = Math.min(JOINTS - 2, Math.floor(at));
  const w = at - lower;
  target.joints.push(lower, lower + 1, 0, 0);
  target.weights.push(1 - w, w, 0, 0);
}

function body(): Skinned {
  const mesh: Skinned = { ...emptyGeometry(), joints: [], weights: [] };
  for (let r = 0; r <= RINGS; r++) {
    const t = r / RINGS;
    const radius = radiusAt(t);
    const slope = (radiusAt(Math.min(1, t + 0.01)) - radiusAt(Math.max(0, t - 0.01))) / (0.02 * LENGTH);
    for (let s = 0; s <= SIDES; s++) {
      const angle = (s / SIDES) * Math.PI * 2;
      const crest =
        1 + 0.55 * Math.max(0, Math.cos(angle)) ** 12 * (0.5 + 0.5 * Math.cos(t * 90)) * (t > 0.08 && t < 0.86 ? 1 : 0);
      const x = Math.sin(angle);
      const y = Math.cos(angle);
      mesh.positions.push(x * radius, y * radius * 0.92 * crest, t * LENGTH);
      const n = Math.sqrt(1 + slope * slope);
      mesh.normals.push(x / n, y / n, -slope / n);
      mesh.uvs.push(s / SIDES, t * 4);
      bind(mesh, t * LENGTH);
    }
  }
  joinGrid(mesh.indices, 0, SIDES, RINGS);
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b] = [mesh.indices[i] ?? 0, mesh.indices[i + 1] ?? 0];
    mesh.indices[i] = b;
    mesh.indices[i + 1] = a;
  }
  return mesh;
}

function eyes(): Skinned {
  const mesh: Skinned = { ...emptyGeometry(), joints: [], weights: [] };
  for (const side of [-1, 1]) {
    const first = mesh.positions.length / 3;
    for (let r = 0; r <= 8; r++) {
      for (let s = 0; s <= 12; s++) {
        const polar = (r / 8) * Math.PI;
        const angle = (s / 12) * Math.PI * 2;
        const n = [Math.sin(polar) * Math.cos(angle), Math.cos(polar), Math.sin(polar) * Math.sin(angle)] as const;
        mesh.positions.push(side * 0.19 + n[0] * 0.075, 0.17 + n[1] * 0.075, LENGTH * 0.915 + n[2] * 0.075);
        mesh.normals.push(...n);
        mesh.uvs.push(s / 12, r / 8);
        mesh.joints.push(JOINTS - 1, 0, 0, 0);
        mesh.weights.push(1, 0, 0, 0);
      }
    }
    joinGrid(mesh.indices, first, 12, 8);
    for (let i = mesh.indices.length - 12 * 8 * 6; i < mesh.indices.length; i += 3) {
      const [a, b] = [mesh.indices[i] ?? 0, mesh.indices[i + 1] ?? 0];
      mesh.indices[i] = b;
      mesh.indices[i + 1] = a;
    }
  }
  return mesh;
}

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

const CLIPS: readonly Clip[] = [
  {
    name: 'Swim',
    seconds: 2,
    keys: 17,
    pose: (joint, phase) =>
      turn(
        Math.sin(phase * Math.PI * 2 - joint * 0.5) * 0.05,
        Math.sin(phase * Math.PI * 2 - joint * 0.75) * (0.12 + (JOINTS - joint) * 0.018),
      ),
  },
  {
    name: 'Look',
    seconds: 3,
    keys: 13,
    pose: (joint, phase) =>
      turn(
        joint >= 5 ? -0.16 - 0.04 * Math.sin(phase * Math.PI * 2) : 0.02,
        joint >= 7 ? Math.sin(phase * Math.PI * 2) * 0.25 : 0,
      ),
  },
];

export function creatureGlb(): Uint8Array {
  const writer = new GltfWriter();
  const skinned = (mesh: Skinned, material: number) =>
    primitive(writer, mesh, material, {
      JOINTS_0: writer.accessor(Uint8Array.from(mesh.joints), 'VEC4', { target: 34962 }),
      WEIGHTS_0: writer.accessor(Float32Array.from(mesh.weights), 'VEC4', { target: 34962 }),
    });
  const primitives = [skinned(body(), 0), skinned(eyes(), 1)];
  const inverseBinds = new Float32Array(JOINTS * 16);
  for (let j = 0; j < JOINTS; j++) {
    for (let k = 0; k < 4; k++) inverseBinds[j * 16 + k * 5] = 1;
    inverseBinds[j * 16 + 14] = -j * SPACING;
  }
  const nodes = Array.from({ length: JOINTS }, (_, j) => ({
    name: j === JOINTS - 1 ? 'head' : `spine_${j}`,
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
        name: 'Eye',
        pbrMetallicRoughness: { baseColorFactor: [0.98, 0.75, 0.1, 1], metallicFactor: 0, roughnessFactor: 0.1 },
        emissiveFactor: [0.5, 0.32, 0.02],
      },
    ],
  });
}
