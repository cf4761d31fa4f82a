// The matrices of a camera, column-major as in WGSL.

export type Vector = readonly [number, number, number];

export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const normalize = (v: Vector): Vector => {
  const scale = 1 / Math.hypot(...v);
  return [v[0] * scale, v[1] * scale, v[2] * scale];
};

/** World to clip space, depth from 0 to 1. */
export function viewProjection(eye: Vector, target: Vector, fov: number, aspect: number, near: number, far: number) {
  const back = normalize(subtract(eye, target));
  const right = normalize(cross([0, 1, 0], back));
  const up = cross(back, right);
  const focal = 1 / Math.tan(fov / 2);
  const scale = far / (near - far);
  const out = new Float32Array(16);
  for (let axis = 0; axis < 3; axis++) {
    out[axis * 4] = ((right[axis] ?? 0) * focal) / aspect;
    out[axis * 4 + 1] = (up[axis] ?? 0) * focal;
    out[axis * 4 + 2] = (back[axis] ?? 0) * scale;
    out[axis * 4 + 3] = -(back[axis] ?? 0);
  }
  out[12] = (-dot(right, eye) * focal) / aspect;
  out[13] = -dot(up, eye) * focal;
  out[14] = -dot(back, eye) * scale + near * scale;
  out[15] = dot(back, eye);
  return out;
}
