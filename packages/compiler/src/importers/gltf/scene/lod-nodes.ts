// MSFT_lod: a node with coarser nodes that replace it, which no scene contains. They are placed next to it, in the space of its parent.

import type { LodGroupModel, NodeModel } from '../../../model/scene/scene.js';
import { holdLimit, type SceneLimits } from '../../../model/scene/scene-limits.js';
import { walkNodes } from '../../../model/scene/walk-nodes.js';
import type { GltfFile } from '../file/gltf-file.js';

export const LOD_EXTENSION = 'MSFT_lod';

interface LodNodes {
  readonly nodes: readonly NodeModel[];
  readonly roots: readonly number[];
  readonly lodGroups: readonly LodGroupModel[];
}

/** Of the nodes that `roots` reach. */
export function placeLodNodes(
  file: GltfFile,
  source: readonly NodeModel[],
  sourceRoots: readonly number[],
  limits: SceneLimits,
): LodNodes {
  warnAboutMaterials(file);
  const tree = new GrowingTree(file, source, sourceRoots, limits);
  const lodGroups: LodGroupModel[] = [];
  const grouped = new Set<number>();
  for (const index of walkNodes(source, sourceRoots)) {
    const ids = grouped.has(index) ? undefined : lodIdsOf(file, index);
    if (ids === undefined) continue;
    const own = walkNodes(source, [index]);
    for (const node of own) grouped.add(node);
    const levels = ids.flatMap((id) => {
      const top = tree.place(id, index);
      if (top === undefined || grouped.has(top)) return [];
      const nodes = walkNodes(tree.nodes, [top]);
      for (const node of nodes) grouped.add(node);
      return [nodes];
    });
    if (levels.length > 0)
      lodGroups.push({ levels: [own, ...levels], inner: [], origin: { pointer: `/nodes/${index}` } });
  }
  return { nodes: tree.nodes, roots: tree.roots, lodGroups };
}

function lodIdsOf(file: GltfFile, index: number): readonly number[] | undefined {
  const ids = file.element('nodes', index).extension(LOD_EXTENSION)?.require('ids');
  return ids?.items().map((id) => file.follow(id, 'nodes').index);
}

function warnAboutMaterials(file: GltfFile): void {
  const material = file.list('materials').find((each) => each.extension(LOD_EXTENSION) !== undefined);
  if (material !== undefined)
    file.warnOnce(
      'gltf/dropped-extension',
      material,
      `${LOD_EXTENSION} of materials: ignored`,
      LOD_EXTENSION,
      'Levels of detail keep the material of the finest one. Use it on nodes to change materials with the mesh.',
    );
}

class GrowingTree {
  readonly nodes: NodeModel[];
  readonly roots: number[];
  readonly #file: GltfFile;
  readonly #limits: SceneLimits;
  readonly #inScene: ReadonlySet<number>;
  readonly #placed = new Set<number>();

  constructor(file: GltfFile, nodes: readonly NodeModel[], roots: readonly number[], limits: SceneLimits) {
    this.#file = file;
    this.#limits = limits;
    this.nodes = [...nodes];
    this.roots = [...roots];
    this.#inScene = new Set(walkNodes(nodes, roots));
  }

  /**
   * Returns the node that shows `level` next to `finest`: the node itself, or a copy if another node uses it, too. Undefined if it is
   * another part of the scene.
   */
  place(level: number, finest: number): number | undefined {
    const { parent } = this.#at(finest);
    const isTop = this.#at(level).parent === undefined;
    if (this.#inScene.has(level)) return this.#at(level).parent === parent ? level : undefined;
    const top = this.#placed.has(level) || !isTop ? this.#copy(level, finest) : level;
    this.#placed.add(level);
    this.nodes[top] = { ...this.#at(top), parent };
    if (parent === undefined) this.roots.push(top);
    else this.nodes[parent] = { ...this.#at(parent), children: [...this.#at(parent).children, top] };
    return top;
  }

  /** With everything below it. */
  #copy(level: number, finest: number): number {
    const below = walkNodes(this.nodes, [level]);
    const first = this.nodes.length;
    const at = { file: this.#file.context.path, where: { pointer: `/nodes/${finest}` } };
    holdLimit('gltf/too-large', this.#limits, 'maxElements', first + below.length, 'nodes', at);
    const copyOf = new Map(below.map((node, i) => [node, first + i]));
    const copies = below.map((index) => {
      const node = this.#at(index);
      const children = node.children.flatMap((child) => copyOf.get(child) ?? []);
      return { ...node, parent: copyOf.get(node.parent ?? -1), children };
    });
    this.nodes.push(...copies);
    return first;
  }

  #at(index: number): NodeModel {
    const node = this.nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }
}
