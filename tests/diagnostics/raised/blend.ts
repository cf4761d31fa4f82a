// Files that a Blender exports, which is a program of the tests.

import { GltfBuilder } from '../../../packages/compiler/src/testing/gltf-builder.js';
import { FAKE_BLENDER, fakeBlend, withBlender } from '../../blend/with-blender.js';
import { codesOf, type Raise, type RowsOf, realProject, type Sources } from '../raise.js';

const exporting =
  (sources: Sources, blender = FAKE_BLENDER): Raise =>
  async () => {
    const build = () => realProject(sources, { mesh: { blend: true } }).build();
    return codesOf((await withBlender({ ASSETC_BLENDER: blender }, build)).result.diagnostics);
  };

const glb = new GltfBuilder().glb();
const refersTo = (kind: string, path: string) => fakeBlend({ files: [{ kind, path }] }, glb);

const withoutBlender: Raise = async () => {
  const build = () => realProject({ 'a.blend': fakeBlend({}) }, { mesh: { blend: true } }).build();
  return codesOf((await withBlender({ ASSETC_BLENDER: undefined, PATH: '' }, build)).result.diagnostics);
};

export const blendRows: RowsOf<'blend'> = {
  'blend/no-blender': withoutBlender,
  'blend/unusable': exporting({ 'a.blend': fakeBlend({}) }, '/no/such/blender'),
  'blend/failed': exporting({ 'a.blend': fakeBlend({ error: 'the file cannot be opened' }) }),
  'blend/outside-input': exporting({ 'a.blend': refersTo('image', '../wood.png') }),
  'blend/missing-library': exporting({ 'a.blend': refersTo('library', 'b.blend') }),
  'blend/missing-file': exporting({ 'a.blend': refersTo('image', 'wood.png') }),
  'blend/unapplied-modifiers': exporting({ 'a.blend': fakeBlend({ unapplied: ['Cube'] }, glb) }),
};
