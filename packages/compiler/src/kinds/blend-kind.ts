// The blend kind: `.blend` files, which an installed Blender exports as GLB. From there on they are compiled like other models. It is made
// of the mesh and the texture kind, so it belongs to the room.

import { meshSettings } from '../compilers/mesh/settings.js';
import { settingsIn } from '../model/kind/setting.js';
import { chosenMesh } from '../runtimes/format-settings.js';
import { defineKind } from './define-kind.js';
import { meshKind } from './mesh/mesh-kind.js';
import { textureKind } from './texture/texture-kind.js';

const EXTENSION = /\.blend$/i;

/** What Blender itself needs, without the model. */
const BLENDER_BYTES = 400e6;
const BYTES_PER_SOURCE_BYTE = 12;

export const blendKind = defineKind({
  name: 'blend',
  // Its jobs also compile meshes, and textures that only the export contains.
  version: `1, mesh ${meshKind.version}, texture ${textureKind.version}`,
  settings: ['mesh', 'animation', 'scene'],
  hookable: 'scene',
  usesPath: true,
  match: ({ path, isFolder }) => !isFolder && EXTENSION.test(path),
  isWanted: (settings) => settingsIn(settings, meshSettings).blend,
  /** People keep chair.blend next to its exports. */
  yieldsToFiles: (path) => ['glb', 'gltf', 'fbx', 'obj'].map((extension) => path.replace(EXTENSION, `.${extension}`)),
  nearMiss(path, settings) {
    if (!EXTENSION.test(path)) return undefined;
    return settingsIn(settings, meshSettings).blend
      ? {
          cause: 'the same model in another format (.glb, .gltf, .fbx or .obj) is compiled instead',
          remedy: 'Remove or exclude the other file to compile this one.',
          warns: false,
          notices: true,
        }
      : {
          cause: 'blend models are not supported',
          remedy: 'Export it as glTF (.glb), or set mesh.blend to true to let an installed Blender do so.',
          warns: false,
        };
  },
  base: (path) => path.replace(EXTENSION, ''),
  outputs: (settings) => chosenMesh(settings).format.suffixes,
  async externalVersion() {
    const { blenderSearchPaths, blenderVersion, findBlender, locateBlender } = await import(
      '../importers/blend/blender.js'
    );
    const blender = await findBlender();
    return blender === undefined
      ? { version: 'no Blender', absent: blenderSearchPaths() }
      : { version: await blenderVersion(blender), programs: await locateBlender(blender) };
  },
  memoryOf: ({ files, sizeOf }) =>
    files.reduce((sum, file) => sum + BYTES_PER_SOURCE_BYTE * sizeOf({ file }), BLENDER_BYTES),
  workOf: () => 4_000_000,
  listedAs: 'mesh',
  codeNames: async (path, read) => (await import('./mesh/model-names.js')).modelNames(path, read),
  async foresee(context) {
    await context.read(context.path);
  },
  async compile(context) {
    const [{ compileBlend }, { compileModel }, { compileTextureJob }] = await Promise.all([
      import('./blend/blend-job.js'),
      import('./mesh/mesh-job.js'),
      import('./texture/texture-job.js'),
    ]);
    await compileBlend(context, { compileModel, compileTexture: compileTextureJob });
  },
});
