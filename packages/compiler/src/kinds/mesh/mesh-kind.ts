// The mesh kind: glTF, GLB, FBX and OBJ. The compiler is loaded by the first model, so that a build without models does not load it.

import { lazily } from '../../model/lazily.js';
import { chosenMesh } from '../../runtimes/format-settings.js';
import { versionWithBlocks } from '../blocks-version.js';
import { defineKind } from '../define-kind.js';
import { isFbx, isObj } from './model-format.js';
import { isSmallModel } from './small-model.js';

const MODEL_EXTENSION = /\.(?:gltf|glb|fbx|obj)$/i;

/** Increased when the compressor of clips writes different bytes for the same clips. */
const MOTION_VERSION = 4;

const meshJob = lazily(() => import('./mesh-job.js'));

export const meshKind = defineKind({
  name: 'mesh',
  // With blocks: opacity micromaps are baked from encoded textures.
  version: `${versionWithBlocks(27)}.${MOTION_VERSION}`,
  // The settings of its textures are read one by one: see compile-materials.ts.
  settings: ['mesh', 'animation', 'scene'],
  hookable: 'scene',
  usesPath: true,
  match: (entry) => !entry.isFolder && MODEL_EXTENSION.test(entry.path),
  /** Packs and projects keep the FBX that an export was made from. */
  yieldsToFiles: (path) =>
    isFbx(path) ? ['glb', 'gltf', 'obj'].map((extension) => path.replace(/fbx$/i, extension)) : [],
  nearMiss(path) {
    if (isFbx(path))
      return {
        cause: 'the same model in another format (.glb, .gltf or .obj) is compiled instead',
        remedy: 'Remove or exclude the other file to compile this one.',
        warns: false,
        notices: true,
      };
    const other = /\.(dae|3ds|max|ma|mb|c4d|usd[acz]?|stl|ply|x3d|abc|vrm)$/i.exec(path)?.[1];
    if (other === undefined) return undefined;
    const cause = `${other.toLowerCase()} models are not supported`;
    const remedy = /vrm/i.test(other)
      ? 'It is a GLB with extensions. Name it .glb to compile its standard glTF content.'
      : 'Export it as glTF (.glb).';
    return { cause, remedy, warns: false };
  },
  base: (path) => path.replace(/\.[^./]*$/, ''),
  /** Outputs that every source has. Others depend on its content. */
  outputs(settings, path) {
    const { suffixes, objForm } = chosenMesh(settings).format;
    return isObj(path) ? (objForm?.suffixes ?? suffixes) : suffixes;
  },
  listedAs: 'mesh',
  codeNames: async (path, read) => (await import('./model-names.js')).modelNames(path, read),
  async foresee(context) {
    const bytes = await context.read(context.path);
    if (isObj(context.path))
      return (await import('../../importers/obj/mtl/scan-libraries.js')).scanLibraries(context, bytes);
    if (isFbx(context.path))
      return (await import('../../importers/fbx/materials/scan-textures.js')).scanTextures(context, bytes);
    return (await import('../../importers/gltf/file/scan-uris.js')).scanUris(context, bytes);
  },
  isSmall: isSmallModel,
  async compile(context) {
    const { compileModel } = await meshJob();
    await compileModel(context);
  },
});
