// The rules of `.hpatch` that need neither the old pack nor a decompressor: sizes, limits, and that the sections fill the file.

import { type Problem, Problems } from '../core/problem.js';
import { HpatchHeader, HpatchSection } from './layout.js';

/** Returns every rule that a patch breaks, as far as they do not concern the old pack. */
export function validateHpatch(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const head = HpatchHeader.inspect(bytes, 0, problems);
  if (head === undefined) return problems.list();
  let at = HpatchHeader.size;
  for (let i = 0; i < head.sections; i++) {
    const label = `HpatchSection[${i}]`;
    const section = HpatchSection.inspect(bytes, at, problems, label);
    if (section === undefined) return problems.list();
    const pairs = [
      ['planStored', section.planStored, section.planBytes],
      ['literalStored', section.literalStored, section.literalBytes],
      ['differenceStored', section.differenceStored, section.differenceBytes],
    ] as const;
    for (const [name, stored, byteLength] of pairs)
      if (stored > byteLength)
        problems.add(
          'bad-value',
          at + HpatchSection.offsetOf(name),
          `${label}.${name}`,
          'must not be more than the bytes',
        );
    if (section.kind === 1 && (i > 0 || section.planBytes > 0 || section.differenceBytes > 0))
      problems.add('bad-value', at, `${label}.kind`, 'must be 0: a table is the first section, and has only literals');
    at += HpatchSection.size + section.planStored + section.literalStored + section.differenceStored;
    if (at > bytes.byteLength) {
      problems.add('truncated', bytes.byteLength, label, `needs ${at - bytes.byteLength} bytes more`);
      return problems.list();
    }
  }
  if (at < bytes.byteLength) problems.add('trailing-bytes', at, 'file', 'bytes follow the last section');
  return problems.list();
}
