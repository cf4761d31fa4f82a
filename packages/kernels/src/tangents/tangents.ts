// MikkTSpace over indexed vertices, in a memory that several threads may share: the owner goes from step to step, and the parts of
// a step may run anywhere. Bit for bit what the reference gives for the same corners.

import { CELLS, type TangentArea, TangentAreas } from './tangent-areas.js';
import {
  giveTangentKernel,
  runTangentPart,
  type TangentKernel,
  type TangentPart,
  takeTangentKernel,
} from './tangent-kernel.js';

/** Corners as indices over vertices. */
export interface TangentSource {
  readonly vertexCount: number;
  readonly indices: Uint32Array;
  /** Writes eight floats for each vertex: position, normal, texture coordinates. All of them finite. */
  fill(floats: Float32Array): void;
  /** As glTF has them: handedness turned, zeros instead of what is not finite. */
  readonly gltf?: boolean;
}

/** How the parts of a step are run: all of them when it resolves. */
type RunParts = (count: number, part: TangentPart) => Promise<void>;

const onOneThread: RunParts = async (count, part) => {
  for (let index = 0; index < count; index++) runTangentPart(part, index);
};

/** Triangles or groups that make a part worth its while, and how many parts a step has at most. */
const PART_ITEMS = 1 << 15;
const MOST_PARTS = 32;
/** Rooms of all parts together; where cells are so full that they would take more, there are fewer parts. */
const MOST_ROOM_BYTES = 1 << 26;

export interface SplitVertices {
  /** For each corner its vertex among the new ones, which are numbered by first appearance. */
  readonly remap: Uint32Array;
  /** For each new vertex the old one, and its tangent: four floats. */
  readonly sources: Uint32Array;
  readonly tangents: Float32Array;
}

/** Needs some triangle of three different places. */
export class TangentSpace {
  readonly #kernel: TangentKernel;
  readonly #layout: TangentPart['layout'];
  readonly #areas: TangentAreas;
  readonly #triangles: number;
  readonly #mark: number;
  #groups = 0;

  /** Everything is copied out of `source`. */
  static async of(source: TangentSource, run: RunParts = onOneThread): Promise<TangentSpace> {
    const space = new TangentSpace(source);
    await space.#make(run);
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

  async #make(run: RunParts): Promise<void> {
    const { exports } = this.#kernel;
    // Nobody is in a group yet, so that the table of cells may lie where members will.
    const [table, starts] = [this.#area('members'), this.#area('directions')];
    const fullest = exports.sortIntoCells(table, starts) >>> 0;
    await this.#step(run, 'weld', CELLS, exports.weldRoom(fullest) >>> 0, [table, starts, fullest]);
    const good = exports.orderTriangles() >>> 0;
    if (good === 0) throw new Error('no triangle has three different places');
    exports.pairEdges(good);
    await this.#step(run, 'directions', good, 0, [0, 0, 0]);
    this.#groups = exports.buildGroups(good) >>> 0;
    const members = this.#kernel.u32(this.#area('groups'), this.#groups + 1)[this.#groups] ?? 0;
    this.#areas.set('tangents', this.#kernel.reserve((1 + this.#groups + members) * 16));
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
    const most = roomBytes === 0 ? MOST_PARTS : Math.min(MOST_PARTS, Math.floor(MOST_ROOM_BYTES / roomBytes));
    const size = Math.max(1, isSmall ? count : Math.ceil(count / Math.max(1, most)));
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
    // Whoever ran a part may have laid out this instance's areas anew: they are the same.
    this.#layOut();
  }

  /** Nothing may be asked for afterwards. */
  release(): void {
    this.#kernel.release(this.#mark);
    giveTangentKernel(this.#kernel);
  }

  /** Four floats a corner. */
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

  /** The vertices that are left when those are split whose corners have different tangents. */
  split(): SplitVertices {
    const kernel = this.#kernel;
    const { corners, vertices } = this.#layout;
    let heads = 1024;
    while (heads < vertices + this.#groups) heads *= 2;
    const mark = kernel.mark();
    const headsAt = kernel.reserve(heads * 4);
    const rowsAt = kernel.reserve(corners * 12);
    const remapAt = this.#area('neighbors');
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
