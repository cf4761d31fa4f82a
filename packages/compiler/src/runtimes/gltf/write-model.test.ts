import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  decodeHmat,
  decodeHmatx,
  decodeHmesh,
  decodeHscene,
  encodeHanim,
  encodeHanimx,
  encodeHmat,
  encodeHmatx,
  encodeHmesh,
  encodeHscene,
  type HsceneModel,
  unpackVertices,
} from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';
import { type Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import { expect, it } from 'vitest';
import { convertFile } from '../../inspect/convert/convert-file.js';
import { memoryDisk } from '../../inspect/testing/memory-disk.js';

const goldens = resolve(import.meta.dirname, '../../../../formats/goldens');
const golden = (name: string): Uint8Array => new Uint8Array(readFileSync(resolve(goldens, name)));

const mesh = decodeHmesh(golden('quad-full.hmesh'));
const rows = decodeHmat(golden('chair.hmat')).slice(0, 2);
const hmatx = decodeHmatx(golden('chair.hmatx'));
const room = decodeHscene(golden('room.hscene'));

/** The materials of both tables that the mesh has. */
const plainRows = encodeHmat(
  rows.map((row) => ({
    ...row,
    baseColorTex: 0n,
    metallicRoughnessTex: 0n,
    normalTex: 0n,
    occlusionTex: 0n,
    emissiveTex: 0n,
  })),
);

async function convert(files: Readonly<Record<string, Uint8Array>>, ktx2 = false) {
  const onDisk = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`/w/${name}`, bytes]));
  const converted = await convertFile(memoryDisk(onDisk), { path: '/w/a.hmesh', to: 'glb', ktx2 });
  const bytes = converted?.files[0]?.bytes ?? new Uint8Array(0);
  const { issues } = await validateBytes(bytes);
  const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes);
  return {
    bytes,
    document,
    json: jsonOf(bytes),
    errors: issues.messages
      // Colors of the golden exceed glTF's range; they are kept, as loaders do.
      .filter(({ severity, code }) => severity === 0 && code !== 'ACCESSOR_NON_CLAMPED')
      .map(({ code, pointer }) => `${code} ${pointer}`),
    said: (converted?.diagnostics ?? []).map(({ code, message }) => `${code}: ${message}`),
  };
}

function jsonOf(bytes: Uint8Array) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
}

const attribute = (document: Document, mesh: number, primitive: number, name: string): number[] =>
  Array.from(document.getRoot().listMeshes()[mesh]?.listPrimitives()[primitive]?.getAttribute(name)?.getArray() ?? []);

it('writes every optional chunk of a mesh, without errors of the validator', async () => {
  const { nodes: _, ...placed } = mesh;
  const { document, errors, json, said } = await convert({ 'a.hmesh': encodeHmesh(placed), 'a.hmat': plainRows });
  expect(errors).toEqual([]);
  expect(said).toEqual(['convert/lost: the result lacks 2 levels of detail, 2 meshlets']);
  const { positions } = unpackVertices(mesh.vertices);
  expect(attribute(document, 0, 0, 'POSITION')).toEqual([...positions.subarray(0, 9)]);
  expect(attribute(document, 0, 0, 'TEXCOORD_1')).toEqual([...(mesh.uvs1 ?? []).slice(0, 6)]);
  expect(attribute(document, 0, 0, 'COLOR_0').slice(0, 4)).toEqual([1, 0.5, 0.25, 1]);
  expect(attribute(document, 0, 0, 'JOINTS_0').slice(4, 8)).toEqual([1, 0, 0, 0]);
  expect(json.meshes.map(({ name }: { name: string }) => name)).toEqual(['Sitz', undefined, undefined, undefined]);
  expect(json.meshes[0]).toMatchObject({ weights: [0.5, 0], extras: { targetNames: ['smile', 'blink'] } });
  const [smile] = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.listTargets() ?? [];
  expect(smile?.getAttribute('POSITION')?.getElement(2, [])).toEqual([0, 0.5, 0]);
  expect(smile?.getAttribute('NORMAL')?.getElement(0, [])).toEqual([0, 0.25, 0]);
  expect(
    json.meshes.flatMap((each: { primitives: { mode?: number }[] }) => each.primitives.map(({ mode }) => mode)),
  ).toEqual([undefined, undefined, 0, 1]);
  expect(json.materials.map(({ name }: { name: string }) => name)).toEqual(['Leder', 'material_0']);
  expect(json.skins).toMatchObject([{ joints: [0, 1] }]);
  expect(json.nodes.slice(0, 2)).toMatchObject([
    { name: 'Hüfte', translation: [-0.5, 1.25, -3] },
    { name: 'root', scale: [2, 2, 2], children: [0] },
  ]);
});

it('places submeshes by the nodes of the mesh if there is no scene', async () => {
  const { json, errors } = await convert({
    'a.hmesh': encodeHmesh({ ...mesh, skin: undefined, names: undefined }),
    'a.hmat': plainRows,
  });
  expect(errors).toEqual([]);
  expect(json.nodes[1]).toMatchObject({ matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, -1.25, 3, 1] });
  expect(json.nodes[0].children).toContain(1);
});

it('plays clips of joints and of weights of one name together', async () => {
  const times = Float32Array.of(0, 1);
  const hanim = encodeHanim([
    {
      name: 'wave',
      channels: [
        { joint: 1, path: 'translation', interpolation: 'LINEAR', times, values: Float32Array.of(0, 0, 0, 1, 2, 3) },
      ],
    },
  ]);
  const hanimx = encodeHanimx([
    {
      name: 'wave',
      channels: [{ target: 1, interpolation: 'LINEAR', times: Float32Array.of(0, 2), values: Float32Array.of(0, 1) }],
    },
  ]);
  const { document, errors } = await convert({
    'a.hmesh': encodeHmesh({ ...mesh, nodes: undefined }),
    'a.hmat': plainRows,
    'a.hanim': hanim,
    'a.hanimx': hanimx,
  });
  expect(errors).toEqual([]);
  const [clip, ...others] = document.getRoot().listAnimations();
  expect(others).toEqual([]);
  const channels = clip?.listChannels().map((channel) => ({
    path: channel.getTargetPath(),
    node: channel.getTargetNode()?.getName(),
    values: Array.from(channel.getSampler()?.getOutput()?.getArray() ?? []),
  }));
  expect(channels).toEqual([
    { path: 'translation', node: 'root', values: [0, 0, 0, 1, 2, 3] },
    { path: 'weights', node: 'Sitz', values: [0.5, 0, 0.5, 1] },
  ]);
});

it('writes every extension of materials with its textures, samplers and variants', async () => {
  const row = rows[0];
  if (row === undefined) throw new Error('the golden has rows');
  const all = Array.from({ length: hmatx.rowCount }, (_, i) => {
    const use = (slot: string): bigint =>
      hmatx.uses.find((each) => each.row === i && each.slot === slot)?.texture ?? 0n;
    return {
      ...row,
      baseColorTex: use('baseColor'),
      metallicRoughnessTex: use('metallicRoughness'),
      normalTex: use('normal'),
      occlusionTex: use('occlusion'),
      emissiveTex: use('emissive'),
    };
  });
  const texture = golden('uastc-2d.ktx2');
  const files = Object.fromEntries(
    [...new Set(hmatx.uses.map((use) => use.texture))].map((ref) => [
      `tex/${ref.toString(16).padStart(16, '0')}.ktx2`,
      texture,
    ]),
  );
  const sub = mesh.submeshes[0];
  if (sub === undefined) throw new Error('the golden has a submesh');
  const submeshes = Math.max(0, ...(hmatx.variants?.maps ?? []).map((map) => map.submesh)) + 1;
  const { json, errors, said } = await convert({
    'a.hmesh': encodeHmesh({
      ...mesh,
      nodes: undefined,
      names: undefined,
      lods: undefined,
      morphs: undefined,
      lines: undefined,
      skin: undefined,
      materials: BigUint64Array.from(all, (_, i) => BigInt(i + 1)),
      submeshes: Array.from({ length: submeshes }, (_, i) =>
        i < 2 ? (mesh.submeshes[i] ?? sub) : { ...sub, firstIndex: 6, indexCount: 0, firstMeshlet: 2, meshletCount: 0 },
      ),
    }),
    'a.hmat': encodeHmat(all),
    'a.hmatx': encodeHmatx(hmatx),
    ...files,
  });
  expect(said.filter((text) => text.startsWith('convert/missing'))).toEqual([]);
  expect(errors).toEqual([]);
  const used: string[] = json.extensionsUsed;
  for (const extension of Object.keys(hmatx))
    if (Array.isArray(hmatx[extension as keyof typeof hmatx]) && extension !== 'uses')
      expect(used).toContain(`KHR_materials_${extension.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);
  expect(json.extensions.KHR_materials_variants.variants.map(({ name }: { name: string }) => name)).toEqual(
    hmatx.variants?.names,
  );
  const clearcoat = hmatx.clearcoat?.[0];
  expect(json.materials[clearcoat?.row ?? 0].extensions.KHR_materials_clearcoat).toMatchObject({
    clearcoatFactor: expect.closeTo(clearcoat?.factor ?? -1, 6),
  });
});

it('writes nodes, cameras, lights, instances, extras and what clips point at', async () => {
  const scene: HsceneModel = {
    ...room,
    nodes: room.nodes.map((node) => ({
      ...node,
      firstSubmesh: 0,
      submeshCount: Math.min(node.submeshCount, 1),
      firstLine: 0,
      lineCount: Math.min(node.lineCount, 1),
      joint: Math.min(node.joint, 1),
    })),
    clips: room.clips.map(({ name, channels }) => ({
      name,
      channels: channels.filter((each) => each.target !== 'material' || each.index < 2),
    })),
    extras: room.extras.filter(({ target, index }) => target !== 'material' || index < 2),
  };
  const { json, errors, document } = await convert({
    'a.hmesh': encodeHmesh(mesh),
    'a.hmat': plainRows,
    'a.hscene': encodeHscene(scene),
  });
  expect(errors).toEqual([]);
  expect(json.cameras).toHaveLength(room.cameras.length);
  expect(json.extensions.KHR_lights_punctual.lights.map(({ type }: { type: string }) => type)).toEqual(
    room.lights.map(({ type }) => type),
  );
  expect(
    document
      .getRoot()
      .listNodes()
      .slice(0, room.nodes.length)
      .map((node) => node.getName()),
  ).toEqual(room.nodes.map(({ name }) => name));
  const hidden = room.nodes.findIndex(({ visible }) => !visible);
  if (hidden >= 0) expect(json.nodes[hidden].extensions.KHR_node_visibility).toEqual({ visible: false });
});

it('gives equal bytes twice', async () => {
  const files = { 'a.hmesh': golden('quad-full.hmesh'), 'a.hmat': plainRows };
  expect(Buffer.compare((await convert(files)).bytes, (await convert(files)).bytes)).toBe(0);
});

it('reports missing textures and tables, and refuses files that do not match each other', async () => {
  const alone = await convert({ 'a.hmesh': golden('quad-full.hmesh') });
  expect(alone.said).toContain('convert/missing-file: its material table a.hmat does not exist');
  const withTable = await convert({ 'a.hmesh': golden('quad-full.hmesh'), 'a.hmat': encodeHmat(rows) });
  expect(withTable.said.some((text) => /^convert\/missing-file: texture [0-9a-f]{16} is not there$/.test(text))).toBe(
    true,
  );
  await expect(convert({ 'a.hmesh': golden('quad-full.hmesh'), 'a.hmat': golden('chair.hmat') })).rejects.toThrow(
    /3 rows/,
  );
  await expect(
    convert({ 'a.hmesh': golden('quad-full.hmesh'), 'a.hmat': plainRows.subarray(0, 40) }),
  ).rejects.toThrow();
});

it('keeps white colors, and texture coordinates of zeros that tangents were computed from', async () => {
  const { nodes: _, ...placed } = mesh;
  const vertices = mesh.vertices.slice();
  for (let at = GpuVertex.offsetOf('uv'); at < vertices.length; at += GpuVertex.size) vertices.fill(0, at, at + 8);
  const white = new Uint8Array(mesh.desc.vertexCount * 4).fill(255);
  const plain = { ...placed, vertices, uvs1: undefined, colors: { format: 'unorm8' as const, values: white } };
  const { document } = await convert({ 'a.hmesh': encodeHmesh(plain), 'a.hmat': plainRows });
  expect(attribute(document, 0, 0, 'COLOR_0')).toEqual(new Array(12).fill(255));
  expect(attribute(document, 0, 0, 'TEXCOORD_0')).toEqual(new Array(6).fill(0));
});
