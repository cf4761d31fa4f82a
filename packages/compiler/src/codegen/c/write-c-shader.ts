// The interface of a shader module for C99 and C++: its bindings, push constants, vertex inputs and specialization constants.

import { commentText, distinctNames, inputNames, upperName } from '../identifiers.js';
import type { ShaderBlock, ShaderBlocks } from '../layout/shader-structs.js';
import { DESCRIPTOR_TYPES, STAGE_BITS, vertexInputs } from '../layout/vulkan-numbers.js';
import { type Declaration, define, table } from './declaration.js';
import { cElement, cTypeName } from './write-c-structs.js';

/** `base`: what its names begin with. */
export function shaderDeclarations(blocks: ShaderBlocks, base: string): readonly Declaration[] {
  return [...stageRows(blocks), ...bindingRows(blocks), ...inputRows(blocks), ...constantRows(blocks)].map((row) => ({
    ...row,
    key: `${row.name} of ${blocks.shader.path}`,
    name: `${base}_${row.name}`,
  }));
}

/** The names of rows are unique in their module. */
type Row = Omit<Declaration, 'key'>;

const row = (name: string, value: string | number, comment?: string): Row => define('', name, value, comment);

function stageRows({ shader: { module }, pushConstants }: ShaderBlocks): readonly Row[] {
  const rows: Row[] = [];
  const stage = STAGE_BITS.get(module.stage);
  if (stage !== undefined) rows.push(row('STAGE', `0x${stage.toString(16)}u`, 'VkShaderStageFlagBits'));
  for (const [i, size] of (module.workgroupSize ?? []).entries()) rows.push(row(`WORKGROUP_${'XYZ'[i]}`, size));
  if (module.pushConstants !== null) {
    const { offset, size } = module.pushConstants;
    rows.push(row('PUSH_OFFSET', offset, pushConstants && blockType(pushConstants)), row('PUSH_SIZE', size));
  }
  return rows;
}

const blockType = ({ struct, typeName, nameOf }: ShaderBlock): string =>
  typeName !== undefined || struct.openArray === undefined
    ? cTypeName(typeName ?? '')
    : `array of ${cElement(struct.openArray, nameOf)}`;

function bindingRows({ shader, bindings: structs }: ShaderBlocks): readonly Row[] {
  const { bindings } = shader.module;
  if (bindings.length === 0) return [];
  const names = distinctNames(bindings.map(({ name }, i) => [`${shader.name} ${i} ${name}`, upperName(name)] as const));
  const rows = bindings.flatMap(({ set, binding, name }, i) => {
    const own = names.get(`${shader.name} ${i} ${name}`);
    const block = structs.get(i);
    const stride = block?.typeName === undefined ? block?.struct.openArray?.strideBytes : undefined;
    return [
      row(`SET_${own}`, set),
      row(`BINDING_${own}`, binding),
      ...(stride === undefined ? [] : [row(`STRIDE_${own}`, stride)]),
    ];
  });
  const cells = bindings.map(({ set, binding, name, kind, count, type }, i) => {
    const [vulkanName, number] = DESCRIPTOR_TYPES.get(kind) ?? [kind, 0x7fffffff];
    const block = structs.get(i);
    const comment = commentText(`${name}: ${vulkanName}, ${block === undefined ? type : blockType(block)}`);
    return `  {${set}u, ${binding}u, ${number}u, ${count}u}, // ${comment}`;
  });
  return [...rows, table('', 'BINDINGS', 'AssetBinding', cells)];
}

function inputRows({ shader: { module } }: ShaderBlocks): readonly Row[] {
  const inputs = vertexInputs(module);
  if (inputs.length === 0) return [];
  const names = inputNames(inputs, upperName);
  const cells = inputs.flatMap(({ name, type, location, format }) =>
    Array.from(
      { length: format.locations },
      (_, i) =>
        `  {${location + i}u, ${format.number}u}, // ${commentText(`${name}: ${type}`)}, VK_FORMAT_${format.name}`,
    ),
  );
  return [
    ...inputs.map(({ location }, i) => row(`INPUT_${names[i]}`, location)),
    table('', 'INPUTS', 'AssetVertexInput', cells),
  ];
}

function constantRows({ shader: { module } }: ShaderBlocks): readonly Row[] {
  const names = distinctNames(
    module.specializationConstants.map(({ id, name }) => [`constant ${id}`, upperName(name)] as const),
  );
  return module.specializationConstants.map(({ id, type }) =>
    row(`CONSTANT_${names.get(`constant ${id}`)}`, id, commentText(type)),
  );
}
