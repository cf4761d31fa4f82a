// Messages between a worker of the build and its shader process. Plain data. A request is answered by `began` once its compiler is
// loaded, and then by one reply.

export type MatrixLayout = 'column' | 'row';

/** A file as the compiler shall see it. Paths are absolute inside the compiler's own file system. */
interface VirtualFile {
  readonly path: string;
  readonly text: string;
}

interface Limited {
  /** How large the compiler's memory may become. */
  readonly memoryMegabytes: number;
  /** How much CPU time it may take, not counting the loading of the compiler. */
  readonly cpuLimitMs: number;
}

export interface SlangRequest extends Limited {
  readonly do: 'slang';
  readonly layout: MatrixLayout;
  readonly files: readonly VirtualFile[];
  /** One of `files`. */
  readonly root: string;
  /** The stage of a bare `main`, where the file declares no entry point itself. */
  readonly mainStage: number | undefined;
}

export interface WgslRequest extends Limited {
  readonly do: 'wgsl';
  readonly source: string;
}

export interface GlslFile extends VirtualFile {
  /** What each name in an `#include` of this file stands for: a path of `files`, or undefined where there is no such file. */
  /** It says `#pragma once`, which glslang does not know: it is given only once. */
  readonly once: boolean;
  readonly includes: { readonly [name: string]: string | undefined };
}

export interface GlslRequest extends Limited {
  readonly do: 'glsl';
  /** EShLanguage of glslang. */
  readonly stage: number;
  /** The Vulkan that the module is for: 1.`vulkanMinor`. */
  readonly vulkanMinor: number;
  readonly files: readonly GlslFile[];
  /** One of `files`. */
  readonly root: string;
  /** What stands before the root's first line, without counting as one. */
  readonly preamble: string;
}

export interface ValidateRequest extends Limited {
  readonly do: 'validate';
  readonly spirv: Uint8Array;
}

export type CompileRequest = SlangRequest | WgslRequest | GlslRequest | ValidateRequest;

/** One SPIR-V module per entry for slang and glslang, one for all entries for naga, none for validation. */
export interface CompileReply {
  readonly ok: boolean;
  readonly modules: readonly { readonly entry: string; readonly spirv: Uint8Array }[];
  /** The compiler's own words: errors where not `ok`, else warnings. */
  readonly log: string;
  /** Set if the compiler itself crashed. The process is not used again. */
  readonly crash?: string;
  /** Set together with `crash` if it was stopped at a limit. */
  readonly limit?: 'time' | 'memory' | 'stalled';
  /** Validation: naga could not read the module, which says nothing about it. */
  readonly unread?: boolean;
}

/** The compiler is loaded, and its time begins to count. */
interface Began {
  readonly began: true;
}

export type ProcessMessage = Began | CompileReply;

/** In an `#include`'s error message, for what the host could not give. */
export const MISSING_INCLUDE = 'assetc:missing';
export const ENDLESS_INCLUDE = 'assetc:endless';
