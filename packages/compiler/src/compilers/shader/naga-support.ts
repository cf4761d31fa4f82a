// Checks whether a module uses only features that naga's SPIR-V reader and validator support, so that a rejection means a mistake. Determined
// by experiment: geometry, tessellation, mesh and ray-tracing stages, buffer references, subgroups and combined samplers are rejected though valid.

import { entryPointsOf, Op, opcodeAt, type SpirvModule } from '@assetc/formats/spirv';

/** Matrix, Shader, Sampled1D, Image1D, StorageImageExtendedFormats, ImageQuery, DerivativeControl. */
const CAPABILITIES: ReadonlySet<number> = new Set([0, 1, 43, 44, 49, 50, 51]);
const STAGES: ReadonlySet<string> = new Set(['vertex', 'fragment', 'compute']);

/**
 * Whether a rejection proves the module wrong: mismatched types, ids and indices out of range. naga also enforces rules of WGSL that SPIR-V does
 * not have (for example, a texel fetch must name its level), and those prove nothing.
 */
export const isConclusive = (log: string): boolean =>
  /out of .*bounds|types? (?:mismatch|does(?:n't| not) match)|InvalidStoreTypes|InvalidOperandType/i.test(log);

export function isSupportedByNaga(module: SpirvModule): boolean {
  const { words, starts } = module;
  const sampledImages = new Set<number>();
  for (const start of starts) {
    const opcode = opcodeAt(words, start);
    if (opcode === Op.Capability && !CAPABILITIES.has(words[start + 1] ?? 0)) return false;
    if (opcode === Op.TypeSampledImage) sampledImages.add(words[start + 1] ?? 0);
    if (opcode === Op.TypePointer && sampledImages.has(words[start + 3] ?? 0)) return false;
  }
  return entryPointsOf(module).every(({ stage }) => STAGES.has(stage));
}
