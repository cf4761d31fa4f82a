// Compiles WGSL and GLSL with the bundled naga. One module comes out for all entry points of a file; each is cut out on its own.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { combineSamplers } from '../../encoding/spirv/combine-samplers.js';
import { isolateEntry } from '../../encoding/spirv/isolate-entry.js';
import { entryPointsOf, parseSpirv, spirvBytes } from '../../encoding/spirv/parse-spirv.js';
import type { ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult } from './compiled-module.js';
import type { Defines } from './defines.js';
import { flattenGlsl } from './flatten-glsl.js';
import { parseNagaLog } from './naga-log.js';
import { crashDiagnostic, type ShaderThread } from './shader-thread.js';
import { splitSamplers } from './split-samplers.js';
import type { NagaStage, ThreadReply } from './thread/protocol.js';

export async function compileWgsl(
  thread: ShaderThread,
  sources: ShaderSources,
  root: ShaderRoot,
  signal: AbortSignal,
): Promise<BackendResult> {
  const source = sources.files.find((file) => file.path === root.path)?.text ?? '';
  const reply = await thread.ask({ do: 'wgsl', source }, signal);
  return toResult(
    reply,
    root,
    (line) => ({ file: root.path, line }),
    (bytes) => bytes,
  );
}

export async function compileGlsl(
  thread: ShaderThread,
  sources: ShaderSources,
  root: ShaderRoot,
  defines: Defines,
  signal: AbortSignal,
): Promise<BackendResult> {
  const flat = flattenGlsl(sources, root.path);
  const split = splitSamplers(flat.text);
  const stage = nagaStage(root.stage);
  const reply = await thread.ask(
    { do: 'glsl', source: split.text, stage, defines: { ...Object.fromEntries(defines), ...split.macros } },
    signal,
  );
  return toResult(
    reply,
    root,
    (line) => flat.origins[line - 1],
    (bytes) => combineSamplers(bytes, split.pairs),
  );
}

function toResult(
  reply: ThreadReply,
  root: ShaderRoot,
  origin: (line: number) => { readonly file: string; readonly line: number } | undefined,
  finish: (spirv: Uint8Array) => Uint8Array,
): BackendResult {
  if (reply.crash !== undefined) return { modules: [], diagnostics: [crashDiagnostic(root.path, 'naga', reply.crash)] };
  const spirv = reply.modules[0]?.spirv;
  if (!reply.ok || spirv === undefined) return { modules: [], diagnostics: [toDiagnostic(reply.log, root, origin)] };
  const module = parseSpirv(finish(spirv));
  return {
    modules: entryPointsOf(module).map((entry) => ({
      entry: entry.name,
      stage: entry.stage,
      file: root.path,
      spirv: spirvBytes(isolateEntry(module, entry, 'main')),
    })),
    diagnostics: [],
  };
}

function toDiagnostic(
  log: string,
  root: ShaderRoot,
  origin: (line: number) => { readonly file: string; readonly line: number } | undefined,
): Diagnostic {
  const { message, line, column } = parseNagaLog(log);
  const from = line === undefined ? undefined : origin(line);
  const missing = missingFeature(message);
  return {
    code: missing === undefined ? 'shader/error' : 'shader/unsupported',
    severity: 'error',
    file: from?.file ?? root.path,
    ...(from !== undefined && { where: { line: from.line, ...(column !== undefined && { column }) } }),
    message,
    ...(missing !== undefined && { hint: missing }),
  };
}

/** What to do about a feature that naga lacks, where its message is about one. */
function missingFeature(message: string): string | undefined {
  if (message === 'Not implemented: variable qualifier' || /found Identifier\("[iu]?sampler/.test(message))
    return 'Declare each combined sampler by itself with layout(binding = …), neither in an array nor as a parameter, or port the shader to Slang';
  if (message.startsWith('Not implemented'))
    return 'The bundled GLSL compiler lacks this; write it differently, or port the shader to Slang';
  if (message.startsWith('overrides should not be present'))
    return 'Replace override by const: SPIR-V is written with its constants fixed';
  if (message.startsWith('Invalid version')) return 'Write #version 450; 440 and 460 are understood too';
  return undefined;
}

function nagaStage(stage: string | undefined): NagaStage {
  if (stage === 'vertex' || stage === 'fragment' || stage === 'compute') return stage;
  throw new Error(`a GLSL root without a stage`);
}
