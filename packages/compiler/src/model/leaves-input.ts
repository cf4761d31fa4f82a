// Whether a relative reference leads out of the input folder.

/** `fromFile`: the path, below the input root, of the file that contains the reference. */
export function leavesInput(fromFile: string, reference: string): boolean {
  let depth = fromFile.split('/').length - 1;
  for (const part of reference.split(/[/\\]/)) {
    if (part === '..') depth--;
    else if (part !== '.' && part !== '') depth++;
    if (depth < 0) return true;
  }
  return false;
}
