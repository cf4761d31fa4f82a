// Messages between a worker of the build and its shader process. Plain data. A request is answered by `began` once its compiler is
// loaded, and then by one reply.

export type MatrixLayout = 'column' | 'row';

/** A file as the compiler sees it. Paths are absolute in the compiler's own file system. */
interface VirtualFile {
  readonly path: string;
  readonly text: string;
}

interface ResourceLimited {
  /** Maximum size of the compiler's memory. */
  readonly memoryMegabytes: number;
  /** How much CPU time it may take, not counting the loading of the compiler. */
  readonly cpuLimitMs: number;
}

export interface SlangRequest extends ResourceLimited {
  readonly do: 'slang';
  readonly layout: MatrixLayout;
  readonly files: readonly VirtualFile[];
  /** One of `files`. */
  readonly root: string;
  /** The stage of a bare `main`, if the file declares no entry point itself. */
  readonly mainStage: number | undefined;
}

export interface WgslRequest extends ResourceLimited {
  readonly do: 'wgsl';
  readonly source: string;
}

export interface GlslFile extends VirtualFile {
  /** Whether it contains `#pragma once`, which glslang does not support: it is included only once. */
  readonly isIncludedOnce: boolean;
  /** The path in `files` that each name in an `#include` of this file refers to; undefined if there is no such file. */
  readonly includes: { readonly [name: string]: string | undefined };
}

export interface GlslRequest extends ResourceLimited {
  readonly do: 'glsl';
  /** EShLanguage of glslang. */
  readonly stage: number;
  /** The target Vulkan version: 1.`vulkanMinor`. */
  readonly vulkanMinor: number;
  readonly files: readonly GlslFile[];
  /** One of `files`. */
  readonly root: string;
  /** Text before the root's first line that does not count as a line. */
  readonly preamble: string;
}

export interface ValidateRequest extends ResourceLimited {
  readonly do: 'validate';
  readonly spirv: Uint8Array;
}

export type CompileRequest = SlangRequest | WgslRequest | GlslRequest | ValidateRequest;

/** One SPIR-V module per entry for slang and glslang, one for all entries for naga, none for validation. */
export interface CompileReply {
  readonly ok: boolean;
  readonly modules: readonly { readonly entry: string; readonly spirv: Uint8Array }[];
  /** The compiler's own output: errors if not `ok`, else warnings. */
  readonly log: string;
  /** Set if the compiler itself crashed. The process is not used again. */
  readonly crash?: string;
  /** Set together with `crash` if it was stopped at a limit. */
  readonly limit?: LimitName;
  /** Set together with `crash` if the system did not start the process. */
  readonly hasNotStarted?: true;
  /** Validation: naga could not read the module, which does not mean that it is wrong. */
  readonly isUnreadable?: boolean;
}

export type LimitName = 'time' | 'memory' | 'stalled';

/** The last line on the standard error of a process that its watchdog ends. */
export const limitLine = (limit: LimitName): string => `\nassetc: limit ${limit}\n`;

export function readLimitLine(stderr: string): LimitName | undefined {
  return (['time', 'memory', 'stalled'] as const).find((limit) => stderr.endsWith(limitLine(limit)));
}

/** The compiler is loaded, and its time starts to count. */
interface Began {
  readonly began: true;
}

export type ProcessMessage = Began | CompileReply;

/** Markers in an `#include`'s error message for what the host could not provide. */
export const MISSING_INCLUDE = 'assetc:missing';
export const ENDLESS_INCLUDE = 'assetc:endless';
