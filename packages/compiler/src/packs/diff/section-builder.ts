// Collects commands with their bytes. A section that reaches a limit of the format is finished, and the next begins.

import {
  MAX_DATA_BYTES,
  MAX_DICTIONARY_BYTES,
  MAX_PLAN_BYTES,
  type OldRange,
  type PatchCommand,
} from '@assetc/formats';

/** What a section is compressed from. */
export interface RawSection {
  /** Sorted, apart from each other. */
  readonly dictionary: readonly OldRange[];
  readonly commands: readonly PatchCommand[];
  readonly literals: Uint8Array;
  readonly differences: Uint8Array;
}

/** Every pack places payloads on multiples of this. */
const ALIGNMENT = 16;
/** A command takes at most this many bytes of a plan, and a range twice as many. */
const COMMAND_BYTES = 16;
const MAX_COMMANDS = Math.floor(MAX_PLAN_BYTES / COMMAND_BYTES / 2);
const MAX_RANGES = Math.floor(MAX_PLAN_BYTES / COMMAND_BYTES / 4);
const EMPTY = new Uint8Array(0);

const aligned = (at: number): number => Math.ceil(at / ALIGNMENT) * ALIGNMENT;

export class SectionBuilder {
  readonly #emit: (section: RawSection) => Promise<void>;
  #commands: PatchCommand[] = [];
  #ranges: OldRange[] = [];
  #rangeBytes = 0;
  #literals: Uint8Array[] = [];
  #literalBytes = 0;
  #differences: Uint8Array[] = [];
  #differenceBytes = 0;
  /** Bytes of the new pack so far. */
  position: number;

  constructor(position: number, emit: (section: RawSection) => Promise<void>) {
    this.position = position;
    this.#emit = emit;
  }

  /** Old bytes that the literals of this section will resemble. */
  async resemble(range: OldRange): Promise<void> {
    if (range.length === 0 || range.length > MAX_DICTIONARY_BYTES) return;
    const last = this.#ranges.at(-1);
    const end = range.offset + range.length;
    // Most ranges overlap the one before: counted twice, they would end the section early.
    if (last !== undefined && range.offset >= last.offset && range.offset <= last.offset + last.length) {
      const more = Math.max(0, end - last.offset - last.length);
      if (this.#rangeBytes + more <= MAX_DICTIONARY_BYTES) {
        this.#ranges[this.#ranges.length - 1] = { ...last, length: last.length + more };
        this.#rangeBytes += more;
        return;
      }
    }
    if (this.#rangeBytes + range.length > MAX_DICTIONARY_BYTES || this.#ranges.length >= MAX_RANGES)
      await this.finish();
    this.#ranges.push(range);
    this.#rangeBytes += range.length;
  }

  /** A copy that continues the last one is part of it. Both packs pad payloads alike, so padding between them is copied, too. */
  async copy(offset: number, length: number): Promise<void> {
    const last = this.#commands.at(-1);
    const end = last === undefined ? 0 : last.offset + last.length;
    const isNext = last?.is === 'copy' && (last.isPadded ? end + this.#padded : end) === offset;
    if (last !== undefined && isNext) {
      this.#commands[this.#commands.length - 1] = { ...last, length: offset + length - last.offset, isPadded: false };
      this.position += length;
    } else await this.#push({ is: 'copy', offset, length, isPadded: false });
  }

  /** Zeros that the last command is followed by. */
  #padded = 0;

  async literal(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length || at === 0; ) {
      if (this.#literalBytes >= MAX_DATA_BYTES) await this.finish();
      const part = bytes.subarray(at, at + MAX_DATA_BYTES - this.#literalBytes);
      const last = this.#commands.at(-1);
      if (last?.is === 'literal' && !last.isPadded) {
        this.#commands[this.#commands.length - 1] = { ...last, length: last.length + part.length };
        this.position += part.length;
      } else await this.#push({ is: 'literal', offset: 0, length: part.length, isPadded: false });
      this.#literals.push(part);
      this.#literalBytes += part.length;
      at += Math.max(1, part.length);
    }
  }

  async add(offset: number, differences: Uint8Array): Promise<void> {
    for (let at = 0; at < differences.length; ) {
      if (this.#differenceBytes >= MAX_DATA_BYTES) await this.finish();
      const part = differences.subarray(at, at + MAX_DATA_BYTES - this.#differenceBytes);
      await this.#push({ is: 'add', offset: offset + at, length: part.length, isPadded: false });
      this.#differences.push(part);
      this.#differenceBytes += part.length;
      at += part.length;
    }
  }

  /** Zeros up to the next payload, which begins at `position`. */
  async padTo(position: number): Promise<void> {
    if (position === this.position) return;
    if (aligned(this.position) !== position) throw new Error('payloads are not next to each other');
    const last = this.#commands.at(-1);
    if (last === undefined || last.isPadded) await this.#push({ is: 'literal', offset: 0, length: 0, isPadded: true });
    else this.#commands[this.#commands.length - 1] = { ...last, isPadded: true };
    this.#padded = position - this.position;
    this.position = position;
  }

  async #push(command: PatchCommand): Promise<void> {
    if (this.#commands.length >= MAX_COMMANDS) await this.finish();
    this.#commands.push(command);
    this.position += command.length;
  }

  async finish(): Promise<void> {
    if (this.#commands.length === 0) return;
    const dictionary = this.#literalBytes === 0 ? [] : joined(this.#ranges);
    const section: RawSection = {
      dictionary,
      commands: this.#commands,
      literals: concat(this.#literals, this.#literalBytes),
      differences: concat(this.#differences, this.#differenceBytes),
    };
    this.#commands = [];
    this.#ranges = [];
    this.#rangeBytes = 0;
    this.#literals = [];
    this.#literalBytes = 0;
    this.#differences = [];
    this.#differenceBytes = 0;
    await this.#emit(section);
  }
}

/** Sorted and without overlaps. */
function joined(ranges: readonly OldRange[]): readonly OldRange[] {
  const out: { offset: number; length: number }[] = [];
  for (const { offset, length } of ranges.toSorted((a, b) => a.offset - b.offset || a.length - b.length)) {
    const last = out.at(-1);
    if (last !== undefined && offset <= last.offset + last.length)
      last.length = Math.max(last.length, offset + length - last.offset);
    else out.push({ offset, length });
  }
  return out;
}

function concat(parts: readonly Uint8Array[], byteLength: number): Uint8Array {
  if (byteLength === 0) return EMPTY;
  const out = new Uint8Array(byteLength);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
