// Reads OBJ text with a kernel, one window at a time: runs of plain lines are read in one call. The importer's own reader
// (compiler, importers/obj) takes over at other lines. Both read a plain line to the same numbers.

import { wasmBase64 } from '../generated/obj-wasm.js';
import { type KernelExports, kernelFactory } from '../wasm/kernel.js';

interface ObjExports extends KernelExports {
  readLines(
    record: number,
    end: number,
    positions: number,
    uvs: number,
    normals: number,
    corners: number,
    faceStarts: number,
    faceLines: number,
  ): void;
}

const createKernel = kernelFactory<ObjExports>(wasmBase64, ['readLines']);

/** Bytes of text that the kernel has at a time. */
const WINDOW = 1 << 18;
/** Bytes after the window that the kernel may read. */
const SPARE = 16;
const [LF, CR] = [10, 13];

export interface PlainLines {
  /** The offset after the lines, and how many they are. */
  readonly at: number;
  readonly lines: number;
  readonly positions: Float32Array;
  readonly uvs: Float32Array;
  readonly normals: Float32Array;
  /** Vertex, texture coordinate and normal of each corner, −1 if it has none. */
  readonly corners: Int32Array;
  /** First corner of each face, and its line: 0 is the first that was read. */
  readonly faceStarts: Uint32Array;
  readonly faceLines: Uint32Array;
}

/** How many of each the file had before a line, for indices that count backward. */
export interface ObjCounts {
  readonly vertices: number;
  readonly uvs: number;
  readonly normals: number;
}

/** The offset after the last line that ends between `from` and `to`; `from` if none does. */
function lastLineEnd(bytes: Uint8Array, from: number, to: number): number {
  const lf = bytes.subarray(from, to).lastIndexOf(LF);
  if (lf >= 0) return from + lf + 1;
  // A line feed may follow the last byte.
  return from + bytes.subarray(from, Math.max(from, to - 1)).lastIndexOf(CR) + 1;
}

export class ObjLines {
  readonly #bytes: Uint8Array;
  readonly #kernel = createKernel();
  readonly #at: {
    readonly [area in 'record' | 'text' | 'positions' | 'uvs' | 'normals' | 'corners' | 'starts' | 'lines']: number;
  };
  /** The part of the text that the kernel has. */
  #from = 0;
  #to = 0;

  constructor(bytes: Uint8Array) {
    const kernel = this.#kernel;
    this.#bytes = bytes;
    // "v 0 0 0", "vt 0 0" and "f 1 1 1" give the most output per byte.
    this.#at = {
      record: kernel.reserve(64),
      text: kernel.reserve(WINDOW + SPARE),
      positions: kernel.reserve(WINDOW * 2),
      uvs: kernel.reserve(WINDOW * 2),
      normals: kernel.reserve(WINDOW * 2),
      corners: kernel.reserve(WINDOW * 6 + 64 * 12),
      starts: kernel.reserve(WINDOW),
      lines: kernel.reserve(WINDOW),
    };
  }

  /** Reads lines from `at`, the start of a line. Returns undefined if that line is not plain. The next call overwrites the arrays. */
  read(at: number, before: ObjCounts): PlainLines | undefined {
    if ((at < this.#from || at >= this.#to) && !this.#moveWindow(at)) return undefined;
    const { exports } = this.#kernel;
    const areas = this.#at;
    const record = this.#kernel.u32(areas.record, 10);
    record.fill(0);
    record[0] = areas.text + at - this.#from;
    record.set([before.vertices, before.uvs, before.normals], 7);
    exports.readLines(
      areas.record,
      areas.text + this.#to - this.#from,
      areas.positions,
      areas.uvs,
      areas.normals,
      areas.corners,
      areas.starts,
      areas.lines,
    );
    const [reached = 0, lines = 0, positions = 0, uvs = 0, normals = 0, corners = 0, faces = 0] = record;
    const end = reached - areas.text + this.#from;
    if (end === at) return undefined;
    const kernel = this.#kernel;
    return {
      at: end,
      lines,
      positions: kernel.f32(areas.positions, positions),
      uvs: kernel.f32(areas.uvs, uvs),
      normals: kernel.f32(areas.normals, normals),
      corners: new Int32Array(kernel.memory.buffer, areas.corners, corners),
      faceStarts: kernel.u32(areas.starts, faces),
      faceLines: kernel.u32(areas.lines, faces),
    };
  }

  /** Returns false if no line ends in the window. */
  #moveWindow(at: number): boolean {
    const bytes = this.#bytes;
    const to = lastLineEnd(bytes, at, Math.min(bytes.length, at + WINDOW));
    if (to === at) return false;
    this.#kernel.u8(this.#at.text, to - at).set(bytes.subarray(at, to));
    this.#kernel.u8(this.#at.text + to - at, SPARE).fill(0);
    this.#from = at;
    this.#to = to;
    return true;
  }
}
