import { expect, it } from 'vitest';
import { checkExtensions } from './extensions.js';
import { failureOf, openGltf } from './testing/open-gltf.js';

it('accepts supported extensions, and extensions of materials only', () => {
  const names = [
    'KHR_draco_mesh_compression',
    'EXT_mesh_gpu_instancing',
    'KHR_texture_transform',
    'KHR_lights_punctual',
  ];
  const { file, warnings } = openGltf({
    extensionsRequired: [...names, 'KHR_materials_unlit'],
    extensionsUsed: names,
  });
  checkExtensions(file);
  expect(warnings()).toEqual([]);
});

it.each(['KHR_xmp_json_ld', 'EXT_structural_metadata', 'KHR_audio_emitter', 'VRMC_vrm', 'NV_materials_mdl'])(
  'compiles a file that requires %s, with a warning',
  (name) => {
    const { file, context } = openGltf({ extensionsRequired: [name], extensionsUsed: [name] });
    checkExtensions(file);
    expect(context.warnings).toMatchObject([{ code: 'gltf/dropped-extension', message: `${name}: ignored` }]);
  },
);

it.each(['KHR_gaussian_splatting', 'CESIUM_RTC', 'EXT_primitive_voxels', 'MPEG_accessor_timed', 'MSFT_texture_dds'])(
  'rejects a file that requires %s: shapes or images would be wrong',
  async (name) => {
    const { file } = openGltf({ extensionsRequired: [name], extensionsUsed: [name] });
    expect(await failureOf(() => checkExtensions(file))).toMatchObject({ code: 'gltf/unsupported-extension' });
  },
);

it('rejects a file that requires an unknown extension, at its name', async () => {
  const { file } = openGltf({ extensionsRequired: ['KHR_mesh_quantization', 'VENDOR_voxels'] });
  expect(await failureOf(() => checkExtensions(file))).toEqual({
    code: 'gltf/unsupported-extension',
    pointer: '/extensionsRequired/1',
    message: 'the file requires VENDOR_voxels, which is not supported',
  });
});

it('lists ignored extensions in one warning, at most sixteen', () => {
  const { file, context } = openGltf({
    extensionsUsed: ['KHR_texture_basisu', ...Array.from({ length: 18 }, (_, i) => `X_${i}`)],
  });
  checkExtensions(file);
  const names = Array.from({ length: 16 }, (_, i) => `X_${i}`).join(', ');
  expect(context.warnings).toMatchObject([
    {
      code: 'gltf/dropped-extension',
      where: { pointer: '/extensionsUsed' },
      message: `${names} and 2 more: ignored`,
    },
  ]);
});
