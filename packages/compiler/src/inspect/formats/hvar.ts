// info and check for .hvar.

import { decodeHvar, NO_MODULE, validateHvar } from '@assetc/formats';
import { HVAR_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat } from '../../runtimes/file-format.js';

export const hvarFormat: FileFormat = {
  name: 'hvar',
  extensions: ['.hvar'],
  isListedAsEmbedded: true,
  recognizes: (bytes) => hasMagic(bytes, HVAR_MAGIC),
  validate: async (bytes) => validateHvar(bytes),
  describe(bytes) {
    const { axes, entries, modules, cells } = decodeHvar(bytes);
    const compiled = cells.filter((cell) => cell !== NO_MODULE).length;
    return {
      facts: {
        axes: axes.map(({ name, values }) => ({ name, values })),
        entries,
        combinations: axes.reduce((product, { values }) => product * values.length, 1),
        compiled,
        modules: modules.map(({ path }) => path),
      },
      statements: [
        ...axes.map(({ name, values }) => `${name}: ${values.join(', ')}`),
        `${counted(compiled, 'variant')} of ${counted(entries.length, 'entry point')}, ${counted(modules.length, 'module')}`,
      ],
      totals: { variants: compiled },
    };
  },
};
