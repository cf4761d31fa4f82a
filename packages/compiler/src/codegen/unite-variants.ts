// The variants of an entry point have one interface: a program chooses a variant when it runs, and binds the same things to all of them.

import type { CodeNames, ShaderBinding, ShaderInterface } from '../model/kind/code-names.js';
import type { CodeShader } from './code-model.js';

interface NamedModule extends CodeNames {
  readonly path: string;
}

/** The modules in their order, with one entry for all variants that fit together. Variants that contradict each other stay alone. */
export function uniteVariants(modules: readonly NamedModule[]): readonly CodeShader[] {
  const groups = new Map<string, ShaderInterface[]>();
  for (const { shader, variantOf } of modules)
    if (shader !== undefined && variantOf !== undefined)
      groups.set(variantOf, [...(groups.get(variantOf) ?? []), shader]);
  const united = new Map([...groups].map(([path, variants]) => [path, uniteInterfaces(variants)]));
  const seen = new Set<string>();
  return modules.flatMap(({ path, shader, variantOf = '' }): CodeShader[] => {
    if (shader === undefined) return [];
    const module = united.get(variantOf);
    if (module === undefined) return [{ path, name: path.replace(/\.spv$/, ''), module: shader }];
    if (seen.has(variantOf)) return [];
    seen.add(variantOf);
    return [{ path: variantOf, name: variantOf, module }];
  });
}

/** All that any of them declares. Undefined if one place has two meanings, or one name two places. */
function uniteInterfaces(variants: readonly ShaderInterface[]): ShaderInterface | undefined {
  const bindings = union(
    variants.flatMap((one) => one.bindings.map(bindingOnly)),
    ({ set, binding }) => [set, binding],
  );
  const inputs = union(
    variants.flatMap((one) => one.inputs.filter(({ location }) => location !== undefined)),
    ({ location = 0 }) => [location, 0],
  );
  const specializationConstants = union(
    variants.flatMap((one) => one.specializationConstants.map(({ id, name, type }) => ({ id, name, type }))),
    ({ id }) => [id, 0],
  );
  const [stage, otherStage] = distinct(variants.map((one) => one.stage));
  const [workgroupSize = null, otherSize] = distinct(variants.map((one) => one.workgroupSize));
  const [pushConstants = null, otherPush] = distinct(variants.flatMap((one) => one.pushConstants ?? []));
  if (stage === undefined || [otherStage, otherSize, otherPush].some((other) => other !== undefined)) return undefined;
  if (bindings === undefined || inputs === undefined || specializationConstants === undefined) return undefined;
  return { stage, bindings, inputs, specializationConstants, workgroupSize, pushConstants };
}

/** Without what does not concern the program, such as whether a variant writes to a buffer. */
const bindingOnly = ({ set, binding, name, kind, type, count, members }: ShaderBinding): ShaderBinding => ({
  ...{ set, binding, name, kind, type, count },
  ...(members !== undefined && { members }),
});

const distinct = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

type Place = readonly [number, number];

/** Sorted by place. */
function union<T extends { readonly name: string }>(
  declared: readonly T[],
  placeOf: (one: T) => Place,
): readonly T[] | undefined {
  const all = distinct(declared);
  const isUnique = (keyOf: (one: T) => string): boolean => new Set(all.map(keyOf)).size === all.length;
  if (!isUnique((one) => placeOf(one).join()) || !isUnique(({ name }) => name)) return undefined;
  const difference = ([a, b]: Place, [c, d]: Place): number => a - c || b - d;
  return [...all].sort((a, b) => difference(placeOf(a), placeOf(b)));
}
