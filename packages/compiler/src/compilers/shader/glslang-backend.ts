// Compiles GLSL with the bundled glslang. A module is written for Vulkan 1.1 if that suffices, else for Vulkan 1.3: mesh and ray-tracing stages,
// and features that glslang supports only there.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ShaderFile, ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult } from './compiled-module.js';
import type { Defines } from './defines.js';
import { glslangStageNumber } from './glsl-stages.js';
import { type GlslangMessage, parseGlslangLog } from './glslang-log.js';
import type { ShaderLimits } from './limits.js';
import { type CompileReply, ENDLESS_INCLUDE, type GlslFile, MISSING_INCLUDE } from './process/protocol.js';
import { crashDiagnostic, type ShaderProcess } from './shader-process.js';

const PRAGMA_ONCE = /^[ \t]*#[ \t]*pragma[ \t]+once\b/gm;
const OLD_VULKAN = 1;
const NEW_VULKAN = 3;
/** Stages that need SPIR-V 1.4, which Vulkan 1.1 does not support. */
const NEW_STAGES: ReadonlySet<string> = new Set([
  'mesh',
  'task',
  'raygeneration',
  'intersection',
  'anyhit',
  'closesthit',
  'miss',
  'callable',
]);

interface GlslJob {
  readonly compilers: ShaderProcess;
  readonly sources: ShaderSources;
  readonly root: ShaderRoot;
  readonly defines: Defines;
  readonly limits: ShaderLimits;
  readonly signal: AbortSignal;
}

export async function compileGlsl(job: GlslJob): Promise<BackendResult> {
  const { root } = job;
  const first = NEW_STAGES.has(root.stage ?? '') ? NEW_VULKAN : OLD_VULKAN;
  const attempt = await ask(job, first);
  const isFinal = attempt.ok || attempt.crash !== undefined || first === NEW_VULKAN;
  const reply = isFinal ? attempt : await ask(job, NEW_VULKAN);
  if (reply.crash !== undefined)
    return { modules: [], diagnostics: [crashDiagnostic(root.path, 'glslang', reply, job.limits)] };
  const diagnostics = parseGlslangLog(
    reply.log,
    job.sources.files.map(({ path }) => path),
  ).map((message) => toDiagnostic(message, job));
  if (!reply.ok && !diagnostics.some(({ severity }) => severity === 'error'))
    diagnostics.push({
      code: 'shader/error',
      severity: 'error',
      file: root.path,
      message: reply.log.trim() || 'glslang rejects it without a message',
    });
  return {
    modules: reply.modules.map(({ entry, spirv }) => ({
      entry,
      stage: root.stage ?? 'unknown',
      file: root.path,
      spirv,
    })),
    diagnostics,
  };
}

function ask(
  { compilers, sources, root, defines, limits, signal }: GlslJob,
  vulkanMinor: number,
): Promise<CompileReply> {
  // GLSL supports #include only with an extension; it is enabled automatically if a file uses #include.
  const hasIncludes = sources.files.some(({ references }) => references.length > 0);
  const preamble = [
    ...(hasIncludes ? ['#extension GL_GOOGLE_include_directive : enable'] : []),
    ...defines.map(([name, value]) => `#define ${name} ${value}`),
    '',
  ].join('\n');
  const files = sources.files.map(toGlslFile);
  const stage = glslangStageNumber(root.stage);
  return compilers.ask({ do: 'glsl', stage, vulkanMinor, files, root: root.path, preamble }, limits, signal);
}

function toGlslFile({ path, text, references }: ShaderFile): GlslFile {
  return {
    path,
    // glslang warns about unknown pragmas; blanks keep every column the same.
    text: text.replaceAll(PRAGMA_ONCE, (directive) => ' '.repeat(directive.length)),
    isIncludedOnce: text.search(PRAGMA_ONCE) >= 0,
    includes: Object.fromEntries(references.map(({ start, end, target }) => [text.slice(start + 1, end - 1), target])),
  };
}

function toDiagnostic(logMessage: GlslangMessage, { sources, root }: GlslJob): Diagnostic {
  const { severity, message, line, column } = logMessage;
  const file = logMessage.file ?? root.path;
  const text = sources.files.find(({ path }) => path === file)?.text.split('\n')[(line ?? 0) - 1] ?? '';
  const common = {
    severity,
    file,
    ...(line !== undefined && { where: { line, ...(column !== undefined && { column: columnOf(text, column) }) } }),
  };
  const name = / for header name: (.*)$/.exec(message)?.[1] ?? '';
  if (message.includes(MISSING_INCLUDE))
    return {
      ...common,
      code: 'shader/missing-include',
      message: `${name} exists neither here, nor in ${sources.folder}, nor in shader.include`,
      hint: "Correct the name, or list the file's folder in shader.include.",
    };
  if (message.includes(ENDLESS_INCLUDE))
    return {
      ...common,
      code: 'shader/include-depth',
      message: 'files include each other without end',
      hint: 'Guard each included file with #ifndef … #endif and break the cycle.',
    };
  const hint = hintFor(message);
  const code = severity === 'error' ? 'shader/error' : 'shader/warning';
  return { ...common, code, message, ...(hint !== undefined && { hint }) };
}

/** Converts a column in bytes to UTF-16 units. */
function columnOf(line: string, byteColumn: number): number {
  const before = new TextEncoder().encode(line).subarray(0, byteColumn - 1);
  return new TextDecoder().decode(before).length + 1;
}

/** Suggests what to write if GLSL for OpenGL is not valid for Vulkan. */
function hintFor(message: string): string | undefined {
  if (/ES shaders for SPIR-V require version|Desktop shaders for .*SPIR-V require version|#version/.test(message))
    return 'Begin the file with #version 450 (or 310 es or later): older GLSL cannot become SPIR-V.';
  if (message.includes('SPIR-V requires location')) return 'Write layout(location = …) before each input and output.';
  if (message.includes('requires layout(binding=X)') || message.includes('requires binding'))
    return 'Write layout(set = …, binding = …) before each uniform.';
  if (message.includes('non-opaque uniforms outside a block'))
    return 'Put plain uniforms into a uniform block or a push_constant block. Vulkan does not allow them outside a block.';
  if (/gl_VertexID|gl_InstanceID/.test(message)) return 'Vulkan calls them gl_VertexIndex and gl_InstanceIndex.';
  return undefined;
}
