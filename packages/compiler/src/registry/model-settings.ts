// The settings that models depend on. Texture settings count because shared textures are named by a hash over them.

export const MODEL_SETTINGS = ['mesh', 'animation', 'texture'] as const;
