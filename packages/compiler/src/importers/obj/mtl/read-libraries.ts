// Finds and reads the .mtl files that an OBJ file names, and finds their maps. A missing file causes a warning.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../../model/kind/compile-context.js';
import { isNormalMap } from '../../../model/mode-of-source.js';
import type { NamedLine } from '../obj-text.js';
import type { MapFile, MtlLibrary } from './mtl-materials.js';
import { type MtlMaterial, parseMtl } from './parse-mtl.js';

export type ReadContext = Pick<CompileContext, 'path' | 'tryRead' | 'exists' | 'resolve' | 'settingsOf' | 'warn'>;

interface ReadLibraries {
  /** The existing ones, in order; if two define the same material, the first counts. */
  readonly libraries: readonly MtlLibrary[];
  /** Whether all named libraries exist. */
  readonly isComplete: boolean;
}

export async function readLibraries(context: ReadContext, lines: readonly NamedLine[]): Promise<ReadLibraries> {
  const libraries: MtlLibrary[] = [];
  let isComplete = true;
  const seenMaterials = new Set<string>();
  const readFiles = new Set<string>();
  const seenNames = new Set<string>();
  for (const { name, line } of lines) {
    if (seenNames.has(name)) continue;
    seenNames.add(name);
    const { found, isAll: areAllFound } = await libraryFiles(context, name, line);
    isComplete &&= areAllFound;
    for (const file of found) {
      if (readFiles.has(file.path)) continue;
      readFiles.add(file.path);
      const { materials, problems } = parseMtl(file.bytes, file.path);
      for (const problem of problems) context.warn(problem);
      const newMaterials: MtlMaterial[] = materials.filter((material) => !seenMaterials.has(material.name));
      for (const { name } of newMaterials) seenMaterials.add(name);
      libraries.push({ file: file.path, materials: newMaterials });
    }
  }
  return { libraries, isComplete };
}

/** `mtllib` names one file whose name may contain blanks, or several files; the first interpretation that exists is used. */
async function libraryFiles(
  context: ReadContext,
  name: string,
  line: number,
): Promise<{ readonly found: readonly { path: string; bytes: Uint8Array }[]; readonly isAll: boolean }> {
  const whole = await tryReadReference(context, context.path, name.replace(/^"(.*)"$/, '$1'));
  if (whole !== undefined) return { found: [whole], isAll: true };
  const parts = name.split(/\s+(?=\S)/);
  const found = [];
  for (const part of parts.length > 1 ? parts : []) {
    const file = await tryReadReference(context, context.path, part);
    if (file !== undefined) found.push(file);
  }
  const isAll = found.length === parts.length;
  // A renamed model still refers to its library by the old name.
  const fallback =
    found.length > 0 ? undefined : await tryReadReference(context, context.path, defaultLibrary(context.path));
  if (!isAll)
    context.warn({
      code: 'obj/missing-library',
      file: context.path,
      where: { line },
      message:
        fallback === undefined
          ? `${name} cannot be read, so its materials are plain`
          : `${name} cannot be read; ${fallback.path} is used instead`,
    });
  return { found: fallback === undefined ? found : [fallback], isAll };
}

/** The usual name for the library of a model. */
const defaultLibrary = (path: string): string => `${path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')}.mtl`;

async function tryReadReference(
  context: ReadContext,
  from: string,
  name: string,
): Promise<{ path: string; bytes: Uint8Array } | undefined> {
  const path = resolveInside(context, from, name);
  const bytes = path === undefined ? undefined : await context.tryRead(path);
  return path === undefined || bytes === undefined ? undefined : { path, bytes };
}

/**
 * The path of a reference; undefined if it is outside the input. Exporters often write absolute paths of the original machine: only their file
 * name is used.
 */
function resolveInside(context: ReadContext, from: string, reference: string): string | undefined {
  const slashed = reference.replaceAll('\\', '/');
  const isAbsolute = /^([A-Za-z]:|\/|[a-z]+:\/\/)/.test(slashed);
  try {
    return context.resolve(from, isAbsolute ? slashed.slice(slashed.lastIndexOf('/') + 1) : slashed);
  } catch (error) {
    if (error instanceof AssetError) return undefined;
    throw error;
  }
}

/** Looks up every map once, so that building the materials needs no file access. */
export async function locateMaps(
  context: ReadContext,
  libraries: readonly MtlLibrary[],
): Promise<Map<string, MapFile>> {
  const located = new Map<string, MapFile>();
  for (const { file, materials } of libraries) {
    for (const material of materials) {
      for (const map of [
        material.diffuseMap,
        material.opacityMap,
        material.normalMap,
        material.bumpMap,
        material.roughnessMap,
        material.metallicMap,
        material.emissiveMap,
      ]) {
        if (map === undefined || located.has(`${file}\n${map.file}`)) continue;
        const path = resolveInside(context, file, map.file);
        const exists = path !== undefined && (await context.exists(path));
        located.set(`${file}\n${map.file}`, {
          path: path ?? map.file,
          exists,
          isNormalMap: path !== undefined && isNormalMap(context, path),
        });
      }
    }
  }
  return located;
}
