// Models: glTF, GLB and OBJ. What does the work is loaded by the first model: a build without one does not pay for it.

import { lazily } from '../../model/lazily.js';
import { chosenMesh } from '../../runtimes/format-settings.js';
import { defineKind } from '../define-kind.js';
import { isObj } from './is-obj.js';
import { isSmallModel } from './small-model.js';

const MODEL_EXTENSION = /\.(?:gltf|glb|obj)$/i;

const meshJob = lazily(() => import('./mesh-job.js'));

export const meshKind = defineKind({
  name: 'mesh',
  version: 21,
  // Those of its textures are asked for one by one: see compile-materials.ts.
  settings: ['mesh', 'animation', 'scene'],
  hookable: 'scene',
  usesPath: true,
  match: (entry) => !entry.isFolder && MODEL_EXTENSION.test(entry.path),
  nearMiss(path) {
    const other = /\.(fbx|blend|dae|3ds|max|ma|mb|c4d|usd[acz]?|stl|ply|x3d|abc|vrm)$/i.exec(path)?.[1];
    if (other === undefined) return undefined;
    const cause = `${other.toLowerCase()} models are not supported`;
    const remedy = /vrm/i.test(other)
      ? 'It is a GLB with extensions. Name it .glb to compile its standard glTF content.'
      : 'Export it as glTF (.glb).';
    return { cause, remedy, warns: false };
  },
  base: (path) => path.replace(/\.[^./]*$/, ''),
  /** What is written whatever the source holds; names of further files follow from what is in it. */
  outputs(settings, path) {
    const { suffixes, oneObject } = chosenMesh(settings).format;
    return isObj(path) ? (oneObject?.suffixes ?? suffixes) : suffixes;
  },
  listedAs: 'mesh',
  async foresee(look) {
    const bytes = await look.read(look.path);
    if (isObj(look.path)) return (await import('../../importers/obj/scan-libraries.js')).scanLibraries(look, bytes);
    return (await import('../../importers/gltf/scan-uris.js')).scanUris(look, bytes);
  },
  isSmall: isSmallModel,
  async compile(context) {
    const { compileModel } = await meshJob();
    await compileModel(context);
  },
});
