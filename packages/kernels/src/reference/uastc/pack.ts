// Packs one UASTC block from its fields, as a list of bits. Twin of the kernel's pack.

import type { UastcBlockFields } from '../../uastc/block-fields.js';
import { groupBits, hasBias, hasEac, RANGES, UASTC_MODES, UASTC_PATTERNS } from './modes.js';

class BitWriter {
  readonly #bits: number[] = [];

  put(value: number, count: number): void {
    for (let i = 0; i < count; i++) this.#bits.push((value >>> i) & 1);
  }

  store(out: Uint8Array, at: number): void {
    out.fill(0, at, at + 16);
    this.#bits.forEach((bit, i) => {
      const byte = at + (i >> 3);
      out[byte] = (out[byte] ?? 0) | (bit << (i & 7));
    });
  }
}

function putHints(writer: BitWriter, fields: Exclude<UastcBlockFields, { readonly mode: 8 }>): void {
  writer.put(fields.bc1[0], 1);
  if (hasBias(fields.mode)) writer.put(fields.bc1[1], 1);
  writer.put(fields.etc1.flip, 1);
  writer.put(fields.etc1.diff, 1);
  writer.put(fields.etc1.tables[0], 3);
  writer.put(fields.etc1.tables[1], 3);
  if (hasBias(fields.mode)) writer.put(fields.etc1.bias, 5);
  if (hasEac(fields.mode)) {
    writer.put(fields.eac.table, 4);
    writer.put(fields.eac.multiplier, 4);
  }
}

/** Writes sixteen bytes at `at`. Reverses a line if the top bit of its anchor's weight is set. */
export function packUastcBlock(fields: UastcBlockFields, out: Uint8Array, at: number): void {
  const mode = UASTC_MODES[fields.mode];
  if (mode === undefined) throw new RangeError(`there is no mode ${fields.mode}`);
  const writer = new BitWriter();
  writer.put(mode.code, mode.codeBits);
  if (fields.mode === 8) {
    for (const channel of fields.color) writer.put(channel, 8);
    writer.put(fields.etc1.diff, 1);
    writer.put(fields.etc1.table, 3);
    writer.put(fields.etc1.shade, 2);
    for (const channel of fields.etc1.base) writer.put(channel, 5);
    writer.store(out, at);
    return;
  }
  putHints(writer, fields);
  if (mode.subsets > 1) writer.put(fields.pattern, fields.mode === 3 ? 4 : 5);
  if (mode.planes === 2 && fields.mode !== 17) writer.put(fields.channel, 2);

  const endpoints = [...fields.endpoints];
  const weights = [[...fields.weights[0]], [...fields.weights[1]]];
  const subsetOf = UASTC_PATTERNS[mode.patterns][fields.pattern] ?? new Uint8Array(16);
  const anchors = new Set<number>();
  const top = 1 << (mode.weightBits - 1);
  for (let plane = 0; plane < mode.planes; plane++)
    for (let subset = 0; subset < mode.subsets; subset++) {
      const anchor = subsetOf.indexOf(subset);
      anchors.add(anchor);
      const own = weights[plane] ?? [];
      if (((own[anchor] ?? 0) & top) === 0) continue;
      for (let i = 0; i < 16; i++) if (subsetOf[i] === subset) own[i] = 2 ** mode.weightBits - 1 - (own[i] ?? 0);
      for (let component = 0; component < mode.components; component++) {
        const channel = mode.components === 2 ? component * 3 : component;
        const second = mode.planes === 2 && channel === (fields.mode === 17 ? 3 : fields.channel);
        if (second !== (plane === 1)) continue;
        const index = (subset * mode.components + component) * 2;
        const low = endpoints[index] ?? 0;
        endpoints[index] = endpoints[index + 1] ?? 0;
        endpoints[index + 1] = low;
      }
    }

  const { digit, bits } = RANGES[mode.levels];
  if (digit > 1) {
    const size = digit === 3 ? 5 : 3;
    for (let i = 0; i < endpoints.length; i += size) {
      const group = endpoints.slice(i, i + size).map((value) => value >> bits);
      writer.put(
        group.reduceRight((code, value) => code * digit + value, 0),
        groupBits(digit, group.length),
      );
    }
  }
  for (const value of endpoints) writer.put(value & (2 ** bits - 1), bits);
  for (let i = 0; i < 16; i++)
    for (let plane = 0; plane < mode.planes; plane++)
      writer.put(weights[plane]?.[i] ?? 0, mode.weightBits - (anchors.has(i) ? 1 : 0));
  writer.store(out, at);
}
