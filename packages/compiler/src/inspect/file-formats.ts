// Every format that info and check know, in the order in which totals list them.

import { runtimeFiles } from '../runtimes/all-files.js';
import type { FileFormat } from '../runtimes/file-format.js';
import { hanimFormat, hanimxFormat } from './formats/hanim.js';
import { hfontFormat } from './formats/hfont.js';
import { hmanFormat } from './formats/hman.js';
import { hmatFormat } from './formats/hmat.js';
import { hmatxFormat } from './formats/hmatx.js';
import { hmeshFormat } from './formats/hmesh.js';
import { hpackFormat } from './formats/hpack.js';
import { hsceneFormat } from './formats/hscene.js';
import { ktx2Format } from './formats/ktx2.js';
import { spvFormat } from './formats/spv.js';

export const fileFormats: readonly FileFormat[] = [
  hmeshFormat,
  hmatFormat,
  hmatxFormat,
  hsceneFormat,
  hanimFormat,
  hanimxFormat,
  ktx2Format,
  hfontFormat,
  spvFormat,
  ...runtimeFiles,
  hmanFormat,
  hpackFormat,
];

/** By extension. */
export function formatByName(path: string): FileFormat | undefined {
  const lower = path.toLowerCase();
  return fileFormats.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)));
}

/** `more`: those of plug-ins, which come after ours. By extension, unless other programs use it too; else by the first bytes. */
export function formatOf(path: string, bytes: Uint8Array, more: readonly FileFormat[] = []): FileFormat | undefined {
  const named = formatByName(path);
  if (named !== undefined && named.isSharedName !== true) return named;
  const lower = path.toLowerCase();
  const other = more.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)));
  return other ?? fileFormats.find((format) => format.recognises(bytes));
}
