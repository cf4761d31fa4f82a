// The path of an output in the output folder: the asset's base and the output's suffix.

/** For an asset, a record, or a suffix that a kind declares. */
export function outputPathOf(asset: { readonly base: string }, { suffix }: { readonly suffix: string }): string {
  return asset.base + suffix;
}

/** Of all outputs of a record. */
export function outputPathsOf(record: {
  readonly base: string;
  readonly outputs: readonly { readonly suffix: string }[];
}): readonly string[] {
  return record.outputs.map((output) => outputPathOf(record, output));
}

/** The outputs that a kind declares. */
export function declaredPaths(base: string, suffixes: readonly string[]): readonly string[] {
  return suffixes.map((suffix) => base + suffix);
}
