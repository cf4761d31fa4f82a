// Validators for builds with toy kinds, whose files have no format: nothing is wrong with any.

import type { BuildEnvironment } from '../build-environment.js';

export const noValidators: Pick<BuildEnvironment, 'validate' | 'validateMade' | 'packSource'> = {
  validate: () => [],
  validateMade: async () => ({ problems: [], isComplete: true }),
  packSource: async (file) => file,
};
