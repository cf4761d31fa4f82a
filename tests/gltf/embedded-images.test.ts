// An image inside a model is found by the importer and cut out later, by another part of the program. Both must read the file the
// same way: a model with its texture builds completely, or fails with the model's own diagnostic.

import { describe, expect, it } from 'vitest';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { addGrid, GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { makePng } from '../support/png.js';

const png = makePng(8, 8, (x, y) => [x * 31, y * 31, 255 - x * 5, 255]);
const base64 = Buffer.from(png).toString('base64');
const urlSafe = base64.replaceAll('+', '-').replaceAll('/', '_');
const percent = [...png].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

function model(uri: string): GltfBuilder {
  const builder = new GltfBuilder();
  addGrid(builder, 2, { material: 0 });
  builder.list('images', { uri });
  builder.list('textures', { source: 0 });
  builder.list('materials', { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  return builder;
}

async function build(name: string, content: string | Uint8Array) {
  const project = new MemoryProject();
  project.registry = registry;
  project.host.put(`/project/assets/${name}`, content);
  const result = await project.build();
  return { result, outputs: project.outputs() };
}

/** The JSON chunk padded by zero bytes, as some exporters do, although the format requires spaces. */
function zeroPadded(builder: GltfBuilder): Uint8Array {
  const glb = builder.glb();
  const jsonBytes = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const padding = 8;
  const out = new Uint8Array(glb.length + padding);
  out.set(glb.subarray(0, 20 + jsonBytes));
  out.set(glb.subarray(20 + jsonBytes), 20 + jsonBytes + padding);
  const view = new DataView(out.buffer);
  view.setUint32(8, out.length, true);
  view.setUint32(12, jsonBytes + padding, true);
  return out;
}

describe('a model with a texture in a data URI', async () => {
  const { outputs: expected } = await build('m.gltf', model(`data:image/png;base64,${base64}`).gltf());

  it('is compiled with its texture', () => {
    expect(Object.keys(expected)).toEqual(['assets.hman', 'm.hmat', 'm.hmesh', 'm/tex_0.ktx2']);
  });

  it.each([
    ['the URL-safe alphabet', `data:image/png;base64,${urlSafe}`],
    ['line breaks', `data:image/png;base64,${base64.replaceAll(/.{60}/g, '$&\r\n')}`],
    ['form feeds', `data:image/png;base64,\f${base64}\f`],
    ['percent-encoded padding', `data:image/png;base64,${base64.replaceAll('=', '%3D')}`],
    ['a space before the marker', `data:image/png; base64,${base64}`],
    ['percent-encoded bytes', `data:image/png,${percent}`],
    ['a stray percent sign', `data:image/png,${percent.replaceAll('%25', '%')}`],
  ])('builds whole with %s, to the same bytes', async (_, uri) => {
    const { result, outputs } = await build('m.gltf', model(uri).gltf());
    expect(result.diagnostics).toEqual([]);
    expect(outputs).toEqual(expected);
  });

  it('builds whole from a .glb whose JSON is padded by zero bytes', async () => {
    const { result, outputs } = await build('m.glb', zeroPadded(model(`data:image/png;base64,${base64}`)));
    expect(result.diagnostics).toEqual([]);
    expect(outputs['m/tex_0.ktx2']).toBe(expected['m/tex_0.ktx2']);
  });

  it.each([
    ['a foreign character', `data:image/png;base64,${base64.slice(0, 40)}!${base64.slice(40)}`],
    ['base64 that is cut short', `data:image/png;base64,${base64.replace(/=+$/, '').slice(0, 41)}`],
  ])('fails whole with %s', async (_, uri) => {
    const { result, outputs } = await build('m.gltf', model(uri).gltf());
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['gltf/bad-uri']);
    expect(outputs).toEqual({});
  });
});
