// Checks files that another machine made of a job, before anything is done with them: each against its format, or by its plug-in.

import type { Kind } from '../model/kind/kind.js';
import { readerByName } from './file-formats.js';
import { pluginFormats } from './plugin-formats.js';
import { siblingBlob } from './sibling-blob.js';

interface File {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** `isComplete`: there was a validator for each. */
export async function validateMade(
  files: readonly File[],
  kind: Kind,
): Promise<{ readonly problems: readonly string[]; readonly isComplete: boolean }> {
  const problems: string[] = [];
  let isComplete = true;
  for (const file of files) {
    const found = await problemsOf(file, files, kind);
    if (found === undefined) isComplete = false;
    else problems.push(...found.map((problem) => `${file.path}: ${problem}`));
  }
  return { problems, isComplete };
}

/** Undefined if nobody can check it. */
async function problemsOf(
  { path, bytes }: File,
  files: readonly File[],
  kind: Kind,
): Promise<readonly string[] | undefined> {
  const format = await readerByName(path);
  if (format !== undefined) {
    const read = async (wanted: string) => files.find((file) => file.path === wanted)?.bytes;
    const blob = await siblingBlob(path, bytes, read);
    return (await format.validate(bytes, blob)).map(({ field, message }) => `${field}: ${message}`);
  }
  const lower = path.toLowerCase();
  const plugin = pluginFormats([kind]).find(({ extensions }) => extensions.some((suffix) => lower.endsWith(suffix)));
  if (plugin !== undefined) {
    const described = plugin.tryDescribe(bytes);
    return 'failed' in described ? [described.failed.message] : (described.is.problems ?? []).map(String);
  }
  return lower.endsWith('.json') ? jsonProblems(bytes) : undefined;
}

function jsonProblems(bytes: Uint8Array): readonly string[] {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return [];
  } catch {
    return ['it is not JSON'];
  }
}
