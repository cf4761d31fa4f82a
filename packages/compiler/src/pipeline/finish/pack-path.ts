// The paths of packs: next to the output folder.

export function packPath(output: string, name?: string): string {
  return name === undefined ? `${output}.hpack` : `${output}.${name}.hpack`;
}
