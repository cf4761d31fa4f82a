// All formats that info and check know, in the order of the totals.

import { loadRuntimeFiles, runtimeFiles } from '../runtimes/all-files.js';
import type { FileFormat, FormatName } from '../runtimes/file-format.js';
import { hanimFormat, hanimxFormat } from './formats/hanim.js';
import { hclipFormat } from './formats/hclip.js';
import { hfontFormat } from './formats/hfont.js';
import { hmanFormat } from './formats/hman.js';
import { hmatFormat } from './formats/hmat.js';
import { hmatxFormat } from './formats/hmatx.js';
import { hmeshFormat } from './formats/hmesh.js';
import { hpackFormat } from './formats/hpack.js';
import { hpatchFormat } from './formats/hpatch.js';
import { hsceneFormat } from './formats/hscene.js';
import { hvarFormat } from './formats/hvar.js';
import { ktx2Format } from './formats/ktx2.js';
import { spvFormat } from './formats/spv.js';

const ownFormats: readonly FileFormat[] = [
  hmeshFormat,
  hmatFormat,
  hmatxFormat,
  hsceneFormat,
  hanimFormat,
  hanimxFormat,
  hclipFormat,
  ktx2Format,
  hfontFormat,
  spvFormat,
  hvarFormat,
];

const containerFormats: readonly FileFormat[] = [hmanFormat, hpackFormat, hpatchFormat];

/** The readers of other runtimes are loaded only for their files. */
export const formatNames: readonly FormatName[] = [...ownFormats, ...runtimeFiles, ...containerFormats];

/** Packs and patches, which are made of outputs and belong to none. */
export const isMadeOfOutputs = ({ name }: FormatName): boolean =>
  name === hpackFormat.name || name === hpatchFormat.name;

/** By extension. */
export const formatByName = (path: string): FormatName | undefined => firstNamed(formatNames, path);

/** The same, with its reader. */
export async function readerByName(path: string): Promise<FileFormat | undefined> {
  const named = formatByName(path);
  if (named === undefined) return undefined;
  const find = (formats: readonly FileFormat[]) => formats.find(({ name }) => name === named.name);
  return find([...ownFormats, ...containerFormats]) ?? find(await loadRuntimeFiles());
}

/** By extension, or by the first bytes if other programs use the extension too. `more`: formats of plug-ins, which come after ours. */
export async function formatOf(
  path: string,
  bytes: Uint8Array,
  more: readonly FileFormat[] = [],
): Promise<FileFormat | undefined> {
  const named = formatByName(path);
  if (named !== undefined && named.isSharedName !== true) return readerByName(path);
  const recognizing = (formats: readonly FileFormat[]) => formats.find((format) => format.recognizes(bytes));
  return (
    firstNamed(more, path) ?? recognizing([...ownFormats, ...containerFormats]) ?? recognizing(await loadRuntimeFiles())
  );
}

function firstNamed<F extends FormatName>(formats: readonly F[], path: string): F | undefined {
  const lower = path.toLowerCase();
  return formats.find(({ extensions }) => extensions.some((extension) => lower.endsWith(extension)));
}
