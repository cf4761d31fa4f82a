// The parts of a file whose head is only known at the end. Until then they are on the disk next to it, so that memory does not grow with them.

import { readFully } from '../model/read-fully.js';
import { temporaryPath, writeAtomically } from '../pipeline/commit/atomic-write.js';
import type { FileWriter, Host } from '../pipeline/host/host.js';
import { type OutputFile, writingOutput } from './write-output.js';

const PIECE_BYTES = 1 << 20;

export class Spool {
  readonly #host: Host;
  readonly #target: string;
  readonly #writer: FileWriter;
  readonly #check: () => void;
  #sizeBytes = 0;

  static async create(host: Host, target: string, check: () => void): Promise<Spool> {
    return new Spool(host, target, check, await host.create(partsPath(target)));
  }

  private constructor(host: Host, target: string, check: () => void, writer: FileWriter) {
    this.#host = host;
    this.#check = check;
    this.#target = target;
    this.#writer = writer;
  }

  async add(part: Uint8Array): Promise<void> {
    await this.#writer.write(part);
    this.#sizeBytes += part.byteLength;
  }

  /** Writes the target: the head, then all parts. Returns its size. */
  async finish(head: Uint8Array): Promise<number> {
    await this.#writer.close();
    await writeAtomically(this.#host, this.#target, this.#pieces(head), this.#check);
    return head.byteLength + this.#sizeBytes;
  }

  async remove(): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#host.remove(partsPath(this.#target));
  }

  *#pieces(head: Uint8Array): Generator<Uint8Array> {
    yield head;
    const reader = this.#host.openRead(partsPath(this.#target));
    try {
      for (let at = 0; at < this.#sizeBytes; at += PIECE_BYTES) {
        const piece = readFully(reader, at, Math.min(PIECE_BYTES, this.#sizeBytes - at));
        if (piece === undefined) throw new Error(`${partsPath(this.#target)} was cut off meanwhile`);
        yield piece;
      }
    } finally {
      reader.close();
    }
  }
}

/** Runs a step that writes a file from parts. */
export function spooled<T>(host: Host, output: OutputFile, step: (spool: Spool) => Promise<T>): Promise<T> {
  return writingOutput(host, output, async (check) => {
    const spool = await Spool.create(host, output.path, check);
    try {
      return await step(spool);
    } finally {
      await spool.remove();
    }
  });
}

const partsPath = (target: string): string => temporaryPath(`${target}.parts`);
