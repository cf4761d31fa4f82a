// Compiles WGSL with the bundled naga. It writes one module for all entry points of a file; each is then extracted.

import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { isolateEntry } from '../../encoding/spirv/isolate-entry.js';
import { spirvBytes } from '../../encoding/spirv/write-words.js';
import type { ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult } from './compiled-module.js';
import { findWord } from './find-word.js';
import type { ShaderLimits } from './limits.js';
import { parseNagaLog } from './naga-log.js';
import type { CompileReply } from './process/protocol.js';
import { crashDiagnostic, type ShaderProcess } from './shader-process.js';

export async function compileWgsl(
  compilers: ShaderProcess,
  sources: ShaderSources,
  root: ShaderRoot,
  limits: ShaderLimits,
  signal: AbortSignal,
): Promise<BackendResult> {
  const source = sources.files.find((file) => file.path === root.path)?.text ?? '';
  const reply = await compilers.ask({ do: 'wgsl', source }, limits, signal);
  if (reply.crash !== undefined)
    return { modules: [], diagnostics: [crashDiagnostic(root.path, 'naga', reply, limits)] };
  const spirv = reply.modules[0]?.spirv;
  if (!reply.ok || spirv === undefined) return { modules: [], diagnostics: [toDiagnostic(reply, root, source)] };
  const module = parseSpirv(spirv);
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

function toDiagnostic({ log }: CompileReply, root: ShaderRoot, source: string): Diagnostic {
  const { message, line, column } = parseNagaLog(log);
  // For errors in an entry point's arguments, naga reports only the function's name.
  const name = /^Entry point (\w+) at /.exec(message)?.[1] ?? '';
  const where =
    line === undefined ? findWord(source, name, 'fn\\s+') : { line, ...(column !== undefined && { column }) };
  const featureHint = missingFeatureHint(message);
  const hint = featureHint ?? (message.endsWith('found "#"') ? NO_PREPROCESSOR : undefined);
  return {
    code: featureHint === undefined ? 'shader/error' : 'shader/unsupported',
    severity: 'error',
    file: root.path,
    ...(where !== undefined && { where }),
    message,
    ...(hint !== undefined && { hint }),
  };
}

const NO_PREPROCESSOR =
  'WGSL has no #include, #define or #if. Insert the text itself, or port the shader to Slang, which has them.';

/** Suggests what to do if the message is about a feature that naga lacks. */
function missingFeatureHint(message: string): string | undefined {
  if (message.startsWith('overrides should not be present'))
    return 'Replace override with const: WGSL is compiled with fixed constants. Slang and GLSL keep specialization constants.';
  if (message.startsWith('Not implemented'))
    return 'The bundled WGSL compiler lacks this feature. Write it differently, or port the shader to Slang.';
  return undefined;
}
