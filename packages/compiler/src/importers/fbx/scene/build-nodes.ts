// Models as nodes. In glTF a node always inherits its parent's scale. In FBX it may ignore it (Rrs) or multiply it component by component
// (RrSs); a parent with such children and a scale becomes two nodes: one without the scale, for those children, and in it one with the
// scale, for everything else.

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import { hasScale } from './has-scale.js';
import type { PosedNode } from './posed-node.js';
import { NO_ROTATION, type Quaternion, rotate, scaleBy, type Vector } from './rotation.js';
import { convertPose, type SceneSpace } from './scene-space.js';
import { type LclTransform, NO_POSE, type Pose, poseOf, readChain, type TransformChain } from './transform-chain.js';

/** The values of `InheritType`. */
const [COMPONENTWISE, PLAIN] = [0, 1];

/** Longer chains of scaled models are not from a modeling program. */
const MAX_SCALED = 256;

interface ModelNode {
  readonly model: FbxObject;
  readonly parent: ModelNode | undefined;
  readonly chain: TransformChain;
  readonly inherit: number;
  /** Turns a camera or light from FBX's direction to glTF's. */
  readonly facing: Quaternion | undefined;
  hasChildren: boolean;
  /** Of the models whose scales it has, those that are ever scaled. */
  readonly scaled: readonly FbxObject[];
  isSplit: boolean;
  /** Indices into the nodes: where plain children and contents are attached, and where the others are. */
  content: number;
  frame: number;
  /** Where its camera or light is. */
  attribute: number;
}

export interface SceneNodes {
  readonly nodes: readonly PosedNode[];
  /** The node that has a model's mesh, or is its joint. */
  readonly ofModel: ReadonlyMap<FbxObject, number>;
  /** The node that has a model's camera or light: a helper if the model has children, which must not turn with it. */
  readonly ofAttribute: ReadonlyMap<FbxObject, number>;
}

/** `facingOf`: for cameras and lights. */
export function buildNodes(
  document: FbxDocument,
  space: SceneSpace,
  facingOf: (model: FbxObject) => Quaternion | undefined,
): SceneNodes {
  const models = orderModels(document);
  const built = new Map<FbxObject, ModelNode>();
  for (const { model, parent } of models) {
    const inherit = model.properties.number('InheritType') ?? COMPONENTWISE;
    const above = parent === undefined ? undefined : built.get(parent);
    const inherited = inherit === COMPONENTWISE ? (above?.scaled ?? []) : [];
    const node: ModelNode = {
      model,
      parent: above,
      scaled: hasScale(document, model) ? [model, ...inherited].slice(0, MAX_SCALED) : inherited,
      chain: readChain(model.properties),
      inherit,
      facing: facingOf(model),
      hasChildren: false,
      isSplit: false,
      content: 0,
      frame: 0,
      attribute: 0,
    };
    built.set(model, node);
    if (node.parent === undefined) continue;
    node.parent.hasChildren = true;
    if (inherit !== PLAIN) node.parent.isSplit = node.parent.scaled.length > 0;
  }
  const nodes: PosedNode[] = [];
  for (const node of built.values()) addNode(nodes, node, space);
  return {
    nodes,
    ofModel: new Map([...built].map(([model, { content }]) => [model, content])),
    ofAttribute: new Map([...built].map(([model, { attribute }]) => [model, attribute])),
  };
}

/** Parents before children. A model in a circle becomes a root. */
function orderModels(document: FbxDocument): { readonly model: FbxObject; readonly parent: FbxObject | undefined }[] {
  const ordered: { readonly model: FbxObject; readonly parent: FbxObject | undefined }[] = [];
  const parents = new Map<FbxObject, FbxObject | undefined>();
  const children = new Map<FbxObject, FbxObject[]>();
  const models = document.objects.filter(({ kind }) => kind === 'Model');
  for (const model of models) {
    const [link] = document.parentsOf(model, 'Model', '');
    parents.set(model, link?.object);
    if (link === undefined) continue;
    const siblings = children.get(link.object);
    if (siblings === undefined) children.set(link.object, [model]);
    else siblings.push(model);
  }
  const done = new Set<FbxObject>();
  const visit = (root: FbxObject): void => {
    const stack: { readonly model: FbxObject; readonly parent: FbxObject | undefined }[] = [
      { model: root, parent: undefined },
    ];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { model } = next;
      if (done.has(model)) continue;
      done.add(model);
      ordered.push(next);
      for (const child of (children.get(model) ?? []).toReversed()) stack.push({ model: child, parent: model });
    }
  };
  for (const model of models) if (parents.get(model) === undefined) visit(model);
  for (const model of models) if (!done.has(model)) visit(model);
  return ordered;
}

/** The models whose scales a node has: its own, and those that it multiplies. */
const scalesOf = ({ model, parent, inherit }: ModelNode): readonly FbxObject[] => [
  model,
  ...(inherit === COMPONENTWISE ? (parent?.scaled ?? []) : []),
];

type LclOf = (model: FbxObject) => LclTransform;

function scaleOf(sources: readonly FbxObject[], lclOf: LclOf): Vector {
  let scale: Vector = [1, 1, 1];
  for (const source of sources) scale = scaleBy(scale, lclOf(source).scaling);
  return scale;
}

function addNode(nodes: PosedNode[], node: ModelNode, space: SceneSpace): void {
  const { model, parent, inherit, isSplit, chain, facing = NO_ROTATION } = node;
  const isTurned = !node.hasChildren && !isSplit;
  const isPlain = inherit === PLAIN || parent === undefined;
  const scales = scalesOf(node);
  const around = isPlain ? [] : scalesOf(parent);
  const pose = (lclOf: LclOf): Pose => {
    const own = poseOf(chain, lclOf(model));
    const translation = isPlain ? own.translation : scaleBy(scaleOf(around, lclOf), own.translation);
    const scale = isSplit ? NO_POSE.scale : scaleOf(scales, lclOf);
    const converted = convertPose(space, { translation, rotation: own.rotation, scale }, parent === undefined);
    return isTurned ? { ...converted, rotation: rotate(converted.rotation, facing) } : converted;
  };
  node.frame = nodes.length;
  node.content = node.frame;
  nodes.push({
    name: isSplit ? `${model.name} (unscaled)` : model.name,
    object: isSplit ? undefined : model,
    parent: isPlain ? parent?.content : parent.frame,
    sources: isPlain ? (isSplit ? [model] : scales) : [...new Set([model, ...around, ...(isSplit ? [] : scales)])],
    pose,
  });
  if (isSplit) addScale(nodes, node, scales);
  node.attribute = node.content;
  if (node.facing === undefined || isTurned) return;
  node.attribute = nodes.length;
  nodes.push({
    name: model.name,
    object: undefined,
    parent: node.content,
    sources: [],
    pose: () => ({ ...NO_POSE, rotation: facing }),
  });
}

function addScale(nodes: PosedNode[], node: ModelNode, scales: readonly FbxObject[]): void {
  const { model } = node;
  node.content = nodes.length;
  nodes.push({
    name: model.name,
    object: model,
    parent: node.frame,
    sources: scales,
    pose: (lclOf) => ({ ...NO_POSE, scale: scaleOf(scales, lclOf) }),
  });
}
