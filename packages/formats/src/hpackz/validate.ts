// The rules of `.hpackz` that need no decompressor: the header, and the directory if it is not compressed.

import { type Problem, Problems } from '../core/problem.js';
import { HpackzEntry, HpackzFrame, HpackzHeader } from './layout.js';

/** Returns every rule that a compressed pack breaks, as far as they do not concern compressed bytes. */
export function validateHpackz(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const header = HpackzHeader.inspect(bytes, 0, problems);
  if (header === undefined) return problems.list();
  const { frames, entries, headBytes, directoryBytes, directoryStored } = header;
  const at = HpackzHeader.offsetOf('directoryBytes');
  const expected = frames * HpackzFrame.size + entries * HpackzEntry.size + headBytes;
  if (directoryBytes !== expected) problems.add('bad-value', at, 'HpackzHeader.directoryBytes', `must be ${expected}`);
  if (directoryStored > directoryBytes)
    problems.add('bad-value', at + 4, 'HpackzHeader.directoryStored', 'must not be more than directoryBytes');
  if (HpackzHeader.size + directoryStored > bytes.byteLength)
    problems.add('truncated', bytes.byteLength, 'HpackzHeader.directoryStored', 'the directory is cut off');
  return problems.list();
}
