// The list of generated files, each with the text that it should have. Paths are relative to the repository's root.

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

export function generatedFiles(): readonly GeneratedFile[] {
  return [];
}
