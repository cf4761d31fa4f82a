// Imports an OBJ file with its material libraries as a scene with one mesh: one primitive per material, in material order, faces without a
// material first.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import type { LinesModel, PrimitiveModel, SceneModel } from '../../model/scene/scene.js';
import { isUtf16 } from '../../model/text/text-encoding.js';
import { splitByMaterial } from './faces/split-by-material.js';
import { hasLinesOrPoints, splitLinesAndPoints } from './faces/split-lines-and-points.js';
import { triangulate } from './faces/triangulate.js';
import type { MapStatement } from './mtl/map-statement.js';
import { buildMaterials, type MapFile } from './mtl/mtl-materials.js';
import { nameMaterials } from './mtl/name-materials.js';
import { locateMaps, type ReadContext, readLibraries } from './mtl/read-libraries.js';
import type { CornerRuns, ObjText } from './obj-text.js';
import { warnAboutFaces, warnAboutStatements } from './obj-warnings.js';
import { parseObj } from './parse-obj.js';

type Context = ReadContext & Pick<CompileContext, 'read'>;

const NO_GROUPS = new Int32Array(0);

/** `lines`: whether the output can store lines and points. `smoothingGroups`: whether they make normals if the file has none. */
export async function importObj(
  context: Context,
  { lines: keepLines = true, smoothingGroups = true } = {},
): Promise<SceneModel> {
  const bytes = await context.read(context.path);
  if (isUtf16(bytes))
    context.warn({
      code: 'obj/utf-16',
      file: context.path,
      message: 'the file is UTF-16 text, which most programs cannot read',
    });
  const parsed = parseObj(bytes, context.path);
  const text = smoothingGroups || parsed.normals.length > 0 ? parsed : { ...parsed, faceSmoothing: NO_GROUPS };
  const triangles = triangulate(text, context.path);
  warnAboutFaces(context, text, triangles);
  warnAboutStatements(context, text, keepLines);
  const hasLines = keepLines && hasLinesOrPoints(text);
  if (triangles.faces.length === 0 && !hasLines)
    throw new AssetError({
      code: 'obj/no-triangles',
      file: context.path,
      message: keepLines
        ? 'the file has no face with an area, no line and no point'
        : 'the file has no face with an area',
    });
  checkMaterialCount(text, context.path);
  const { libraries, isComplete } = await readLibraries(context, text.libraries);
  const located = await locateMaps(context, libraries);
  const locate = (library: string, map: MapStatement): MapFile =>
    located.get(`${library}\n${map.file}`) ?? { path: map.file, exists: false, isNormalMap: false };
  const { materials: defined, images } = buildMaterials(libraries, locate, (d) => context.warn(d));
  const { materials, numbers } = nameMaterials(context, text, defined, isComplete);
  const addName = <T extends PrimitiveModel | LinesModel>(part: T): T => ({
    ...part,
    name: text.objectName || (part.material === undefined ? '' : (materials[part.material]?.name ?? '')),
  });
  const lines = hasLines ? splitLinesAndPoints(text, numbers).map(addName) : [];
  const primitives = splitByMaterial(text, triangles, numbers).map(addName);
  return {
    meshes: [{ name: '', primitives, ...(lines.length === 0 ? {} : { lines }) }],
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

/** Each becomes a submesh with its own meshlets and levels of detail; the time grows with their number. */
const MAX_MATERIALS = 4096;

function checkMaterialCount(text: ObjText, file: string): void {
  const used = new Uint8Array(text.materialNames.length);
  let count = 0;
  let line = 0;
  const countMaterials = ({ faceLines, faceMaterials }: CornerRuns): void => {
    for (let face = 0; face < faceMaterials.length; face++) {
      const material = faceMaterials[face] ?? -1;
      if (material < 0 || used[material] === 1) continue;
      used[material] = 1;
      if (++count === MAX_MATERIALS + 1) line = faceLines[face] ?? 0;
    }
  };
  for (const elements of [text, text.lines, text.points]) countMaterials(elements);
  if (count > MAX_MATERIALS)
    throw new AssetError({
      code: 'obj/too-many-materials',
      file,
      where: { line },
      message: `the faces use ${count} materials; the limit is ${MAX_MATERIALS}`,
    });
}
