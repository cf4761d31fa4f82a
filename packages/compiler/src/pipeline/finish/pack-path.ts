// The path of the pack: next to the output folder.

export function packPath(output: string): string {
  return `${output}.hpack`;
}
