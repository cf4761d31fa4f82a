// Writes a pack without the checks of our own writer.

export interface RawEntry {
  readonly path: string;
  readonly content?: string;
  /** Wrong values for the table. */
  readonly offset?: bigint;
  readonly size?: bigint;
}

const HEADER_BYTES = 24;
const HEAD_BYTES = 19;

/** Entries in the order given; sort them by their bytes where that shall not be what is wrong. */
export function rawPack(entries: readonly RawEntry[]): Uint8Array {
  const names = entries.map(({ path }) => Buffer.from(path));
  const tocBytes = names.reduce((sum, name) => sum + HEAD_BYTES + name.length, 0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('HPAK', 0, 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(entries.length, 8);
  header.writeBigUInt64LE(BigInt(tocBytes), 16);
  const parts: Buffer[] = [header];
  const payloads: Buffer[] = [];
  let end = HEADER_BYTES + tocBytes;
  for (const [i, { content = 'evil', offset, size }] of entries.entries()) {
    const name = names[i] ?? Buffer.alloc(0);
    const start = Math.ceil(end / 16) * 16;
    const payload = Buffer.from(content, 'latin1');
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeBigUInt64LE(offset ?? BigInt(start), 0);
    head.writeBigUInt64LE(size ?? BigInt(payload.length), 8);
    head.writeUInt16LE(name.length, 17);
    parts.push(head, name);
    payloads.push(Buffer.alloc(start - end), payload);
    end = start + payload.length;
  }
  return Buffer.concat([...parts, ...payloads]);
}
