// Where the pack lies: beside the output folder.

export function packPath(output: string): string {
  return `${output}.hpack`;
}
