// Imports OBJ text as a build does.

import { TestContext } from '../../../testing/test-context.js';
import { importObj } from '../import-obj.js';

export const run = async (input: { [path: string]: string } | string, path = 'm/a.obj', settings = {}) => {
  const context = new TestContext({
    path,
    input: typeof input === 'string' && !input.startsWith('/') ? { [path]: input } : input,
    settingsByName: settings,
  });
  const scene = await importObj(context);
  return { scene, warnings: context.warnings, primitives: scene.meshes[0]?.primitives ?? [], reads: context.seen };
};

export const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
