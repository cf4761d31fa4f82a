// Compiles every combination of `shader.variants`, and lists the modules in variants.hvar. Equal modules are one file, named after the first
// combination that has it. A root is compiled once for all combinations that it cannot tell apart.

import { createHash } from 'node:crypto';
import { encodeHvar, manifestHash, NO_MODULE } from '@assetc/formats';
import { AssetError, type Diagnostic } from '../../../diagnostics/diagnostic.js';
import { dropNewLanguages } from '../../../encoding/spirv/drop-new-languages.js';
import type { CompileContext } from '../../../model/kind/compile-context.js';
import type { ShaderFile, ShaderRoot, ShaderSources } from '../../../model/shader-sources.js';
import type { Json } from '../../../model/text/json.js';
import { compileRoot, type ShaderCompilers, validateModule } from '../compile-root.js';
import type { BackendResult, CompiledModule } from '../compiled-module.js';
import type { Defines } from '../defines.js';
import { nameModules, noEntryError } from '../name-entry.js';
import type { ShaderSettings } from '../settings.js';
import { slangcVersion } from '../slangc-process.js';
import { activeFiles, mentions } from './active-files.js';
import { type Combination, definesWith, type Variants } from './variant-axes.js';
import { decodePart, encodePart } from './variant-part.js';

interface VariantJob {
  readonly context: Pick<CompileContext, 'base' | 'emit' | 'signal' | 'recallPart' | 'keepPart'>;
  readonly sources: ShaderSources;
  readonly settings: ShaderSettings;
  readonly defines: Defines;
  readonly variants: Variants;
  readonly compilers: ShaderCompilers;
  warn(diagnostic: Diagnostic): void;
}

/** The modules by the names of their files. */
export async function compileVariants(job: VariantJob): Promise<ReadonlyMap<string, CompiledModule>> {
  const { sources, variants, compilers } = job;
  const wgsl = sources.roots.find(({ language }) => language === 'wgsl');
  if (wgsl !== undefined)
    throw new AssetError({
      code: 'shader/wgsl-variants',
      file: wgsl.path,
      message: 'shader.variants has no effect on WGSL, which has no macros',
    });
  const slangc = compilers.slangc === undefined ? 'bundled' : await slangcVersion(compilers.slangc);
  const made = new Map<string, BackendResult>();
  const modules: ModulesOf[] = [];
  for (const combination of variants.combinations) {
    const found: CompiledModule[] = [];
    for (const root of sources.roots) {
      const part = partOf(job, root, combination, slangc);
      const key = createHash('sha256').update(JSON.stringify(part.inputs)).digest('hex');
      const result = made.get(key) ?? (await makePart(job, part, combination));
      made.set(key, result);
      found.push(...result.modules);
      for (const diagnostic of result.diagnostics) job.warn(diagnostic);
    }
    modules.push({ combination, named: nameModules(sources.folder, found) });
  }
  return writeIndex(job, modules);
}

/** What one variant of a root is compiled from. Equal parts are equal modules. */
interface Part {
  readonly root: ShaderRoot;
  /** With the files that the variant can read, and only this root. */
  readonly sources: ShaderSources;
  readonly defines: Defines;
  readonly inputs: Json;
}

function partOf(
  { sources, settings, defines }: VariantJob,
  root: ShaderRoot,
  { macros }: Combination,
  slangc: string,
): Part {
  const fixed = defines.filter(([name]) => !macros.has(name));
  const known = new Map<string, string | null>([...fixed, ...macros]);
  const files = activeFiles(sources, root, known);
  const visible = [...macros].filter(([name]) => canMatter(name, files, known));
  const all = definesWith(fixed, new Map(visible));
  const inputs: Json = {
    slangc: root.language === 'slang' ? slangc : '',
    layout: settings.matrixLayout,
    limits: [settings.timeLimit, settings.memoryLimit],
    folders: [sources.folder, ...sources.includeFolders],
    root: { ...root, stage: root.stage ?? null },
    files: files.map(({ path, text, references }) => [path, text, references.map(({ target }) => target ?? null)]),
    defines: all,
  };
  return { root, sources: { ...sources, files, roots: [root] }, defines: all, inputs };
}

/** Whether a file mentions a macro, or another macro stands for it. */
function canMatter(name: string, files: readonly ShaderFile[], macros: ReadonlyMap<string, string | null>): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  return mentions(files, name) || [...macros.values()].some((text) => text !== null && word.test(text));
}

/** From an earlier build, or compiled. Throws the compiler's errors. */
async function makePart(job: VariantJob, part: Part, { macros }: Combination): Promise<BackendResult> {
  const { context, settings, compilers } = job;
  const stored = await context.recallPart(part.inputs);
  const kept = stored === undefined ? undefined : decodePart(stored);
  if (kept !== undefined) return kept;
  const { sources, root, defines } = part;
  const { modules, diagnostics } = await compileRoot(sources, root, settings, defines, compilers, context.signal);
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
  if (first !== undefined) {
    const values = [...macros].map(([name, text]) => `${name}=${text ?? 'false'}`).join(', ');
    throw new AssetError({ ...first, message: `${first.message} (with ${values})` }, { also: others });
  }
  for (const module of modules) await validateModule(module, compilers.compilers, settings, context.signal);
  const result = {
    modules: modules.map(({ spirv, ...rest }) => ({ ...rest, spirv: dropNewLanguages(spirv) })),
    diagnostics,
  };
  await context.keepPart(part.inputs, encodePart(result));
  return result;
}

interface ModulesOf {
  readonly combination: Combination;
  readonly named: ReadonlyMap<string, CompiledModule>;
}

/** Emits variants.hvar, and returns the distinct modules. */
function writeIndex(
  { context, sources, variants: { axes, count } }: VariantJob,
  compiled: readonly ModulesOf[],
): ReadonlyMap<string, CompiledModule> {
  const entries = [...new Set(compiled.flatMap(({ named }) => [...named.keys()]))].sort();
  if (entries.length === 0) throw noEntryError(sources.folder);
  const cells = new Uint32Array(entries.length * count).fill(NO_MODULE);
  const files = new Map<string, CompiledModule>();
  const paths: string[] = [];
  for (const [i, entry] of entries.entries()) {
    const known = new Map<string, number>();
    for (const { combination, named } of compiled) {
      const module = named.get(entry);
      if (module === undefined) continue;
      const digest = createHash('sha256').update(module.spirv).digest('hex');
      let index = known.get(digest);
      if (index === undefined) {
        index = paths.length;
        known.set(digest, index);
        const name = `${entry}${combination.suffix}`;
        files.set(name, module);
        paths.push(`${context.base}/${name}.spv`);
      }
      cells[i * count + combination.index] = index;
    }
  }
  const modules = paths.map((path) => ({ path, hash: manifestHash('shader', path) }));
  context.emit({
    suffix: '/variants.hvar',
    bytes: encodeHvar({ axes, entries, modules, cells }),
    asset: { kind: 'embed', colorspace: 'linear' },
  });
  return files;
}
