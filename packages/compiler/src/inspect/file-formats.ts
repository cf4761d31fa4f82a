// Every format that info and check know, in the order in which totals list them.

import type { FileFormat } from './file-format.js';
import { hanimFormat } from './formats/hanim.js';
import { hfontFormat } from './formats/hfont.js';
import { hmanFormat } from './formats/hman.js';
import { hmatFormat } from './formats/hmat.js';
import { hmeshFormat } from './formats/hmesh.js';
import { hpackFormat } from './formats/hpack.js';
import { ktx2Format } from './formats/ktx2.js';
import { spvFormat } from './formats/spv.js';

export const fileFormats: readonly FileFormat[] = [
  hmeshFormat,
  hmatFormat,
  hanimFormat,
  ktx2Format,
  hfontFormat,
  spvFormat,
  hmanFormat,
  hpackFormat,
];

/** By extension; where several formats share one, or none has it, by the first bytes. */
export function formatOf(path: string, bytes?: Uint8Array): FileFormat | undefined {
  const lower = path.toLowerCase();
  const byName = fileFormats.filter(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)));
  if (byName.length === 1) return byName[0];
  if (bytes === undefined) return byName[0];
  return (byName.length > 0 ? byName : fileFormats).find((format) => format.recognises(bytes)) ?? byName[0];
}
