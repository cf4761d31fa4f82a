// Compiles a shader folder to SPIR-V modules: compiles every root with the back end of its language, names the results, checks and emits
// them. Nothing is emitted unless everything compiles.

import type { Problem } from '@assetc/formats';
import { parseSpirv, reflectSpirv } from '@assetc/formats/spirv';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { checkSpirv } from '../../encoding/spirv/check-spirv.js';
import { dropNewLanguages } from '../../encoding/spirv/drop-new-languages.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult, CompiledModule } from './compiled-module.js';
import { type Defines, definesOf } from './defines.js';
import { compileGlsl } from './glslang-backend.js';
import type { ShaderLimits } from './limits.js';
import { compileWgsl } from './naga-backend.js';
import { isConclusive, isSupportedByNaga } from './naga-support.js';
import { nameModules } from './name-entry.js';
import type { ShaderSettings } from './settings.js';
import type { ShaderProcess } from './shader-process.js';
import { compileSlangBundled } from './slang-bundled.js';
import { compileSlangExternal } from './slangc-process.js';

interface ShaderCompilers {
  readonly compilers: ShaderProcess;
  /** An external slangc; undefined for the bundled one. */
  readonly slangc: string | undefined;
}

type Sink = Pick<CompileContext, 'path' | 'warn' | 'emit' | 'signal'>;

export async function compileShader(
  context: Sink,
  sources: ShaderSources,
  settings: ShaderSettings,
  compilers: ShaderCompilers,
): Promise<void> {
  const defines = definesOf(settings, sources.folder);
  const modules: CompiledModule[] = [];
  const errors: Diagnostic[] = [];
  const warned = new Set<string>();
  for (const root of sources.roots) {
    const result = await compileRoot(context, sources, root, settings, defines, compilers);
    modules.push(...result.modules);
    for (const diagnostic of result.diagnostics) {
      if (diagnostic.severity === 'error') errors.push(diagnostic);
      // A library that two roots import warns twice.
      else if (!warned.has(JSON.stringify(diagnostic))) {
        warned.add(JSON.stringify(diagnostic));
        context.warn(diagnostic);
      }
    }
  }
  const [first, ...others] = errors;
  if (first !== undefined) throw new AssetError(first, { also: others });
  warnAboutLayout(context, sources, settings);
  if (modules.length === 0)
    throw new AssetError({
      code: 'shader/no-entry',
      file: sources.folder,
      message: 'no file of the folder has an entry point',
      hint: 'Mark entry points, for example with [shader("vertex")].',
    });
  const named = nameModules(sources.folder, modules);
  for (const module of named.values()) await validate(module, compilers.compilers, limitsOf(settings), context.signal);
  for (const [name, module] of named)
    context.emit({
      suffix: `/${name}.spv`,
      bytes: dropNewLanguages(module.spirv),
      asset: { kind: 'shader', colorspace: 'linear' },
    });
  if (settings.reflection) context.emit({ suffix: '/reflection.json', bytes: reflectionJson(named) });
}

function compileRoot(
  context: Sink,
  sources: ShaderSources,
  root: ShaderRoot,
  settings: ShaderSettings,
  defines: Defines,
  { compilers, slangc }: ShaderCompilers,
): Promise<BackendResult> {
  const { signal } = context;
  const limits = limitsOf(settings);
  switch (root.language) {
    case 'wgsl':
      return compileWgsl(compilers, sources, root, limits, signal);
    case 'glsl':
      return compileGlsl({ compilers, sources, root, defines, limits, signal });
    case 'slang': {
      const layout = settings.matrixLayout;
      return slangc === undefined
        ? compileSlangBundled({ compilers, sources, root, layout, defines, limits, signal })
        : compileSlangExternal({ slangc, sources, root, layout, defines, signal });
    }
  }
}

function warnAboutLayout(context: Sink, sources: ShaderSources, settings: ShaderSettings): void {
  const other = sources.roots.find(({ language }) => language !== 'slang');
  if (settings.matrixLayout === 'column' || other === undefined) return;
  context.warn({
    code: 'shader/layout-ignored',
    file: other.path,
    message: `shader.matrixLayout: row has no effect on ${other.language.toUpperCase()}, which defines the layout itself`,
    hint: 'Remove the setting for this shader.',
  });
}

/** Runs our structural check for every module, and naga's validator for those that use only features it supports. */
async function validate(
  module: CompiledModule,
  compilers: ShaderProcess,
  limits: ShaderLimits,
  signal: AbortSignal,
): Promise<void> {
  const [problem] = checkSpirv(module.spirv);
  if (problem !== undefined) throw invalidModuleError(module, describe(problem));
  if (!isSupportedByNaga(parseSpirv(module.spirv))) return;
  const reply = await compilers.ask({ do: 'validate', spirv: module.spirv }, limits, signal);
  // A module that naga cannot read is not necessarily wrong, nor is one that breaks a rule of WGSL that SPIR-V does not have.
  if (reply.ok || reply.crash !== undefined || reply.isUnreadable === true || !isConclusive(reply.log)) return;
  throw invalidModuleError(module, reply.log.trim().split('\n').join(' '));
}

const limitsOf = ({ timeLimit, memoryLimit }: ShaderSettings): ShaderLimits => ({
  seconds: timeLimit,
  megabytes: memoryLimit,
});

const describe = (problem: Problem): string => `${problem.message} (byte ${problem.offset})`;

const invalidModuleError = (module: CompiledModule, what: string): AssetError =>
  new AssetError({
    code: 'shader/invalid-module',
    file: module.file,
    message: `the compiler made invalid SPIR-V for ${module.entry}: ${what}`,
    hint: 'If the shader reads a row of a non-square matrix, copy the matrix into a local variable first. Otherwise set SLANGC to a newer slangc.',
  });

function reflectionJson(named: ReadonlyMap<string, CompiledModule>): Uint8Array {
  const modules = [...named]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, { entry, spirv }]) => {
      const [reflection] = reflectSpirv(spirv);
      return { module: `${name}.spv`, sourceEntry: entry, ...reflection };
    });
  return new TextEncoder().encode(`${JSON.stringify({ modules }, undefined, 2)}\n`);
}
