// Compiles a shader folder to SPIR-V modules: compiles every root with the back end of its language, names the results, checks and emits
// them. Nothing is emitted unless everything compiles.

import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { dropNewLanguages } from '../../encoding/spirv/drop-new-languages.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { ShaderSources } from '../../model/shader-sources.js';
import { compileRoot, type ShaderCompilers, validateModule } from './compile-root.js';
import type { CompiledModule } from './compiled-module.js';
import { type Defines, definesOf } from './defines.js';
import { nameModules, noEntryError } from './name-entry.js';
import { reflectionJson } from './reflection-json.js';
import type { ShaderSettings } from './settings.js';
import { compileVariants } from './variants/compile-variants.js';
import { variantsOf } from './variants/variant-axes.js';

export async function compileShader(
  context: CompileContext,
  sources: ShaderSources,
  settings: ShaderSettings,
  compilers: ShaderCompilers,
): Promise<void> {
  const variants = variantsOf(settings, sources.folder);
  const defines = definesOf(settings, sources.folder);
  const warn = warnOnce(context);
  const found =
    variants === undefined
      ? await compileOnce(context, sources, settings, defines, compilers, warn)
      : await compileVariants({ context, sources, settings, defines, variants, compilers, warn });
  warnAboutLayout(context, sources, settings);
  for (const [name, { spirv }] of found)
    context.emit({
      suffix: `/${name}.spv`,
      bytes: spirv,
      asset: { kind: 'shader', colorspace: 'linear' },
    });
  if (settings.reflection) context.emit({ suffix: '/reflection.json', bytes: reflectionJson(found) });
}

/** A library that two roots import, or that all variants use, warns more than once. */
function warnOnce(context: Pick<CompileContext, 'warn'>): (diagnostic: Diagnostic) => void {
  const warned = new Set<string>();
  return (diagnostic) => {
    const text = JSON.stringify(diagnostic);
    if (warned.has(text)) return;
    warned.add(text);
    context.warn(diagnostic);
  };
}

/** The modules by their names. */
async function compileOnce(
  { signal }: CompileContext,
  sources: ShaderSources,
  settings: ShaderSettings,
  defines: Defines,
  compilers: ShaderCompilers,
  warn: (diagnostic: Diagnostic) => void,
): Promise<ReadonlyMap<string, CompiledModule>> {
  const modules: CompiledModule[] = [];
  const errors: Diagnostic[] = [];
  for (const root of sources.roots) {
    const result = await compileRoot(sources, root, settings, defines, compilers, signal);
    modules.push(...result.modules);
    for (const diagnostic of result.diagnostics) {
      if (diagnostic.severity === 'error') errors.push(diagnostic);
      else warn(diagnostic);
    }
  }
  const [first, ...others] = errors;
  if (first !== undefined) throw new AssetError(first, { also: others });
  if (modules.length === 0) throw noEntryError(sources.folder);
  const named = nameModules(sources.folder, modules);
  for (const module of named.values()) await validateModule(module, compilers.compilers, settings, signal);
  return new Map(
    [...named].map(([name, module]) => [name, { ...module, spirv: dropNewLanguages(module.spirv) }] as const),
  );
}

function warnAboutLayout(context: CompileContext, sources: ShaderSources, settings: ShaderSettings): void {
  const other = sources.roots.find(({ language }) => language !== 'slang');
  if (settings.matrixLayout === 'column' || other === undefined) return;
  context.warn({
    code: 'shader/layout-ignored',
    file: other.path,
    message: `shader.matrixLayout: row has no effect on ${other.language.toUpperCase()}, which defines the layout itself`,
    hint: 'Remove the setting for this shader.',
  });
}
