// Assigns meshes to nodes: by the `.hscene`, else by NODE, else every mesh at the origin.

import { type Hmesh, type Hscene, withAncestors } from '@assetc/formats';
import { compose, identity, isIdentity, multiply } from '../../model/math/matrix.js';
import type { Matrix } from '../../model/scene/scene.js';
import type { GlbBuilder } from './glb-builder.js';
import { type GltfNode, type JsonObject, named, shortFloats } from './gltf-json.js';
import type { ModelFiles } from './model-files.js';
import { type NodeTree, VISIBILITY } from './node-tree.js';
import { extrasOf, instancesOf } from './scene-nodes.js';
import type { DrawRange, MeshWriter, WrittenMesh } from './write-meshes.js';
import type { PrimitiveGrid } from './write-primitive.js';

export interface ShownMesh extends WrittenMesh {
  readonly node: number;
  /** The node of the scene that it belongs to, if it is detached from that. */
  readonly insteadOf?: number;
}

interface Placement {
  readonly builder: GlbBuilder;
  readonly tree: NodeTree;
  readonly meshes: MeshWriter;
  readonly skin: number | undefined;
}

export function placeMeshes(placement: Placement, files: ModelFiles): readonly ShownMesh[] {
  const { mesh, scene } = files;
  const shown =
    scene !== undefined
      ? placeByScene(placement, files, scene)
      : mesh.nodes !== undefined
        ? placeByNodes(placement, mesh.nodes)
        : [];
  const ranges = scene?.nodes ?? mesh.nodes?.map((node) => ({ ...node, firstLine: 0, lineCount: 0 })) ?? [];
  return [...shown, ...placeTheRest(placement, files, ranges)];
}

function placeByScene({ builder, tree, meshes, skin }: Placement, { mesh }: ModelFiles, scene: Hscene): ShownMesh[] {
  const shown: ShownMesh[] = [];
  const still = stillNodes(scene);
  for (const [i, node] of scene.nodes.entries()) {
    if (node.submeshCount + node.lineCount === 0) continue;
    // If nodes place meshes, only meshes with a skin in the source follow joints.
    const isSkinned = mesh.skin !== undefined && (scene.meshesAreBaked || node.skin >= 0);
    const instances = scene.meshesAreBaked ? undefined : instancesOf(builder, scene, node);
    const written = meshes.write(node, isSkinned, extrasOf(scene, 'mesh', i), instances !== undefined);
    const isApart = scene.meshesAreBaked && !still.has(i);
    const parent = isApart ? tree.add(apart(builder, scene, i)) : i;
    const grid = instances === undefined ? meshes.grid : undefined;
    for (const each of show(tree, parent, written, grid, isSkinned ? skin : undefined, instances))
      shown.push(isApart ? { ...each, insteadOf: i } : each);
  }
  return shown;
}

/** For vertices in the scene's space: a separate node at the origin, visible when the other is. */
function apart(builder: GlbBuilder, scene: Hscene, index: number): GltfNode {
  const above = withAncestors(scene, index);
  const blinks = scene.clips.some(({ channels }) =>
    channels.some((each) => each.target === 'node' && each.property === 'visibility' && above.includes(each.index)),
  );
  const visible = above.every((i) => scene.nodes[i]?.visible !== false);
  const name = named(scene.nodes[index]?.name);
  if (visible && !blinks) return name;
  builder.use(VISIBILITY);
  return { ...name, extensions: { [VISIBILITY]: { visible } } };
}

/** Nodes that are always at the origin, and are not joints. */
function stillNodes(scene: Hscene): ReadonlySet<number> {
  const moved = new Set(
    scene.clips.flatMap(({ channels }) =>
      channels
        .filter(({ target, property }) => target === 'node' && property !== 'visibility')
        .map(({ index }) => index),
    ),
  );
  const worlds: (Matrix | undefined)[] = [];
  for (const [i, { parent, joint, translation, rotation, scale }] of scene.nodes.entries()) {
    const above = parent < 0 ? identity() : worlds[parent];
    const isMoved = moved.has(i) || joint >= 0;
    worlds.push(above && !isMoved ? multiply(above, compose(translation, rotation, scale)) : undefined);
  }
  return new Set([...worlds.keys()].filter((i) => worlds[i] !== undefined && isIdentity(worlds[i] ?? identity())));
}

function placeByNodes({ tree, meshes, skin }: Placement, nodes: NonNullable<Hmesh['nodes']>): ShownMesh[] {
  const indices = nodes.map(({ local, parent }) => {
    const matrix = isIdentity(Float64Array.from(local)) ? {} : { matrix: shortFloats(local) };
    return { node: tree.add(matrix), parent };
  });
  for (const { node, parent } of indices) if (parent >= 0) tree.place(node, indices[parent]?.node);
  return nodes.flatMap(({ firstSubmesh, submeshCount }, i) => {
    const written = meshes.write({ firstSubmesh, submeshCount, firstLine: 0, lineCount: 0 }, skin !== undefined);
    return show(tree, indices[i]?.node ?? 0, written, meshes.grid, skin);
  });
}

/** Submeshes without a node: one node for each run of equal names. */
function placeTheRest(placement: Placement, { mesh, names }: ModelFiles, ranges: readonly DrawRange[]): ShownMesh[] {
  const { tree, meshes, skin } = placement;
  const submeshes = new Uint8Array(mesh.submeshes.length);
  const lines = new Uint8Array(mesh.lines?.ranges.length ?? 0);
  for (const { firstSubmesh, submeshCount, firstLine, lineCount } of ranges) {
    submeshes.fill(1, firstSubmesh, firstSubmesh + submeshCount);
    lines.fill(1, firstLine, firstLine + lineCount);
  }
  const runs: { name: string; range: DrawRange; end: number }[] = [];
  for (let i = 0; i < mesh.submeshes.length; i++) {
    if (submeshes[i] === 1) continue;
    const name = names.submeshes[i] ?? '';
    const last = runs.at(-1);
    const goesOn = last !== undefined && name !== '' && last.name === name && last.end === i;
    const firstSubmesh = goesOn ? last.range.firstSubmesh : i;
    const range = { firstSubmesh, submeshCount: i + 1 - firstSubmesh, firstLine: 0, lineCount: 0 };
    if (goesOn) runs.pop();
    runs.push({ name, range, end: i + 1 });
  }
  for (let i = 0; i < lines.length; i++)
    if (lines[i] === 0)
      runs.push({ name: '', range: { firstSubmesh: 0, submeshCount: 0, firstLine: i, lineCount: 1 }, end: 0 });
  return runs.flatMap(({ name, range }) => {
    const written = meshes.write(range, skin !== undefined);
    return written.length === 0 ? [] : show(tree, tree.add(named(name)), written, meshes.grid, skin);
  });
}

/** A node has one mesh: additional ones get child nodes. A mesh on a grid gets one that scales it; a skin does that itself. */
function show(
  tree: NodeTree,
  node: number,
  written: readonly WrittenMesh[],
  grid: PrimitiveGrid | undefined,
  skin: number | undefined,
  instances?: JsonObject,
): ShownMesh[] {
  const place = grid && skin === undefined ? placeOf(grid) : undefined;
  return written.map((each, i) => {
    const shower = i === 0 && place === undefined ? node : tree.add({ ...place }, node);
    const json = tree.at(shower);
    json.mesh = each.mesh;
    if (skin !== undefined) json.skin = skin;
    if (instances) json.extensions = { ...json.extensions, EXT_mesh_gpu_instancing: instances };
    return { ...each, node: shower };
  });
}

const placeOf = ({ step, offset }: PrimitiveGrid): GltfNode => ({
  ...(offset.some((value) => value !== 0) ? { translation: shortFloats(offset) } : {}),
  scale: shortFloats([step, step, step]),
});
