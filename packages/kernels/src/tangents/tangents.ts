// MikkTSpace over indexed vertices, in a memory that threads can share. The owner runs the steps in order; the parts of a step can run
// in any thread. Results equal those of MikkTSpace bit for bit.

import { CELLS, type TangentArea, TangentAreas } from './tangent-areas.js';
import {
  returnTangentKernel,
  runTangentPart,
  type TangentKernel,
  type TangentPart,
  takeTangentKernel,
} from './tangent-kernel.js';

/** Corners as indices over vertices. */
export interface TangentSource {
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  /** Writes eight finite floats per vertex: position, normal, texture coordinates. */
  fill(floats: Float32Array): void;
  /** glTF's convention: negated handedness, and zeros if a tangent is not finite. */
  readonly gltf?: boolean;
}

/** Runs all parts of a step, and resolves when they are done. */
type RunParts = (count: number, part: TangentPart) => Promise<void>;

const onOneThread: RunParts = async (count, part) => {
  for (let index = 0; index < count; index++) runTangentPart(part, index);
};

/** Triangles from which on a step is split into parts. */
const PART_ITEMS = 1 << 15;
const MAX_PARTS = 32;
/** Scratch memory of all parts together. If cells are so full that they need more, there are fewer parts. */
const MAX_ROOM_BYTES = 1 << 26;

export interface SplitVertices {
  /** Per corner its new vertex. New vertices are in the order of first appearance. */
  readonly remap: Uint32Array;
  /** Per new vertex the old one, and its tangent of four floats. */
  readonly sources: Uint32Array;
  readonly tangents: Float32Array;
}

/** Needs at least one triangle with three different positions. */
export class TangentSpace {
  readonly #kernel: TangentKernel;
  readonly #layout: TangentPart['layout'];
  readonly #areas: TangentAreas;
  readonly #triangles: number;
  readonly #mark: number;
  #groups = 0;

  /** Copies everything from `source`. */
  static async of(source: TangentSource, run: RunParts = onOneThread): Promise<TangentSpace> {
    const space = new TangentSpace(source);
    await space.#compute(run);
    return space;
  }

  private constructor({ vertexCount, indices, fill, gltf = false }: TangentSource) {
    const kernel = takeTangentKernel();
    this.#kernel = kernel;
    this.#mark = kernel.mark();
    const corners = indices.length;
    this.#triangles = corners / 3;
    this.#areas = new TangentAreas(kernel, corners, vertexCount);
    this.#layout = { at: this.#areas.at, corners, vertices: vertexCount, gltf };
    kernel.u32(this.#area('indices'), corners).set(indices);
    fill(kernel.f32(this.#area('vertices'), vertexCount * 8));
    this.#layOut();
  }

  #area(name: TangentArea): number {
    return this.#areas.start(name);
  }

  #layOut(): void {
    const { at, corners, vertices, gltf } = this.#layout;
    this.#areas.write();
    this.#kernel.exports.layOut(at, corners, vertices, gltf ? 1 : 0);
  }

  async #compute(run: RunParts): Promise<void> {
    const { exports } = this.#kernel;
    // There are no groups yet, so the table of cells uses the area of their members.
    const [table, starts] = [this.#area('members'), this.#area('directions')];
    const fullest = exports.sortIntoCells(table, starts) >>> 0;
    await this.#step(run, 'weld', CELLS, exports.weldRoom(fullest) >>> 0, [table, starts, fullest]);
    const good = exports.orderTriangles() >>> 0;
    if (good === 0) throw new Error('no triangle has three different positions');
    exports.pairEdges(good);
    await this.#step(run, 'directions', good, 0, [0, 0, 0]);
    this.#groups = exports.buildGroups(good) >>> 0;
    const members = this.#kernel.u32(this.#area('groups'), this.#groups + 1)[this.#groups] ?? 0;
    this.#areas.set('tangents', this.#kernel.reserve((1 + this.#groups + members) * 16));
    this.#areas.set('chosen', this.#area('neighbors'));
    this.#kernel.u32(this.#area('chosen'), this.#layout.corners).fill(0);
    this.#layOut();
    exports.writeFallback();
    const roomBytes = (exports.largestGroup(this.#groups) >>> 0) * 32 + 16;
    await this.#step(run, 'evaluate', this.#groups, roomBytes, [this.#groups, 0, 0]);
    exports.fillGaps(good, this.#area('directions'));
  }

  async #step(
    run: RunParts,
    step: TangentPart['step'],
    count: number,
    roomBytes: number,
    numbers: TangentPart['numbers'],
  ): Promise<void> {
    const isSmall = this.#triangles < PART_ITEMS;
    const maxParts = roomBytes === 0 ? MAX_PARTS : Math.min(MAX_PARTS, Math.floor(MAX_ROOM_BYTES / roomBytes));
    const size = Math.max(1, isSmall ? count : Math.ceil(count / Math.max(1, maxParts)));
    const parts = Math.ceil(count / size);
    const kernel = this.#kernel;
    const apart = Math.ceil(roomBytes / 16) * 16;
    const mark = kernel.mark();
    const room = kernel.reserve(apart * parts);
    const { memory } = kernel;
    const part: TangentPart = {
      memory,
      bytes: new Uint8Array(memory.buffer),
      layout: this.#layout,
      step,
      count,
      size,
      room,
      roomBytes: apart,
      numbers,
    };
    if (parts === 1) runTangentPart(part, 0);
    else await run(parts, part);
    kernel.release(mark);
    // Running a part here has set this instance's areas again.
    this.#layOut();
  }

  /** Ends it: no other method may be called afterward. Returns the size of the memory that is dropped. */
  release(): number {
    this.#kernel.release(this.#mark);
    return returnTangentKernel(this.#kernel);
  }

  /** Four floats per corner. */
  corners(): Float32Array {
    const kernel = this.#kernel;
    const { corners } = this.#layout;
    const mark = kernel.mark();
    const into = kernel.reserve(corners * 16);
    kernel.exports.writeCorners(into);
    const out = kernel.f32(into, corners * 4).slice();
    kernel.release(mark);
    return out;
  }

  /** Splits the vertices whose corners have different tangents. */
  split(): SplitVertices {
    const kernel = this.#kernel;
    const { corners, vertices } = this.#layout;
    let heads = 1024;
    while (heads < vertices + this.#groups) heads *= 2;
    const mark = kernel.mark();
    const headsAt = kernel.reserve(heads * 4);
    const rowsAt = kernel.reserve(corners * 12);
    // All tangents are known, so the members of groups are not needed anymore.
    const remapAt = this.#area('members');
    const count = kernel.exports.splitVertices(remapAt, rowsAt, headsAt, heads - 1) >>> 0;
    const rows = kernel.u32(rowsAt, count * 3);
    const end = (this.#kernel.memory.buffer.byteLength - this.#area('tangents')) >>> 4;
    const all = kernel.f32(this.#area('tangents'), end * 4);
    const sources = new Uint32Array(count);
    const tangents = new Float32Array(count * 4);
    for (let i = 0; i < count; i++) {
      sources[i] = rows[i * 3] ?? 0;
      const from = (rows[i * 3 + 1] ?? 0) * 4;
      for (let c = 0; c < 4; c++) tangents[i * 4 + c] = all[from + c] ?? 0;
    }
    const remap = kernel.u32(remapAt, corners).slice();
    kernel.release(mark);
    return { remap, sources, tangents };
  }
}
