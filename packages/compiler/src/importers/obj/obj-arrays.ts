// The arrays of an OBJ file being read, which grow line by line, or by many plain lines at once.

import type { ObjCounts, PlainLines } from '@assetc/kernels';
import { GrowableFloats, GrowableInts } from './growable.js';
import { convertToLinear } from './mtl/convert-to-linear.js';
import type { ObjText } from './obj-text.js';

type Arrays =
  | 'positions'
  | 'colors'
  | 'uvs'
  | 'normals'
  | 'corners'
  | 'faceStarts'
  | 'faceMaterials'
  | 'faceSmoothing'
  | 'faceLines';

export class ObjArrays {
  readonly positions = new GrowableFloats();
  readonly uvs = new GrowableFloats();
  readonly normals = new GrowableFloats();
  readonly corners = new GrowableInts();
  readonly #colors = new GrowableFloats();
  readonly #faceStarts = new GrowableInts();
  readonly #faceMaterials = new GrowableInts();
  readonly #faceSmoothing = new GrowableInts();
  readonly #faceLines = new GrowableInts();
  /** For the faces that follow. */
  material = -1;
  smoothing = 0;

  get counts(): ObjCounts {
    return { vertices: this.positions.length / 3, uvs: this.uvs.length / 2, normals: this.normals.length / 3 };
  }

  /** `line`: the number of the first line. */
  append({ positions, uvs, normals, corners, faceStarts, faceLines }: PlainLines, line: number): void {
    this.#faceStarts.appendShifted(faceStarts, this.corners.length / 3);
    this.#faceLines.appendShifted(faceLines, line);
    this.#faceMaterials.appendRepeated(this.material, faceStarts.length);
    this.#faceSmoothing.appendRepeated(this.smoothing, faceStarts.length);
    this.positions.append(positions);
    this.uvs.append(uvs);
    this.normals.append(normals);
    this.corners.append(corners);
  }

  /** The color of the last vertex: red, green and blue from `numbers[3]` on, and alpha if there are seven numbers. */
  pushColor(numbers: Float64Array, count: number): void {
    this.#padColors(this.positions.length / 3 - 1);
    for (let c = 3; c < 6; c++) this.#colors.push(numbers[c] ?? 1);
    this.#colors.push(count > 6 ? (numbers[6] ?? 1) : Number.NaN);
  }

  /** Adds a face with the corners from `first`, an index into `corners`, to the last. */
  pushFace(first: number, line: number): void {
    this.#faceStarts.push(first / 3);
    this.#faceMaterials.push(this.material);
    this.#faceSmoothing.push(this.smoothing);
    this.#faceLines.push(line);
  }

  /** Returns all arrays; call once at the end. */
  finish(): Pick<ObjText, Arrays> {
    this.#faceStarts.push(this.corners.length / 3);
    if (this.#colors.length > 0) this.#padColors(this.positions.length / 3);
    return {
      positions: this.positions.view(),
      colors: this.#colors.length === 0 ? undefined : convertToLinear(this.#colors.view()),
      uvs: this.uvs.view(),
      normals: this.normals.view(),
      corners: this.corners.view(),
      faceStarts: this.#faceStarts.view(),
      faceMaterials: this.#faceMaterials.view(),
      faceSmoothing: this.#faceSmoothing.view(),
      faceLines: this.#faceLines.view(),
    };
  }

  /** Adds placeholders for vertices without a color. */
  #padColors(vertices: number): void {
    while (this.#colors.length < vertices * 4) this.#colors.push(Number.NaN);
  }
}
