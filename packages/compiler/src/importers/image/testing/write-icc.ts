// An ICC profile writer for tests: a matrix with curves, or one gray curve. Colors are adapted by an independent formula.

type CurveSpec =
  | { readonly gamma: number }
  | { readonly samples: readonly number[] }
  | { readonly para: number; readonly values: readonly number[] };

export interface IccSpec {
  readonly description?: string;
  readonly space?: string;
  readonly connection?: string;
  /** x and y of red, green, blue and white. */
  readonly xy?: readonly (readonly [number, number])[];
  /** The XYZ of red, green and blue, instead of `xy`. */
  readonly xyz?: readonly (readonly number[])[];
  readonly curve: CurveSpec;
  /** Tags to omit. */
  readonly without?: readonly string[];
}

export const P3 = [
  [0.68, 0.32],
  [0.265, 0.69],
  [0.15, 0.06],
  [0.3127, 0.329],
] as const;
export const ADOBE_RGB = [
  [0.64, 0.33],
  [0.21, 0.71],
  [0.15, 0.06],
  [0.3127, 0.329],
] as const;
/** sRGB's curve as profiles store it. */
export const SRGB_CURVE: CurveSpec = { para: 3, values: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] };

export function writeIcc(spec: IccSpec): Uint8Array {
  const curve = curveTag(spec.curve);
  const tags: [string, Uint8Array][] = [['desc', descriptionTag(spec.description ?? 'a test')]];
  if (spec.space === 'GRAY') tags.push(['kTRC', curve]);
  else {
    const colors = spec.xyz ?? adaptToD50(spec.xy ?? P3);
    for (const [i, name] of ['rXYZ', 'gXYZ', 'bXYZ'].entries()) tags.push([name, xyzTag(colors[i] ?? [])]);
    for (const name of ['rTRC', 'gTRC', 'bTRC']) tags.push([name, curve]);
  }
  tags.push(['wtpt', xyzTag([0.9642, 1, 0.8249])]);
  return assemble(
    tags.filter(([name]) => !spec.without?.includes(name)),
    spec,
  );
}

function assemble(tags: readonly (readonly [string, Uint8Array])[], spec: IccSpec): Uint8Array {
  const start = 132 + tags.length * 12;
  const out = Buffer.alloc(start + tags.reduce((sum, [, bytes]) => sum + Math.ceil(bytes.length / 4) * 4, 0));
  out.writeUInt32BE(out.length, 0);
  out.writeUInt32BE(0x04200000, 8);
  out.write('mntr', 12);
  out.write(spec.space ?? 'RGB ', 16);
  out.write(spec.connection ?? 'XYZ ', 20);
  out.set([7, 214, 0, 1, 0, 1], 24);
  out.write('acsp', 36);
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) out.writeInt32BE(Math.round(value * 65536), 68 + i * 4);
  out.writeUInt32BE(tags.length, 128);
  let at = start;
  for (const [i, [name, bytes]] of tags.entries()) {
    out.write(name, 132 + i * 12);
    out.writeUInt32BE(at, 136 + i * 12);
    out.writeUInt32BE(bytes.length, 140 + i * 12);
    out.set(bytes, at);
    at += Math.ceil(bytes.length / 4) * 4;
  }
  return new Uint8Array(out);
}

function descriptionTag(text: string): Uint8Array {
  const out = Buffer.alloc(28 + text.length * 2);
  out.write('mluc', 0);
  out.writeUInt32BE(1, 8);
  out.writeUInt32BE(12, 12);
  out.write('enUS', 16);
  out.writeUInt32BE(text.length * 2, 20);
  out.writeUInt32BE(28, 24);
  for (let i = 0; i < text.length; i++) out.writeUInt16BE(text.charCodeAt(i), 28 + i * 2);
  return out;
}

function xyzTag(values: readonly number[]): Uint8Array {
  const out = Buffer.alloc(20);
  out.write('XYZ ', 0);
  for (const [i, value] of values.entries()) out.writeInt32BE(Math.round(value * 65536), 8 + i * 4);
  return out;
}

function curveTag(curve: CurveSpec): Uint8Array {
  if ('para' in curve) {
    const out = Buffer.alloc(12 + curve.values.length * 4);
    out.write('para', 0);
    out.writeUInt16BE(curve.para, 8);
    for (const [i, value] of curve.values.entries()) out.writeInt32BE(Math.round(value * 65536), 12 + i * 4);
    return out;
  }
  const units = 'gamma' in curve ? [Math.round(curve.gamma * 256)] : curve.samples;
  const out = Buffer.alloc(12 + units.length * 2);
  out.write('curv', 0);
  out.writeUInt32BE(units.length, 8);
  for (const [i, unit] of units.entries()) out.writeUInt16BE(unit, 12 + i * 2);
  return out;
}

/** Primaries scaled to their white, which is then adapted to D50 by Bradford's method. */
function adaptToD50(xy: readonly (readonly [number, number])[]): number[][] {
  const xyz = xy.map(([x, y]) => [x / y, 1, (1 - x - y) / y]);
  const [r = [], g = [], b = [], white = []] = xyz;
  const scales = solve([r, g, b], white);
  const cones = (v: readonly number[]): number[] => BRADFORD.map((row) => dot(row, v));
  const columns = [0, 1, 2].map((i) => BRADFORD.map((row) => row[i] ?? 0));
  const [from, to] = [cones(white), cones([0.9642, 1, 0.8249])];
  return [r, g, b].map((color, i) => {
    const scaled = cones(color.map((v) => v * (scales[i] ?? 0)));
    return solve(
      columns,
      scaled.map((v, k) => (v * (to[k] ?? 0)) / (from[k] ?? 1)),
    );
  });
}

const BRADFORD = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);

const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((i) => (a[(i + 1) % 3] ?? 0) * (b[(i + 2) % 3] ?? 0) - (a[(i + 2) % 3] ?? 0) * (b[(i + 1) % 3] ?? 0));

/** Cramer's rule for three columns. */
function solve(columns: readonly (readonly number[])[], right: readonly number[]): number[] {
  const [a = [], b = [], c = []] = columns;
  const whole = dot(a, cross(b, c));
  return [dot(right, cross(b, c)) / whole, dot(a, cross(right, c)) / whole, dot(a, cross(b, right)) / whole];
}
