// An OBJ file with its material libraries → a scene of one mesh: one primitive per material, in material order, faces
// without a material first.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/kind.js';
import type { SceneModel } from '../../model/scene.js';
import type { MapStatement } from './map-statement.js';
import { buildMaterials, type MapFile } from './mtl-materials.js';
import { nameMaterials } from './name-materials.js';
import type { NamedLine, ObjText } from './obj-text.js';
import { parseObj } from './parse-obj.js';
import { locateMaps, type ReadContext, readLibraries } from './read-libraries.js';
import { splitByMaterial } from './split-by-material.js';
import { type Triangles, triangulate } from './triangulate.js';

type Context = ReadContext & Pick<CompileContext, 'read'>;

export async function importObj(context: Context): Promise<SceneModel> {
  const text = parseObj(await context.read(context.path), context.path);
  const triangles = triangulate(text, context.path);
  warnAboutFaces(context, text, triangles);
  if (triangles.faces.length === 0)
    throw new AssetError({
      code: 'obj/no-triangles',
      file: context.path,
      message: 'the file has no face with an area',
    });
  checkMaterialCount(text, context.path);
  const { libraries, isWhole } = await readLibraries(context, text.libraries);
  const located = await locateMaps(context, libraries);
  const locate = (library: string, map: MapStatement): MapFile =>
    located.get(`${library}\n${map.file}`) ?? { path: map.file, exists: false, isNormalMap: false };
  const { materials: defined, images } = buildMaterials(libraries, locate, (d) => context.warn(d));
  const { materials, numbers } = nameMaterials(context, text, defined, isWhole);
  const primitives = splitByMaterial(text, triangles, numbers).map((primitive) => ({
    ...primitive,
    name: text.objectName || (primitive.material === undefined ? '' : (materials[primitive.material]?.name ?? '')),
  }));
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

/** The first few; a file that is no OBJ file at all has thousands. */
function listed(names: readonly NamedLine[]): string {
  const shown = names.slice(0, 12).map(({ name, line }) => `${name.slice(0, 40)} (line ${line})`);
  return [...shown, ...(names.length > shown.length ? [`and ${names.length - shown.length} more`] : [])].join(', ');
}

/** Each becomes a submesh with meshlets and levels of its own; the time it takes grows with their number. */
const MOST_MATERIALS = 4096;

function checkMaterialCount({ materialNames, faceLines, faceMaterials }: ObjText, file: string): void {
  const used = new Uint8Array(materialNames.length);
  let count = 0;
  let line = 0;
  for (let face = 0; face < faceMaterials.length; face++) {
    const material = faceMaterials[face] ?? -1;
    if (material < 0 || used[material] === 1) continue;
    used[material] = 1;
    if (++count === MOST_MATERIALS + 1) line = faceLines[face] ?? 0;
  }
  if (count > MOST_MATERIALS)
    throw new AssetError({
      code: 'obj/too-many-materials',
      file,
      where: { line },
      message: `the faces use ${count} materials; the limit is ${MOST_MATERIALS}`,
    });
}

function warnAboutFaces(context: Context, text: ObjText, triangles: Triangles): void {
  const lost = text.shortFaces + triangles.flatFaces;
  if (lost > 0)
    context.warn({
      code: 'obj/degenerate-faces',
      file: context.path,
      message: `${lost} ${lost === 1 ? 'face has' : 'faces have'} no area and ${lost === 1 ? 'was' : 'were'} left out`,
    });
  const { crossedFaces } = triangles;
  if (crossedFaces > 0)
    context.warn({
      code: 'obj/crossed-faces',
      file: context.path,
      where: { line: triangles.firstCrossedLine },
      message: `the outline of ${crossedFaces} ${crossedFaces === 1 ? 'face' : 'faces'} crosses itself, so it is not clear what ${crossedFaces === 1 ? 'it covers' : 'they cover'}`,
    });
  if (text.holes !== undefined)
    context.warn({
      code: 'obj/repaired-attribute',
      file: context.path,
      where: { line: text.holes.line },
      message: `${text.holes.count} texture coordinates or normals are not finite; zeros and the normals of faces are used`,
    });
  for (const { name, line } of text.absentParts)
    context.warn({
      code: 'obj/absent-data',
      file: context.path,
      where: { line },
      message: `faces name ${name}s, of which the file has none`,
    });
  if (text.trailingZeros > 0)
    context.warn({
      code: 'obj/trailing-zeros',
      file: context.path,
      message: `the file ends with ${text.trailingZeros} zero ${text.trailingZeros === 1 ? 'byte, which was' : 'bytes, which were'} left out`,
    });
  const [first] = text.unsupported;
  if (first !== undefined)
    context.warn({
      code: 'obj/unsupported',
      file: context.path,
      where: { line: first.line },
      message: `statements that are not read were left out: ${listed(text.unsupported)}`,
    });
}
