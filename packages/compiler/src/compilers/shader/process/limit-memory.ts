// Sets a maximum for a wasm module's memory by editing its memory section. Neither a worker's resource limits nor an engine option affects it.

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGES_PER_MEGABYTE = 16;

export const pagesOf = (megabytes: number): number => Math.floor(megabytes * PAGES_PER_MEGABYTE);

/** The module with at most `megabytes` of memory, but never less than its initial size. It must declare exactly one memory. */
export function limitMemory(module: Uint8Array, megabytes: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.next + size.value;
    if (module[at] !== MEMORY_SECTION) {
      at = end;
      continue;
    }
    const count = readNumber(module, size.next);
    const initial = readNumber(module, count.next + 1);
    if (count.value !== 1) throw new Error(`a module of ${count.value} memories`);
    const max = Math.max(initial.value, pagesOf(megabytes));
    const body = [1, 1, ...numberBytes(initial.value), ...numberBytes(max)];
    const section = [MEMORY_SECTION, ...numberBytes(body.length), ...body];
    const limited = new Uint8Array(at + section.length + module.length - end);
    limited.set(module.subarray(0, at));
    limited.set(section, at);
    limited.set(module.subarray(end), at + section.length);
    return limited;
  }
  throw new Error('a module without a memory of its own');
}

/** Reads an unsigned LEB128 number and returns the offset after it. */
function readNumber(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  for (let shift = 0, next = at; shift < 35; shift += 7, next++) {
    const byte = bytes[next] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: next + 1 };
  }
  throw new Error('a number of more than five bytes');
}

function numberBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}
