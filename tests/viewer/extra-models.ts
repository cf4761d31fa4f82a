// Models that have what the demo's do not: a surface fine enough for several levels of clusters; and a scene with a camera, lights, a morph
// target, vertex colors and a coated material.

const RINGS = 72;
const SEGMENTS = 96;

interface Part {
  readonly values: Float32Array | Uint32Array;
  readonly type: 'VEC3' | 'VEC4' | 'SCALAR';
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

const WIDTH = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

/** Accessors one after the other in one buffer. */
function layOut(parts: readonly Part[]) {
  const bytes = Buffer.concat(parts.map(({ values }) => Buffer.from(values.buffer)));
  let byteOffset = 0;
  const bufferViews = parts.map(({ values }) => {
    const view = { buffer: 0, byteOffset, byteLength: values.byteLength };
    byteOffset += values.byteLength;
    return view;
  });
  const accessors = parts.map(({ values, type, min, max }, bufferView) => ({
    bufferView,
    componentType: values instanceof Uint32Array ? 5125 : 5126,
    count: values.length / WIDTH[type],
    type,
    ...(min === undefined ? {} : { min, max }),
  }));
  const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`;
  return { buffers: [{ byteLength: bytes.length, uri }], bufferViews, accessors };
}

/** A ball with bumps of this height. */
function ball(bumps: number) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++)
    for (let segment = 0; segment <= SEGMENTS; segment++) {
      const [down, around] = [(ring / RINGS) * Math.PI, (segment / SEGMENTS) * 2 * Math.PI];
      const radius = 1 + bumps * Math.sin(down * 7) * Math.sin(around * 5);
      positions.push(radius * Math.sin(down) * Math.cos(around), radius * Math.cos(down));
      positions.push(radius * Math.sin(down) * Math.sin(around));
      const at = ring * (SEGMENTS + 1) + segment;
      if (ring < RINGS && segment < SEGMENTS) {
        indices.push(at, at + 1, at + SEGMENTS + 1);
        indices.push(at + 1, at + SEGMENTS + 2, at + SEGMENTS + 1);
      }
    }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };
}

const SPAN = { min: [-2, -2, -2], max: [2, 2, 2] };

/** A rock of thirteen thousand triangles. */
export function rockGltf(): string {
  const { positions, indices } = ball(0.12);
  return JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'rock' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [{ name: 'Stone', pbrMetallicRoughness: { baseColorFactor: [0.4, 0.36, 0.3, 1], metallicFactor: 0 } }],
    ...layOut([
      { values: positions, type: 'VEC3', ...SPAN },
      { values: indices, type: 'SCALAR' },
    ]),
  });
}

/** A lit ball that can swell. */
export function lampGltf(): string {
  const { positions, indices } = ball(0);
  const deltas = positions.map((value) => value * 0.5);
  const colors = new Float32Array((positions.length / 3) * 4);
  for (let i = 0; i < positions.length / 3; i++) {
    const height = ((positions[i * 3 + 1] ?? 0) + 1) / 2;
    colors.set([0.2 + 0.8 * height, 0.4, 1 - 0.8 * height, 1], i * 4);
  }
  return JSON.stringify({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_lights_punctual', 'KHR_materials_clearcoat'],
    extensions: {
      KHR_lights_punctual: {
        lights: [
          { type: 'point', name: 'Bulb', color: [1, 0.6, 0.3], intensity: 12 },
          { type: 'spot', name: 'Beam', intensity: 24, spot: { innerConeAngle: 0.2, outerConeAngle: 0.5 } },
        ],
      },
    },
    cameras: [{ type: 'perspective', name: 'Eye', perspective: { yfov: 0.8, znear: 0.1, zfar: 50 } }],
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'root', children: [1, 2, 3, 4] },
      { name: 'ball', mesh: 0 },
      { name: 'bulb', translation: [2, 2, 1], extensions: { KHR_lights_punctual: { light: 0 } } },
      {
        name: 'beam',
        translation: [0, 3, 0],
        rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
        extensions: { KHR_lights_punctual: { light: 1 } },
      },
      { name: 'eye', translation: [0, 0, 5], camera: 0, extras: { note: '<b>not bold</b>' } },
    ],
    meshes: [
      {
        extras: { targetNames: ['swell'] },
        primitives: [{ attributes: { POSITION: 0, COLOR_0: 2 }, indices: 1, material: 0, targets: [{ POSITION: 3 }] }],
      },
    ],
    materials: [
      {
        name: 'Lacquer',
        pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], metallicFactor: 0.1, roughnessFactor: 0.5 },
        extensions: { KHR_materials_clearcoat: { clearcoatFactor: 0.75, clearcoatRoughnessFactor: 0.125 } },
      },
    ],
    ...layOut([
      { values: positions, type: 'VEC3', ...SPAN },
      { values: indices, type: 'SCALAR' },
      { values: colors, type: 'VEC4' },
      { values: deltas, type: 'VEC3', ...SPAN },
    ]),
  });
}
