// The images of the game. The boat's image has four columns: hull, deck, cabin, funnel; v goes from the keel (bottom) up.

const mix = (a, b, t) => a.map((value, i) => value + (b[i] - value) * t);
const smooth = (from, to, x) => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};
/** A deterministic number from 0 to 1 for each integer point. */
const grain = (x, y) => {
  const s = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return s - Math.floor(s);
};

const KEEL = [0.52, 0.1, 0.08];
const LINE = [0.95, 0.93, 0.86];
const HULL = [0.05, 0.22, 0.42];
const WOOD = [0.62, 0.4, 0.2];
const CABIN = [0.94, 0.91, 0.84];
const FUNNEL = [0.93, 0.42, 0.1];

function column(u, height) {
  if (u < 0.25) {
    if (height < 0.42) return KEEL;
    if (height < 0.5 || height > 0.92) return LINE;
    return HULL;
  }
  if (u < 0.5) {
    const plank = Math.floor(u * 64);
    const seam = u * 64 - plank < 0.1 ? 0.55 : 1;
    return WOOD.map((value) => value * seam * (0.85 + 0.3 * grain(plank, 3)));
  }
  if (u < 0.75) {
    const isWindow = height > 0.5 && height < 0.82 && Math.abs(((u * 16) % 2) - 1) < 0.6;
    return isWindow ? [0.06, 0.1, 0.15] : CABIN;
  }
  return height > 0.62 && height < 0.86 ? LINE : FUNNEL;
}

export function paint(u, v) {
  const worn = 0.93 + 0.07 * grain(Math.floor(u * 128), Math.floor(v * 128));
  return column(u, 1 - v).map((value) => value * worn);
}

export const buoyPaint = (_u, v) => (Math.floor(v * 5) % 2 === 0 ? [0.82, 0.1, 0.07] : [0.95, 0.93, 0.88]);

/** Waves that repeat: a sum of a few directions, as normals. */
export function seaNormals() {
  const waves = [
    [1, 2, 0.5, 0.3],
    [3, -1, 0.35, 1.7],
    [-2, 4, 0.3, 4.1],
    [5, 3, 0.22, 2.6],
    [-6, 5, 0.16, 0.9],
    [9, -7, 0.1, 5.2],
    [11, 8, 0.07, 3.3],
  ];
  return (u, v) => {
    let x = 0;
    let y = 0;
    for (const [a, b, height, phase] of waves) {
      const slope = height * Math.cos(2 * Math.PI * (a * u + b * v) + phase);
      const length = Math.hypot(a, b);
      x -= (slope * a) / length;
      y += (slope * b) / length;
    }
    const scale = 1 / Math.hypot(0.55 * x, 0.55 * y, 1);
    return [0.5 + 0.275 * x * scale, 0.5 + 0.275 * y * scale, 0.5 + 0.5 * scale];
  };
}

/** The direction of a texel of a cube's face, in the usual convention. */
const DIRECTIONS = {
  px: (s, t) => [1, -t, -s],
  nx: (s, t) => [-1, -t, s],
  py: (s, t) => [s, 1, t],
  ny: (s, t) => [s, -1, -t],
  pz: (s, t) => [s, -t, 1],
  nz: (s, t) => [-s, -t, -1],
};
const SUN = [0.45, 0.42, -0.79];

export function skyFace(face) {
  return (u, v) => {
    const raw = DIRECTIONS[face](2 * u - 1, 2 * v - 1);
    const length = Math.hypot(...raw);
    const [x, y, z] = raw.map((value) => value / length);
    const up = Math.max(0, y);
    let color = mix([0.96, 0.84, 0.68], [0.2, 0.47, 0.78], smooth(0, 0.55, up));
    // Clouds: soft bands that thin out towards the top.
    const band = Math.sin(x * 5 + 3 * Math.sin(y * 9 + z * 4)) + Math.sin(z * 7 - y * 14 + 2 * Math.sin(x * 6));
    color = mix(
      color,
      [1, 0.97, 0.93],
      0.55 * smooth(0.4, 1.6, band) * smooth(0.02, 0.2, up) * (1 - smooth(0.5, 0.9, up)),
    );
    const facing = x * SUN[0] + y * SUN[1] + z * SUN[2];
    color = mix(color, [1, 0.93, 0.75], 0.75 * smooth(0.86, 1, facing));
    if (facing > 0.9965) color = [1, 1, 0.95];
    return y < 0 ? mix(color, [0.05, 0.17, 0.22], smooth(0, 0.12, -y)) : color;
  };
}
