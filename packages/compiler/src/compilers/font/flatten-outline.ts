// Flattens curves to straight edges, in texels of the atlas, y up. A chord stays within a hundredth of a texel of its curve: far below what a
// byte of distance can represent.

import { CUBIC, type FontOutline, LINE, QUADRATIC } from '../../model/font.js';

const TOLERANCE_TEXELS = 1 / 128;
const MAX_STEPS = 128;

/** A closed polygon. `smooth[i]` is 1 if point i is inside a curve, so that it is never a corner. */
export interface Loop {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly smooth: Uint8Array;
}

export function flattenOutline(outline: FontOutline, scale: number): readonly Loop[] {
  const loops: Loop[] = [];
  for (const [index, contour] of outline.contours.entries()) {
    const endVerb = outline.contours[index + 1]?.verb ?? outline.verbs.length;
    const pen = new LoopPen();
    let at = contour.point * 2;
    const x = (k: number): number => (outline.points[at + 2 * k] ?? 0) * scale;
    const y = (k: number): number => (outline.points[at + 2 * k + 1] ?? 0) * scale;
    pen.add(x(0), y(0), 0);
    for (let v = contour.verb; v < endVerb; v++) {
      const verb = outline.verbs[v] ?? LINE;
      if (verb === LINE) pen.add(x(1), y(1), 0);
      else if (verb === QUADRATIC) addQuadratic(pen, x(0), y(0), x(1), y(1), x(2), y(2));
      else if (verb === CUBIC) addCubic(pen, x(0), y(0), x(1), y(1), x(2), y(2), x(3), y(3));
      at += verb * 2;
    }
    const loop = pen.close();
    if (loop !== undefined) loops.push(loop);
  }
  return loops;
}

class LoopPen {
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];
  readonly #smooth: number[] = [];

  add(x: number, y: number, smooth: number): void {
    if (x === this.#xs.at(-1) && y === this.#ys.at(-1)) return;
    this.#xs.push(x);
    this.#ys.push(y);
    this.#smooth.push(smooth);
  }

  /** Undefined for a point or a single edge, which enclose nothing. */
  close(): Loop | undefined {
    while (this.#xs.length > 1 && this.#xs[0] === this.#xs.at(-1) && this.#ys[0] === this.#ys.at(-1)) {
      this.#xs.pop();
      this.#ys.pop();
      this.#smooth.pop();
    }
    if (this.#xs.length < 3) return undefined;
    return {
      xs: Float64Array.from(this.#xs),
      ys: Float64Array.from(this.#ys),
      smooth: Uint8Array.from(this.#smooth),
    };
  }
}

const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);
const stepsFor = (deviation: number): number =>
  Math.min(MAX_STEPS, Math.max(1, Math.ceil(Math.sqrt(deviation / TOLERANCE_TEXELS))));

/** A chord over 1/n of a parabola deviates from it by |p0 − 2 p1 + p2| / 4n². */
function addQuadratic(pen: LoopPen, x0: number, y0: number, x1: number, y1: number, x2: number, y2: number): void {
  const steps = stepsFor(length(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2) / 4);
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    const s = 1 - t;
    pen.add(s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2, 1);
  }
  pen.add(x2, y2, 0);
}

/** A cubic's second derivative is at most six times its larger second difference: a chord deviates by ¾ of that over n². */
function addCubic(
  pen: LoopPen,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): void {
  const bend = Math.max(length(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), length(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3));
  const steps = stepsFor(bend * 0.75);
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    const s = 1 - t;
    const a = s * s * s;
    const b = 3 * s * s * t;
    const c = 3 * s * t * t;
    const d = t * t * t;
    pen.add(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3, 1);
  }
  pen.add(x3, y3, 0);
}
