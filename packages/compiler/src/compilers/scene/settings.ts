// The `scene` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/setting.js';

type SceneValues = { emit: 'auto' | boolean };

export const sceneSettings = settingsGroup<SceneValues>('scene', 'What is kept of the nodes of a model.', {
  emit: {
    type: { is: 'choice', values: ['auto', true, false] },
    default: 'auto',
    doc: 'Write an `.hscene` next to the mesh. auto: where there is a camera, a light, extras, a hidden node, or animation that no other file holds; and always without `mesh.merge`.',
    affects: 'bytes',
  },
});

export type SceneSettings = SettingsOf<typeof sceneSettings>;
