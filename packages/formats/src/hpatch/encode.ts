// Writes `.hpatch`: the header and sections that are already compressed.

import { HPATCH_MAGIC, HPATCH_VERSION, HpatchHeader, HpatchSection, SECTION_PLAN, SECTION_TABLE } from './layout.js';
import type { HpatchHead } from './model.js';

/** Bytes before and after compression; `stored` is as long as `byteLength` if they are not compressed. */
export interface StoredBytes {
  readonly byteLength: number;
  readonly stored: Uint8Array;
}

/** A section to be written. */
export interface EncodedSection {
  readonly isTable: boolean;
  readonly plan: StoredBytes;
  readonly literals: StoredBytes;
  readonly differences: StoredBytes;
  readonly dictionaryBytes: number;
}

/** The first bytes of a patch. */
export function encodeHpatchHeader(head: HpatchHead): Uint8Array {
  const out = new Uint8Array(HpatchHeader.size);
  HpatchHeader.write(out, 0, {
    magic: HPATCH_MAGIC,
    version: HPATCH_VERSION,
    oldBytes: BigInt(head.oldBytes),
    newBytes: BigInt(head.newBytes),
    oldSha256: [...head.oldSha256],
    newSha256: [...head.newSha256],
    bodySha256: [...head.bodySha256],
    sections: head.sections,
    flags: 0,
  });
  return out;
}

/** One section with its bytes. */
export function encodeHpatchSection({
  isTable,
  plan,
  literals,
  differences,
  dictionaryBytes,
}: EncodedSection): Uint8Array {
  const parts = [plan, literals, differences];
  const out = new Uint8Array(HpatchSection.size + parts.reduce((sum, { stored }) => sum + stored.byteLength, 0));
  HpatchSection.write(out, 0, {
    kind: isTable ? SECTION_TABLE : SECTION_PLAN,
    planBytes: plan.byteLength,
    planStored: plan.stored.byteLength,
    literalBytes: literals.byteLength,
    literalStored: literals.stored.byteLength,
    differenceBytes: differences.byteLength,
    differenceStored: differences.stored.byteLength,
    dictionaryBytes,
  });
  let at = HpatchSection.size;
  for (const { stored } of parts) {
    out.set(stored, at);
    at += stored.byteLength;
  }
  return out;
}
