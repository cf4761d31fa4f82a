// The `scene` group of the configuration.

import { type SettingsOf, settingsGroup } from '../../model/kind/setting.js';

type SceneValues = { emit: 'auto' | boolean };

export const sceneSettings = settingsGroup<SceneValues>('scene', 'Which information about nodes is written.', {
  emit: {
    type: { is: 'choice', values: ['auto', true, false] },
    default: 'auto',
    doc: 'Whether to write an `.hscene` next to the mesh. auto: if `mesh.merge` is false, or if there is a camera, a light, extras, a hidden node, or animation that no other file stores.',
    affects: 'bytes',
  },
});

export type SceneSettings = SettingsOf<typeof sceneSettings>;
