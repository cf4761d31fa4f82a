// Reads the tag table of an ICC profile: big-endian, with all offsets checked against the profile's bytes.

/** Why a profile cannot be read. */
export class DamagedProfile extends Error {}

/** Profiles have about ten. */
const MAX_TAGS = 1000;

export class IccTags {
  readonly #view: DataView;
  readonly #ranges = new Map<string, readonly [offset: number, length: number]>();

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 132) throw new DamagedProfile(`it has ${bytes.length} bytes, but its header alone needs 132`);
    if (this.text(36) !== 'acsp') throw new DamagedProfile('its signature is missing');
    const count = this.#view.getUint32(128, false);
    if (count > MAX_TAGS) throw new DamagedProfile(`it claims ${count} tags`);
    if (132 + count * 12 > bytes.length) throw new DamagedProfile(`its table of ${count} tags is cut off`);
    for (let i = 0; i < count; i++) {
      const at = 132 + i * 12;
      const range = [this.#view.getUint32(at + 4, false), this.#view.getUint32(at + 8, false)] as const;
      if (!this.#ranges.has(this.text(at))) this.#ranges.set(this.text(at), range);
    }
  }

  /** Four characters at an offset. */
  text(at: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + 4));
  }

  has(name: string): boolean {
    return this.#ranges.has(name);
  }

  /** Undefined if the profile has no such tag. */
  tag(name: string): DataView | undefined {
    const range = this.#ranges.get(name);
    if (range === undefined) return undefined;
    const [offset, length] = range;
    if (offset + length > this.bytes.length || length < 12)
      throw new DamagedProfile(`its tag ${name.trim()} is cut off`);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + offset, length);
  }

  /** The profile's name from its `desc` tag (version 2 ASCII or version 4 UTF-16); undefined if unreadable. */
  description(): string | undefined {
    const tag = this.has('desc') ? this.tag('desc') : undefined;
    if (tag === undefined) return undefined;
    const type = tag.getUint32(0, false);
    if (type === 0x64657363) {
      const end = Math.min(tag.byteLength, 12 + tag.getUint32(8, false));
      return printable(Array.from({ length: end - 12 }, (_, i) => tag.getUint8(12 + i)));
    }
    if (type !== 0x6d6c7563 || tag.byteLength < 28) return undefined;
    const length = tag.getUint32(20, false);
    const at = tag.getUint32(24, false);
    if (at + length > tag.byteLength) return undefined;
    return printable(Array.from({ length: length >> 1 }, (_, i) => tag.getUint16(at + i * 2, false)));
  }
}

const MAX_NAME_LENGTH = 80;

const printable = (units: readonly number[]): string | undefined =>
  units
    .filter((unit) => unit >= 32 && unit !== 127)
    .slice(0, MAX_NAME_LENGTH)
    .map((unit) => String.fromCharCode(unit))
    .join('') || undefined;
