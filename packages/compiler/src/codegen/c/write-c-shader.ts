// The interface of a shader module for C99 and C++: its bindings, push constants, vertex inputs and specialization constants.

import { commentText, distinctNames, inputName, upperName } from '../identifiers.js';
import type { ShaderBlock, ShaderBlocks } from '../layout/shader-structs.js';
import { DESCRIPTOR_TYPES, STAGE_BITS, vertexFormat } from '../layout/vulkan-numbers.js';
import { cElement, cTypeName } from './write-c-structs.js';

export function writeCShader(blocks: ShaderBlocks): string {
  const { shader, pushConstants } = blocks;
  const { module } = shader;
  const prefix = `ASSET_SHADER_${upperName(shader.name)}`;
  const lines = [`// ${commentText(shader.name)}: ${module.stage}`];
  const stage = STAGE_BITS.get(module.stage);
  if (stage !== undefined) lines.push(`#define ${prefix}_STAGE 0x${stage.toString(16)}u // VkShaderStageFlagBits`);
  if (module.workgroupSize !== null)
    for (const [i, size] of module.workgroupSize.entries())
      lines.push(`#define ${prefix}_WORKGROUP_${'XYZ'[i]} ${size}u`);
  if (module.pushConstants !== null) {
    const { offset, size } = module.pushConstants;
    const type = pushConstants === undefined ? '' : ` // ${blockType(pushConstants)}`;
    lines.push(`#define ${prefix}_PUSH_OFFSET ${offset}u${type}`, `#define ${prefix}_PUSH_SIZE ${size}u`);
  }
  lines.push(...bindingLines(prefix, blocks), ...inputLines(prefix, blocks), ...constantLines(prefix, blocks));
  return `${lines.join('\n')}\n`;
}

const blockType = ({ struct, typeName, nameOf }: ShaderBlock): string =>
  typeName !== undefined || struct.openArray === undefined
    ? cTypeName(typeName ?? '')
    : `array of ${cElement(struct.openArray, nameOf)}`;

function bindingLines(prefix: string, { shader, bindings: structs }: ShaderBlocks): readonly string[] {
  const { bindings } = shader.module;
  if (bindings.length === 0) return [];
  const names = distinctNames(bindings.map(({ name }, i) => [`${shader.name} ${i} ${name}`, upperName(name)] as const));
  const rows = bindings.map(({ set, binding, name, kind, count, type }, i) => {
    const [vulkanName, number] = DESCRIPTOR_TYPES.get(kind) ?? [kind, 0x7fffffff];
    const block = structs.get(i);
    const comment = `${vulkanName}, ${block === undefined ? type : blockType(block)}`;
    return {
      name: names.get(`${shader.name} ${i} ${name}`) ?? '',
      set,
      binding,
      stride: block?.typeName === undefined ? block?.struct.openArray?.strideBytes : undefined,
      row: `  {${set}u, ${binding}u, ${number}u, ${count}u}, // ${commentText(`${name}: ${comment}`)}`,
    };
  });
  return [
    ...rows.flatMap(({ name, set, binding, stride }) => [
      `#define ${prefix}_SET_${name} ${set}u`,
      `#define ${prefix}_BINDING_${name} ${binding}u`,
      ...(stride === undefined ? [] : [`#define ${prefix}_STRIDE_${name} ${stride}u`]),
    ]),
    ...table(
      'AssetBinding',
      `${prefix}_BINDINGS`,
      rows.map(({ row }) => row),
    ),
  ];
}

function inputLines(prefix: string, { shader: { name: shaderName, module } }: ShaderBlocks): readonly string[] {
  if (module.stage !== 'vertex') return [];
  const inputs = module.inputs.flatMap(({ name, type, location }) => {
    const format = vertexFormat(type);
    return location === undefined || format === undefined ? [] : [{ name, type, location, format }];
  });
  if (inputs.length === 0) return [];
  const names = distinctNames(
    inputs.map(({ name, location }) => [`${shaderName} ${location}`, upperName(inputName(name))] as const),
  );
  const rows = inputs.flatMap(({ name, type, location, format }) =>
    Array.from(
      { length: format.locations },
      (_, i) =>
        `  {${location + i}u, ${format.number}u}, // ${commentText(`${name}: ${type}`)}, VK_FORMAT_${format.name}`,
    ),
  );
  return [
    ...inputs.map(({ location }) => `#define ${prefix}_INPUT_${names.get(`${shaderName} ${location}`)} ${location}u`),
    ...table('AssetVertexInput', `${prefix}_INPUTS`, rows),
  ];
}

function constantLines(prefix: string, { shader: { module } }: ShaderBlocks): readonly string[] {
  const names = distinctNames(
    module.specializationConstants.map(({ id, name }) => [`constant ${id}`, upperName(name)] as const),
  );
  return module.specializationConstants.map(
    ({ id, type }) => `#define ${prefix}_CONSTANT_${names.get(`constant ${id}`)} ${id}u // ${commentText(type)}`,
  );
}

/** Compilers leave it out of object files that do not use it. */
function table(type: string, name: string, rows: readonly string[]): readonly string[] {
  return [`static const ${type} ${name}[] = {`, ...rows, '};'];
}
