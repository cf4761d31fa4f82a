// Vulkan's numbers for what shaders declare. They are part of its ABI and never change.

import { numberType, type Scalar } from '@assetc/formats/spirv';
import type { ShaderInterface } from '../../model/kind/code-names.js';

/** VkDescriptorType, by the kind of a binding. */
export const DESCRIPTOR_TYPES: ReadonlyMap<string, readonly [name: string, number: number]> = new Map([
  ['sampler', ['SAMPLER', 0]],
  ['combined-image-sampler', ['COMBINED_IMAGE_SAMPLER', 1]],
  ['sampled-image', ['SAMPLED_IMAGE', 2]],
  ['storage-image', ['STORAGE_IMAGE', 3]],
  ['uniform-texel-buffer', ['UNIFORM_TEXEL_BUFFER', 4]],
  ['storage-texel-buffer', ['STORAGE_TEXEL_BUFFER', 5]],
  ['uniform-buffer', ['UNIFORM_BUFFER', 6]],
  ['storage-buffer', ['STORAGE_BUFFER', 7]],
  ['input-attachment', ['INPUT_ATTACHMENT', 10]],
  ['acceleration-structure', ['ACCELERATION_STRUCTURE_KHR', 1000150000]],
]);

/** VkShaderStageFlagBits. */
export const STAGE_BITS: ReadonlyMap<string, number> = new Map([
  ['vertex', 0x1],
  ['tesscontrol', 0x2],
  ['tesseval', 0x4],
  ['geometry', 0x8],
  ['fragment', 0x10],
  ['compute', 0x20],
  ['task', 0x40],
  ['mesh', 0x80],
  ['raygeneration', 0x100],
  ['anyhit', 0x200],
  ['closesthit', 0x400],
  ['miss', 0x800],
  ['intersection', 0x1000],
  ['callable', 0x2000],
]);

/** VkFormat of one component; one more component is a fixed distance further. */
const FIRST_FORMAT: Readonly<Partial<Record<Scalar, readonly [first: number, step: number, name: string]>>> = {
  u16: [74, 7, 'UINT'],
  i16: [75, 7, 'SINT'],
  f16: [76, 7, 'SFLOAT'],
  u32: [98, 3, 'UINT'],
  i32: [99, 3, 'SINT'],
  f32: [100, 3, 'SFLOAT'],
  u64: [110, 3, 'UINT'],
  i64: [111, 3, 'SINT'],
  f64: [112, 3, 'SFLOAT'],
};

interface VertexFormat {
  readonly number: number;
  readonly name: string;
  readonly locations: number;
}

interface VertexInput {
  readonly name: string;
  readonly type: string;
  readonly location: number;
  readonly format: VertexFormat;
}

/** The inputs that vertex buffers feed. */
export function vertexInputs({ stage, inputs }: ShaderInterface): readonly VertexInput[] {
  if (stage !== 'vertex') return [];
  return inputs.flatMap(({ name, type, location }) => {
    const format = vertexFormat(type);
    return location === undefined || format === undefined ? [] : [{ name, type, location, format }];
  });
}

/** The VkFormat that fits a vertex input, with its name and how many locations it takes. Undefined for other types. */
function vertexFormat(type: string): VertexFormat | undefined {
  const found = numberType(type);
  if (found === undefined || type.endsWith('*')) return undefined;
  const { scalar, rows, columns } = found;
  const format = FIRST_FORMAT[scalar];
  // Stages have no inputs of 8 bits.
  if (format === undefined) return undefined;
  const [first, step, suffix] = format;
  const bits = Number(scalar.slice(1));
  const name = `${['R', 'G', 'B', 'A']
    .slice(0, rows)
    .map((channel) => `${channel}${bits}`)
    .join('')}_${suffix}`;
  // A vector of three or four doubles takes two locations.
  return { number: first + step * (rows - 1), name, locations: (columns ?? 1) * (bits === 64 && rows > 2 ? 2 : 1) };
}
