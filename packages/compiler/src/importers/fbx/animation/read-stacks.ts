// Reads the animation of version 7: stacks, layers, curve nodes (one property each) and curves (one number each).

import type { FbxDocument, FbxObject } from '../document/fbx-document.js';
import type { ImportContext } from '../import-context.js';
import type { Curve } from './curve.js';
import { componentOf, keyRange, LayerValues } from './layer-values.js';
import { hasVelocities, readCurve, TICKS_PER_SECOND } from './read-curve.js';
import type { BlendMode, Layer, LayerValue, Stack } from './stack.js';

export function readStacks(document: FbxDocument, context: ImportContext): readonly Stack[] {
  const curves = new CurveCache(document.file.isText, context);
  return document.objects
    .filter(({ kind }) => kind === 'AnimationStack')
    .map((stack) => readStack(document, stack, curves));
}

function readStack(document: FbxDocument, stack: FbxObject, curves: CurveCache): Stack {
  const all = document.childrenOf(stack, 'AnimationLayer').map(({ object }) => object);
  const flag = (layer: FbxObject, name: string): boolean => (layer.properties.number(name) ?? 0) !== 0;
  const soloed = all.filter((layer) => flag(layer, 'Solo'));
  const layers = (soloed.length > 0 ? soloed : all)
    .filter((layer) => !flag(layer, 'Mute'))
    .map((layer) => readLayer(document, layer, curves));
  const seconds = (name: string): number => (stack.properties.number(name) ?? 0) / TICKS_PER_SECOND;
  const range = chooseRange(
    [
      [seconds('LocalStart'), seconds('LocalStop')],
      [seconds('ReferenceStart'), seconds('ReferenceStop')],
    ],
    layers,
  );
  return { name: stack.name, ...range, layers, place: stack.place };
}

/** The first range that is not empty; without one, that of the keys. */
export function chooseRange(
  ranges: readonly (readonly [number, number])[],
  layers: readonly Layer[],
): Pick<Stack, 'begin' | 'end'> {
  const [begin, end] = ranges.find(([from, to]) => to > from) ??
    keyRange(layers.flatMap(({ values }) => [...values.values()])) ?? [0, 0];
  return { begin, end };
}

const MODES: readonly BlendMode[] = ['additive', 'override', 'passthrough'];

function readLayer(document: FbxDocument, layer: FbxObject, curves: CurveCache): Layer {
  const number = (name: string): number => layer.properties.number(name) ?? 0;
  const values = new LayerValues();
  for (const { object: curveNode } of document.childrenOf(layer, 'AnimationCurveNode')) {
    const value = readCurveNode(document, curveNode, curves);
    for (const { object, property } of document.parentsOf(curveNode))
      if (property !== '' && object !== layer) values.add(object, property, value);
  }
  return {
    mode: MODES[number('BlendMode')] ?? 'additive',
    weight: weightOf(document, layer, curves),
    combinesRotations: number('RotationAccumulationMode') === 0,
    multipliesScales: number('ScaleAccumulationMode') === 0,
    values: values.values,
  };
}

function readCurveNode(document: FbxDocument, curveNode: FbxObject, curves: CurveCache): LayerValue {
  const found: (Curve | undefined)[] = [];
  const constants: (number | undefined)[] = [];
  for (const { name, values } of curveNode.properties.own) {
    const [value] = values;
    if (name.startsWith('d|') && typeof value === 'number') constants[componentOf(name.slice(2))] = value;
  }
  for (const { object, property } of document.childrenOf(curveNode, 'AnimationCurve'))
    found[componentOf(property.slice(2))] ??= curves.read(object);
  return { curves: found, constants, place: curveNode.place };
}

/** Percent; 100 if the file does not state it. */
function weightOf(document: FbxDocument, layer: FbxObject, curves: CurveCache): Curve | number {
  const [link] = document.childrenOf(layer, 'AnimationCurveNode', 'Weight');
  const curve = link && readCurveNode(document, link.object, curves).curves[0];
  if (curve === undefined) return clampUnit((layer.properties.number('Weight') ?? 100) / 100);
  return {
    ...curve,
    values: curve.values.map((percent) => percent / 100),
    leftSlopes: curve.leftSlopes.map((percent) => percent / 100),
    rightSlopes: curve.rightSlopes.map((percent) => percent / 100),
  };
}

const clampUnit = (n: number): number => Math.min(1, Math.max(0, n));

/** Curves may be shared. */
class CurveCache {
  readonly #isText: boolean;
  readonly #context: ImportContext;
  #warned = false;
  readonly #curves = new Map<FbxObject, Curve | undefined>();

  constructor(isText: boolean, context: ImportContext) {
    this.#isText = isText;
    this.#context = context;
  }

  read(object: FbxObject): Curve | undefined {
    if (this.#curves.has(object)) return this.#curves.get(object);
    const curve = readCurve(object.node, this.#isText);
    this.#curves.set(object, curve);
    if (!this.#warned && hasVelocities(object.node)) this.#warn(object);
    return curve;
  }

  #warn({ place }: FbxObject): void {
    this.#warned = true;
    this.#context.warn(
      'fbx/dropped-value',
      place,
      'keys of a curve have velocities, which are ignored: the motion follows the same path at another speed',
      'Bake the animation to keys per frame before exporting.',
    );
  }
}
