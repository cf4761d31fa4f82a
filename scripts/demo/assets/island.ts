// The island: a mound of grass and sand in translucent water, with ferns placed by GPU instancing.

import { emptyGeometry, type Geometry, GltfWriter, joinGrid, primitive } from './gltf-writer.js';
import { groundAt, RADIUS } from './island-shape.js';
import { clamp01, hash2 } from './noise.js';

function ground(): Geometry {
  const mesh = emptyGeometry();
  const rings = 64;
  const sides = 128;
  for (let r = 0; r <= rings; r++) {
    for (let s = 0; s <= sides; s++) {
      const angle = (s / sides) * Math.PI * 2;
      const radius = (r / rings) * RADIUS;
      const x = Math.cos(angle) * radius;
      const z = Math.sin(angle) * radius;
      const d = 0.05;
      const dx = (groundAt(x + d, z) - groundAt(x - d, z)) / (2 * d);
      const dz = (groundAt(x, z + d) - groundAt(x, z - d)) / (2 * d);
      const n = Math.sqrt(dx * dx + dz * dz + 1);
      mesh.positions.push(x, groundAt(x, z), z);
      mesh.normals.push(-dx / n, 1 / n, -dz / n);
      mesh.uvs.push((x / RADIUS) * 0.5 + 0.5, (z / RADIUS) * 0.5 + 0.5);
    }
  }
  joinGrid(mesh.indices, 0, sides, rings);
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b] = [mesh.indices[i] ?? 0, mesh.indices[i + 1] ?? 0];
    mesh.indices[i] = b;
    mesh.indices[i + 1] = a;
  }
  return mesh;
}

/** Rings that widen toward the horizon: more detail near the island, and few triangles far away. */
function water(): Geometry {
  const mesh = emptyGeometry();
  const rings = 24;
  const sides = 48;
  for (let r = 0; r <= rings; r++) {
    const radius = r === 0 ? 0 : 4 * 1.45 ** r;
    for (let s = 0; s <= sides; s++) {
      const angle = (s / sides) * Math.PI * 2;
      const [x, z] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      mesh.positions.push(x, 0, z);
      mesh.normals.push(0, 1, 0);
      mesh.uvs.push(x / 8, z / 8);
    }
  }
  joinGrid(mesh.indices, 0, sides, rings);
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b] = [mesh.indices[i] ?? 0, mesh.indices[i + 1] ?? 0];
    mesh.indices[i] = b;
    mesh.indices[i + 1] = a;
  }
  return mesh;
}

export function islandGltf(): { gltf: string; bin: Uint8Array } {
  const writer = new GltfWriter();
  const meshes = [
    { name: 'ground', primitives: [primitive(writer, ground(), 0)] },
    { name: 'water', primitives: [primitive(writer, water(), 1)] },
  ];
  const gltf = writer.gltf(
    {
      scene: 0,
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { name: 'ground', mesh: 0 },
        { name: 'water', mesh: 1 },
      ],
      meshes,
      images: [{ uri: '../textures/island.png' }, { uri: '../textures/water.n.png' }],
      textures: [{ source: 0 }, { source: 1 }],
      materials: [
        {
          name: 'Grass',
          pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.95 },
        },
        {
          name: 'Water',
          alphaMode: 'BLEND',
          pbrMetallicRoughness: {
            baseColorFactor: [0.02, 0.12, 0.17, 0.7],
            metallicFactor: 0,
            roughnessFactor: 0.08,
          },
          normalTexture: { index: 1, scale: 1 },
        },
      ],
    },
    'island.bin',
  );
  return { gltf, bin: writer.bin() };
}

const FRONDS = 7;

function fern(): Geometry {
  const mesh = emptyGeometry();
  for (let f = 0; f < FRONDS; f++) {
    const angle = (f / FRONDS) * Math.PI * 2 + (f & 1) * 0.2;
    const [out, side] = [[Math.cos(angle), Math.sin(angle)] as const, [-Math.sin(angle), Math.cos(angle)] as const];
    const first = mesh.positions.length / 3;
    for (let r = 0; r <= 5; r++) {
      const t = r / 5;
      const reach = t * 0.75;
      const rise = 0.55 * t * (1.7 - t * 1.25);
      for (const s of [-1, 1]) {
        mesh.positions.push(out[0] * reach + side[0] * s * 0.2, rise, out[1] * reach + side[1] * s * 0.2);
        mesh.normals.push(out[0] * 0.3 * t, 0.95, out[1] * 0.3 * t);
        mesh.uvs.push(s * 0.5 + 0.5, 1 - t);
      }
    }
    joinGrid(mesh.indices, first, 1, 5);
  }
  for (let i = 0; i < mesh.normals.length; i += 3) {
    const [x, y, z] = [mesh.normals[i] ?? 0, mesh.normals[i + 1] ?? 0, mesh.normals[i + 2] ?? 0];
    const n = Math.sqrt(x * x + y * y + z * z);
    mesh.normals[i] = x / n;
    mesh.normals[i + 1] = y / n;
    mesh.normals[i + 2] = z / n;
  }
  return mesh;
}

export function fernGltf(): { gltf: string; bin: Uint8Array } {
  const writer = new GltfWriter();
  const mesh = { name: 'fern', primitives: [primitive(writer, fern(), 0)] };
  const translations: number[] = [];
  const rotations: number[] = [];
  const scales: number[] = [];
  for (let i = 0; translations.length < 3 * 44; i++) {
    const angle = hash2(i, 1, 111) * Math.PI * 2;
    const radius = 2.3 + hash2(i, 2, 111) * 5.2;
    const [x, z] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    const y = groundAt(x, z);
    if (y < 0.55) continue;
    const half = hash2(i, 3, 111) * Math.PI;
    const scale = 0.6 + clamp01(hash2(i, 4, 111)) * 0.8;
    translations.push(x, y - 0.03, z);
    rotations.push(0, Math.sin(half), 0, Math.cos(half));
    scales.push(scale, scale, scale);
  }
  const gltf = writer.gltf(
    {
      extensionsUsed: ['EXT_mesh_gpu_instancing'],
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [
        {
          name: 'ferns',
          mesh: 0,
          extensions: {
            EXT_mesh_gpu_instancing: {
              attributes: {
                TRANSLATION: writer.accessor(Float32Array.from(translations), 'VEC3'),
                ROTATION: writer.accessor(Float32Array.from(rotations), 'VEC4'),
                SCALE: writer.accessor(Float32Array.from(scales), 'VEC3'),
              },
            },
          },
        },
      ],
      meshes: [mesh],
      images: [{ uri: '../textures/leaf.png' }],
      textures: [{ source: 0 }],
      materials: [
        {
          name: 'Leaf',
          alphaMode: 'MASK',
          alphaCutoff: 0.5,
          doubleSided: true,
          pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.8 },
        },
      ],
    },
    'fern.bin',
  );
  return { gltf, bin: writer.bin() };
}
