// Finds and reads the .mtl files that an OBJ file names, and the maps that those name. A missing one is a warning.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/compile-context.js';
import { isNormalMap } from '../../model/mode-of-source.js';
import type { MapFile, MtlLibrary } from './mtl-materials.js';
import type { NamedLine } from './obj-text.js';
import { type MtlMaterial, parseMtl } from './parse-mtl.js';

export type ReadContext = Pick<CompileContext, 'path' | 'tryRead' | 'exists' | 'resolve' | 'settingsOf' | 'warn'>;

interface ReadLibraries {
  /** Those that exist, in order; a material defined by two of them is the first one's. */
  readonly libraries: readonly MtlLibrary[];
  /** Whether all that are named exist. */
  readonly isWhole: boolean;
}

export async function readLibraries(context: ReadContext, lines: readonly NamedLine[]): Promise<ReadLibraries> {
  const libraries: MtlLibrary[] = [];
  let isWhole = true;
  const seen = new Set<string>();
  const read = new Set<string>();
  const named = new Set<string>();
  for (const { name, line } of lines) {
    if (named.has(name)) continue;
    named.add(name);
    const { found, isAll } = await libraryFiles(context, name, line);
    isWhole &&= isAll;
    for (const file of found) {
      if (read.has(file.path)) continue;
      read.add(file.path);
      const { materials, problems } = parseMtl(file.bytes, file.path);
      for (const problem of problems) context.warn(problem);
      const fresh: MtlMaterial[] = materials.filter((material) => !seen.has(material.name));
      for (const { name } of fresh) seen.add(name);
      libraries.push({ file: file.path, materials: fresh });
    }
  }
  return { libraries, isWhole };
}

/** `mtllib` names one file whose name may hold blanks, or several files; the first reading that exists is right. */
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
  // A model that was renamed still names its library as it was called before.
  const renamed =
    found.length > 0 ? undefined : await tryReadReference(context, context.path, ownLibrary(context.path));
  if (!isAll)
    context.warn({
      code: 'obj/missing-library',
      file: context.path,
      where: { line },
      message:
        renamed === undefined
          ? `${name} cannot be read, so its materials are plain`
          : `${name} cannot be read; ${renamed.path} is used instead`,
    });
  return { found: renamed === undefined ? found : [renamed], isAll };
}

/** What exporters call the library of a model. */
const ownLibrary = (path: string): string => `${path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')}.mtl`;

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
 * The place a reference means, or undefined outside the input. Exporters like to write absolute paths of the machine the
 * model was made on: of those only the file name can mean anything here.
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

/** Looks every map up once, so that building the materials needs no disk. */
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
