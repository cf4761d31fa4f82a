// An imported shader folder: its roots and every file that they can reach by import or include. Plain data.

export type ShaderLanguage = 'slang' | 'wgsl' | 'glsl';

/** A reference from one file to another, with its place in the text. */
export interface ShaderReference {
  readonly is: 'include' | 'import';
  /** UTF-16 indices of what names the target: `"common.slang"` with its quotes, `<x>`, or `lib.noise`. */
  readonly start: number;
  readonly end: number;
  /** The input file that it resolves to; undefined if there is none (the compiler reports it if the line is used). */
  readonly target: string | undefined;
}

export interface ShaderFile {
  readonly path: string;
  readonly text: string;
  readonly references: readonly ShaderReference[];
}

export interface ShaderRoot {
  readonly path: string;
  readonly language: ShaderLanguage;
  /** The stage in the file's name: always for GLSL; for Slang if a bare `main` may follow the older convention. */
  readonly stage: string | undefined;
  /** Whether its text declares entry points; a Slang file that does not may turn out to be a library. */
  readonly declaresEntries: boolean;
}

export interface ShaderSources {
  /** The `.shader` folder. */
  readonly folder: string;
  /** Searched after the folder itself, in order. The last one contains our own headers. */
  readonly includeFolders: readonly string[];
  /** Roots and all that they reach, sorted by path. */
  readonly files: readonly ShaderFile[];
  readonly roots: readonly ShaderRoot[];
}
