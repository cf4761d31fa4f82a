// The settings that models depend on. Those of their textures are asked for one by one: see compile-materials.ts.

export const MODEL_SETTINGS = ['mesh', 'animation'] as const;
