// The note in a file about how it was chosen: a KTX2 entry of text. Readers that do not know it ignore it.

import { type KeyValue, QUALITY_KEY, type QualityNote, textEntry } from '@assetc/formats';
import type { QualityChoice } from './quality-target.js';

/** Together with the header, the note takes less than HEAD_BYTES. */
const MAX_TRIED = 16;

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

export function writeQualityNote({ asked, name, value, bytes, isReached, tried }: QualityChoice): KeyValue {
  const note: QualityNote = {
    asked,
    choice: name,
    value: rounded(value),
    bytes,
    reached: isReached,
    tried: tried.slice(0, MAX_TRIED).map(({ name: each, value: quality, bytes: size }) => {
      const measured = [each, rounded(quality)] as const;
      return size === undefined ? measured : [...measured, size];
    }),
  };
  return textEntry(QUALITY_KEY, JSON.stringify(note));
}
