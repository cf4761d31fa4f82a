// Collects a glyph's outline from HarfBuzz's drawing callbacks into flat arrays.

import type { DrawFuncs, Font } from 'harfbuzzjs';
import { CUBIC, type FontOutline, LINE, QUADRATIC } from '../../model/font.js';

type HarfBuzz = typeof import('harfbuzzjs');

/** Created once per thread: HarfBuzz never releases the callbacks. */
export class OutlinePen {
  readonly #funcs: DrawFuncs;
  #points: number[] = [];
  #verbs: number[] = [];
  #contours: { point: number; verb: number }[] = [];

  constructor(hb: HarfBuzz) {
    this.#funcs = new hb.DrawFuncs();
    this.#funcs.setMoveToFunc((x, y) => {
      this.#contours.push({ point: this.#points.length / 2, verb: this.#verbs.length });
      this.#points.push(x, y);
    });
    this.#funcs.setLineToFunc((x, y) => this.#push(LINE, x, y));
    this.#funcs.setQuadraticToFunc((cx, cy, x, y) => this.#push(QUADRATIC, cx, cy, x, y));
    this.#funcs.setCubicToFunc((ax, ay, bx, by, x, y) => this.#push(CUBIC, ax, ay, bx, by, x, y));
    this.#funcs.setClosePathFunc(() => undefined);
  }

  draw(font: Font, glyph: number): FontOutline {
    this.#points = [];
    this.#verbs = [];
    this.#contours = [];
    font.drawGlyph(glyph, this.#funcs);
    return {
      points: Float64Array.from(this.#points),
      verbs: Uint8Array.from(this.#verbs),
      contours: this.#contours,
    };
  }

  #push(verb: number, ...coordinates: readonly number[]): void {
    this.#verbs.push(verb);
    this.#points.push(...coordinates);
  }
}
