// info and check for .spv.

import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import { checkSpirv } from '../../encoding/spirv/check-spirv.js';
import { counted, type FileFormat } from '../../runtimes/file-format.js';

export const spvFormat: FileFormat = {
  name: 'spv',
  extensions: ['.spv'],
  recognizes: ([a, b, c, d]) => a === 0x03 && b === 0x02 && c === 0x23 && d === 0x07,
  validate: async (bytes) => checkSpirv(bytes),
  describe(bytes) {
    const module = parseSpirv(bytes);
    const entryPoints = entryPointsOf(module).map(({ name, stage }) => ({ name, stage }));
    const instructions = module.starts.length;
    return {
      facts: { version: module.version, bound: module.bound, instructions, entryPoints },
      statements: [
        ...entryPoints.map(({ name, stage }) => `${stage} ${name}`),
        `SPIR-V ${module.version}`,
        counted(instructions, 'instruction'),
      ],
      totals: { shaders: entryPoints.length },
    };
  },
};
