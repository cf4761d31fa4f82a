// The same patch without compression, so that programs without Zstandard can apply it.

import { createHash } from 'node:crypto';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { decodePlan } from '../../packages/formats/src/hpatch/plan.js';
import { columnsOf } from '../../packages/formats/src/hpatch/table-columns.js';
import {
  bytesSource,
  encodeHpatchHeader,
  encodeHpatchSection,
  readHpatchHead,
} from '../../packages/formats/src/index.js';
import { HpackHeader, HpatchHeader, HpatchSection } from '../../packages/formats/src/layouts/index.js';

const EMPTY = new Uint8Array(0);

export async function plainPatch(old: Uint8Array, patch: Uint8Array): Promise<Uint8Array> {
  const zstd = await loadZstd();
  const head = await readHpatchHead(bytesSource(patch));
  const sections: Uint8Array[] = [];
  let at = HpatchHeader.size;
  for (let i = 0; i < head.sections; i++) {
    const section = HpatchSection.read(patch, at);
    at += HpatchSection.size;
    const take = (byteLength: number, stored: number, dictionary: Uint8Array) => {
      const bytes = patch.subarray(at, at + stored);
      at += stored;
      const plain = stored === byteLength ? bytes : zstd.decompressWith(bytes, byteLength, dictionary);
      return { byteLength, stored: plain };
    };
    const plan = take(section.planBytes, section.planStored, EMPTY);
    const isTable = section.kind === 1;
    const dictionary = isTable ? tableOf(old, section.dictionaryBytes) : rangesOf(old, plan.stored);
    const literals = take(section.literalBytes, section.literalStored, dictionary);
    const differences = take(section.differenceBytes, section.differenceStored, EMPTY);
    const { dictionaryBytes } = section;
    sections.push(encodeHpatchSection({ isTable, plan, literals, differences, dictionaryBytes }));
  }
  const body = Buffer.concat(sections);
  const bodySha256 = new Uint8Array(createHash('sha256').update(body).digest());
  return new Uint8Array(Buffer.concat([encodeHpatchHeader({ ...head, bodySha256 }), body]));
}

function tableOf(old: Uint8Array, byteLength: number): Uint8Array {
  if (byteLength === 0) return EMPTY;
  return columnsOf(old.subarray(0, HpackHeader.size + Number(HpackHeader.read(old).tocBytes))) ?? EMPTY;
}

const rangesOf = (old: Uint8Array, plan: Uint8Array): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      decodePlan(plan, old.length).dictionary.map(({ offset, length }) => old.subarray(offset, offset + length)),
    ),
  );
