// The readable twin of the sdf kernel: the same f32 operations in the same order, one texel at a time.

import { edgeRecords, RECORD_FLOATS, spanRecords } from '../sdf/field-records.js';
import type { FieldInput, FieldSize, MultiFieldInput } from '../sdf/sdf.js';

const f = Math.fround;

const toByte = (distance: number, scale: number): number =>
  Math.trunc(f(f(Math.min(Math.max(f(f(distance * scale) + 128), 0), 255)) + 0.5));

export const signedFieldReference = (input: FieldInput): Uint8Array =>
  signedFieldOfRecords(edgeRecords(input.edges), edgeRecords(input.outline), input);

export const multiFieldReference = (input: MultiFieldInput): Uint8Array =>
  multiFieldOfRecords(spanRecords(input.edges, input.flags), signedFieldReference(input), input);

function signedFieldOfRecords(edges: Float32Array, outline: Float32Array, size: FieldSize): Uint8Array {
  const { width, height } = size;
  const spread = f(size.spread);
  const scale = f(128 / spread);
  const reach = f(spread + 1);
  const out = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) {
    const y = f(j + 0.5);
    for (let i = 0; i < width; i++) {
      const x = f(i + 0.5);
      let best = f(1e30);
      for (let e = 0; e < edges.length; e += RECORD_FLOATS) {
        const [ax = 0, ay = 0, , by = 0, dx = 0, dy = 0, inverse = 0] = edges.subarray(e, e + 7);
        if (!(f(Math.min(ay, by) - reach) <= y && y <= f(Math.max(ay, by) + reach))) continue;
        const qx = f(x - ax);
        const qy = f(y - ay);
        const t = Math.min(Math.max(f(f(f(qx * dx) + f(qy * dy)) * inverse), 0), 1);
        const rx = f(qx - f(t * dx));
        const ry = f(qy - f(t * dy));
        best = Math.min(best, f(f(rx * rx) + f(ry * ry)));
      }
      const distance = f(Math.sqrt(best));
      out[j * width + i] = toByte(windingReference(outline, x, y) !== 0 ? distance : -distance, scale);
    }
  }
  return out;
}

function windingReference(outline: Float32Array, x: number, y: number): number {
  let winding = 0;
  for (let e = 0; e < outline.length; e += RECORD_FLOATS) {
    const [ax = 0, ay = 0, , by = 0, dx = 0, dy = 0] = outline.subarray(e, e + 6);
    if (ay <= y === by <= y) continue;
    const side = f(f(dx * f(y - ay)) - f(f(x - ax) * dy));
    if (dy > 0) winding += side > 0 ? 1 : 0;
    else winding -= side < 0 ? 1 : 0;
  }
  return winding;
}

function multiFieldOfRecords(spans: Float32Array, plain: Uint8Array, size: FieldSize): Uint8Array {
  const { width, height } = size;
  const scale = f(128 / f(size.spread));
  const reach = f(f(size.spread) * 8);
  const flagsOf = new Uint32Array(spans.buffer, spans.byteOffset, spans.length);
  const at = (e: number, field: number): number => spans[e + field] ?? 0;
  const along = (e: number, x: number, y: number): number =>
    f(f(f(x - at(e, 0)) * at(e, 4)) + f(f(y - at(e, 1)) * at(e, 5)));
  const sideOf = (e: number, x: number, y: number): number =>
    f(f(at(e, 4) * f(y - at(e, 1))) - f(at(e, 5) * f(x - at(e, 0))));
  const squared = (e: number, x: number, y: number, t: number): number => {
    const end = t <= 0 ? 0 : t >= at(e, 6) ? 2 : -1;
    if (end < 0) {
      const side = sideOf(e, x, y);
      return f(side * side);
    }
    const qx = f(x - at(e, end));
    const qy = f(y - at(e, end + 1));
    return f(f(qx * qx) + f(qy * qy));
  };
  const value = (e: number, x: number, y: number): number => {
    const t = along(e, x, y);
    const side = sideOf(e, x, y);
    const flags = flagsOf[e + 7] ?? 0;
    const round = (t < 0 && (flags & 8) === 0) || (t > at(e, 6) && (flags & 16) === 0);
    if (!round) return side;
    const distance = f(Math.sqrt(squared(e, x, y, t)));
    return side < 0 ? -distance : distance;
  };

  const out = new Uint8Array(width * height * 3);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const x = f(i + 0.5);
      const y = f(j + 0.5);
      const best = [f(1e30), f(1e30), f(1e30)];
      const over = [f(1e30), f(1e30), f(1e30)];
      const span = [-1, -1, -1];
      for (let e = 0; e < spans.length; e += RECORD_FLOATS) {
        if (!(f(Math.min(at(e, 1), at(e, 3)) - reach) <= y && y <= f(Math.max(at(e, 1), at(e, 3)) + reach))) continue;
        const t = along(e, x, y);
        const d = squared(e, x, y, t);
        const past = t < 0 ? -t : Math.max(f(t - at(e, 6)), 0);
        for (let channel = 0; channel < 3; channel++) {
          if (((flagsOf[e + 7] ?? 0) & (1 << channel)) === 0) continue;
          const nearest = best[channel] ?? 0;
          if (d < nearest || (d === nearest && past < (over[channel] ?? 0))) {
            best[channel] = d;
            over[channel] = past;
            span[channel] = e;
          }
        }
      }
      const p = plain[j * width + i] ?? 0;
      const texel = span.map((e) => (e < 0 ? p : toByte(value(e, x, y), scale)));
      const [r = 0, g = 0, b = 0] = texel;
      const middle = Math.max(Math.min(r, g), Math.min(Math.max(r, g), b));
      out.set(middle >= 128 === p >= 128 ? texel : [p, p, p], (j * width + i) * 3);
    }
  }
  return out;
}
