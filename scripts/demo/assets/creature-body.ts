// The sea dragon's surfaces in its bind pose, straight along z: body, head, jaw, horns, a crest of plates, eyes.

import { type Bind, emptySkinned, loft, type Ring, type Skinned, smoothNormals } from './loft.js';

export const JOINTS = 16;
export const SPACING = 0.42;
export const LENGTH = SPACING * (JOINTS - 1);
const HEAD = JOINTS - 2;
const HEAD_Z = HEAD * SPACING;

/** Binds a point on the spine to its two nearest joints; the head is rigid. */
const bindSpine: Bind = (target, z) => {
  const at = Math.min(HEAD, Math.max(0, z / SPACING));
  const lower = Math.min(HEAD - 1, Math.floor(at));
  const w = at - lower;
  target.joints.push(lower, lower + 1, 0, 0);
  target.weights.push(1 - w, w, 0, 0);
};

const bindHead: Bind = (target) => {
  target.joints.push(HEAD, 0, 0, 0);
  target.weights.push(1, 0, 0, 0);
};

/** Body radius from tail (0) to the back of the skull (1). */
function radiusAt(t: number): number {
  const swell = Math.sin(Math.min(1, t * 1.7) * Math.PI * 0.5) ** 0.8;
  return 0.03 + 0.3 * swell * (1 - 0.5 * Math.max(0, (t - 0.5) / 0.5) ** 1.2);
}

const HEAD_PROFILE: readonly (readonly [z: number, y: number, width: number, height: number])[] = [
  [-0.25, 0, 0.16, 0.15],
  [-0.12, 0.02, 0.2, 0.18],
  [0.02, 0.05, 0.25, 0.21],
  [0.14, 0.07, 0.26, 0.2],
  [0.27, 0.06, 0.22, 0.16],
  [0.4, 0.03, 0.17, 0.115],
  [0.55, 0.015, 0.145, 0.09],
  [0.68, 0.02, 0.15, 0.095],
  [0.77, 0.02, 0.12, 0.075],
  [0.82, 0.01, 0.05, 0.03],
  [0.83, 0.01, 0.001, 0.001],
];

const JAW_PROFILE: readonly (readonly [z: number, y: number, width: number, height: number])[] = [
  [-0.05, -0.08, 0.02, 0.02],
  [0.05, -0.1, 0.18, 0.07],
  [0.25, -0.14, 0.16, 0.05],
  [0.45, -0.18, 0.12, 0.04],
  [0.62, -0.21, 0.1, 0.035],
  [0.7, -0.22, 0.04, 0.02],
  [0.71, -0.22, 0.001, 0.001],
];

const profileRings = (profile: typeof HEAD_PROFILE): Ring[] =>
  profile.map(([z, y, width, height]) => ({
    center: [0, y, HEAD_Z + z],
    radius: [width, height],
    v: (HEAD_Z + z) / 1.4,
  }));

export function body(): Skinned {
  const mesh = emptySkinned();
  const rings = Array.from({ length: 90 }, (_, r): Ring => {
    const t = r / 89;
    const z = t * (HEAD_Z - 0.1);
    return { center: [0, 0, z], radius: [radiusAt(t), radiusAt(t) * 0.95], v: z / 1.4 };
  });
  loft(mesh, rings, 22, 1, bindSpine);
  loft(mesh, profileRings(HEAD_PROFILE), 22, 1, bindHead);
  loft(mesh, profileRings(JAW_PROFILE), 16, 1, bindHead);
  smoothNormals(mesh);
  return mesh;
}

/** Horns swept back, brow ridges, and plates along the spine that grow and shrink like a wave. */
export function crest(): Skinned {
  const mesh = emptySkinned();
  for (const side of [-1, 1]) {
    const horn = Array.from({ length: 9 }, (_, r): Ring => {
      const t = r / 8;
      const back = 1 - t;
      const center = [
        side * (0.13 + back * back * 0.1),
        0.2 + back * 0.2 + back * back * 0.12,
        HEAD_Z - 0.02 - back * 0.5,
      ];
      return { center: [center[0] ?? 0, center[1] ?? 0, center[2] ?? 0], radius: 0.004 + t * 0.052, v: t };
    });
    loft(mesh, horn, 9, 1, bindHead);
  }
  const plates = 30;
  for (let p = 0; p < plates; p++) {
    const t = 0.06 + (p / plates) * 0.9;
    const z = t * (HEAD_Z - 0.1);
    const height = 0.07 + 0.15 * Math.sin(Math.min(0.86, t) * Math.PI) ** 0.7 * (p % 2 === 0 ? 1 : 0.72);
    const base = radiusAt(t) * 0.85;
    loft(
      mesh,
      [0, 0.25, 0.5, 0.75, 1].map((f): Ring => {
        const lift = height * Math.sin(Math.min(1, 0.1 + (1 - f) * 0.9) * Math.PI * 0.5) * (1 - f * f);
        const half = lift / 2 + 0.01;
        return { center: [0, base + half - 0.01, z - 0.1 + f * 0.2 - lift * 0.35], radius: [0.035, half], v: f };
      }),
      6,
      1,
      bindSpine,
    );
  }
  smoothNormals(mesh);
  return mesh;
}

export function eyes(): Skinned {
  const mesh = emptySkinned();
  for (const side of [-1, 1]) {
    const rings = Array.from({ length: 9 }, (_, r): Ring => {
      const z = -Math.cos((r / 8) * Math.PI);
      const radius = 0.062 * Math.sqrt(Math.max(0, 1 - z * z)) + 0.0005;
      return { center: [side * 0.185, 0.15, HEAD_Z + 0.24 + z * 0.062], radius, v: r / 8 };
    });
    loft(mesh, rings, 12, 1, bindHead);
  }
  smoothNormals(mesh);
  return mesh;
}
