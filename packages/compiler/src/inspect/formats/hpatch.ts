// info and check for a patch: which pack it needs, which it makes, and of how many bytes.

import { createHash } from 'node:crypto';
import { FormatError, type Problem, validateHpatch } from '@assetc/formats';
import { HPATCH_MAGIC, HpatchHeader, HpatchSection, hasMagic, SECTION_TABLE } from '@assetc/formats/layouts';
import { counted, type Description, type FileFormat, grouped } from '../../runtimes/file-format.js';

export const hpatchFormat: FileFormat = {
  name: 'hpatch',
  extensions: ['.hpatch'],
  recognizes: (bytes) => hasMagic(bytes, HPATCH_MAGIC),
  validate: async (bytes) => {
    const problems = validateHpatch(bytes);
    return problems.length > 0 ? problems : bodyProblems(bytes);
  },
  describe,
};

const hex = (bytes: ArrayLike<number>): string => Buffer.from(Uint8Array.from(bytes)).toString('hex');

/** Damage that breaks no rule of the layout. */
function bodyProblems(bytes: Uint8Array): readonly Problem[] {
  const body = createHash('sha256').update(bytes.subarray(HpatchHeader.size)).digest('hex');
  if (body === hex(HpatchHeader.read(bytes).bodySha256)) return [];
  const offset = HpatchHeader.offsetOf('bodySha256');
  return [{ code: 'bad-value', offset, field: 'HpatchHeader.bodySha256', message: 'is not the SHA-256 of the rest' }];
}

function describe(bytes: Uint8Array): Description {
  const [problem] = validateHpatch(bytes);
  if (problem !== undefined) throw new FormatError(problem.code, problem.offset, `${problem.field} ${problem.message}`);
  const header = HpatchHeader.read(bytes);
  const [oldBytes, newBytes] = [Number(header.oldBytes), Number(header.newBytes)];
  const [oldSha256, newSha256] = [hex(header.oldSha256), hex(header.newSha256)];
  let [addedBytes, changedBytes, at] = [0, 0, HpatchHeader.size];
  for (let i = 0; i < header.sections; i++) {
    const section = HpatchSection.read(bytes, at);
    if (section.kind !== SECTION_TABLE) addedBytes += section.literalBytes;
    changedBytes += section.differenceBytes;
    at += HpatchSection.size + section.planStored + section.literalStored + section.differenceStored;
  }
  return {
    facts: { sections: header.sections, oldBytes, newBytes, oldSha256, newSha256, addedBytes, changedBytes },
    statements: [
      `needs a pack of ${counted(oldBytes, 'byte')} (SHA-256 ${oldSha256.slice(0, 12)})`,
      `makes one of ${counted(newBytes, 'byte')} (SHA-256 ${newSha256.slice(0, 12)})`,
      `${counted(addedBytes, 'new byte')}, ${grouped(changedBytes)} changed; the rest is copied`,
      counted(header.sections, 'section'),
    ],
  };
}
