// An OBJ file with its material libraries → a scene of one mesh: one primitive per material, in material order, faces
// without a material first.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/kind.js';
import type { SceneModel } from '../../model/scene.js';
import { buildMaterials, type MapFile } from './mtl-materials.js';
import type { MapStatement } from './parse-mtl.js';
import { type ObjText, parseObj } from './parse-obj.js';
import { locateMaps, type ReadContext, readLibraries } from './read-libraries.js';
import { splitByMaterial } from './split-by-material.js';
import { type Triangles, triangulate } from './triangulate.js';

type Context = ReadContext & Pick<CompileContext, 'read'>;

export async function importObj(context: Context): Promise<SceneModel> {
  const text = parseObj(await context.read(context.path), context.path);
  const triangles = triangulate(text);
  warnAboutFaces(context, text, triangles);
  if (triangles.faces.length === 0)
    throw new AssetError({
      code: 'obj/no-triangles',
      file: context.path,
      message: 'the file has no face with an area',
    });
  const libraries = await readLibraries(context, text.libraries);
  const located = await locateMaps(context, libraries);
  const locate = (library: string, map: MapStatement): MapFile =>
    located.get(`${library}\n${map.file}`) ?? { path: map.file, exists: false, isNormalMap: false };
  const { materials, images } = buildMaterials(libraries, locate, (d) => context.warn(d));
  const known = new Map(materials.map((material, index) => [material.name, index]));
  const primitives = splitByMaterial(text, triangles, materialNumbers(context, text, known));
  return {
    meshes: [{ name: '', primitives }],
    nodes: [
      {
        name: '',
        parent: undefined,
        children: [],
        local: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
        mesh: 0,
        skin: undefined,
        instances: undefined,
        origin: { line: 1 },
      },
    ],
    roots: [0],
    skins: [],
    materials,
    images,
    animations: [],
  };
}

function warnAboutFaces(context: Context, text: ObjText, triangles: Triangles): void {
  const lost = text.shortFaces + triangles.flatFaces;
  if (lost > 0)
    context.warn({
      code: 'obj/degenerate-faces',
      file: context.path,
      message: `${lost} ${lost === 1 ? 'face has' : 'faces have'} no area and ${lost === 1 ? 'was' : 'were'} left out`,
    });
  const [first] = text.unsupported;
  if (first !== undefined)
    context.warn({
      code: 'obj/unsupported',
      file: context.path,
      where: { line: first.line },
      message: `statements that a mesh has no place for were left out: ${text.unsupported.map(({ name, line }) => `${name} (line ${line})`).join(', ')}`,
    });
}

/** For each material name of the OBJ file its number in the table, −1 where it is undefined. */
function materialNumbers(context: Context, text: ObjText, known: ReadonlyMap<string, number>): Int32Array {
  const numbers = new Int32Array(text.materialNames.length);
  text.materialNames.forEach(({ name, line }, i) => {
    const number = known.get(name);
    numbers[i] = number ?? -1;
    if (number === undefined)
      context.warn({
        code: 'obj/undefined-material',
        file: context.path,
        where: { line },
        message: `material "${name}" is not defined, so its faces have none`,
      });
  });
  return numbers;
}
