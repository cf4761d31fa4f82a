// How the page lets people enter a value of a setting.

import type { UiSettingInput } from '@assetc/viewer/api';
import type { SettingType } from '../../model/kind/setting.js';

export function settingInput(type: SettingType): UiSettingInput {
  switch (type.is) {
    case 'boolean':
      return { is: 'choice', values: [true, false] };
    case 'choice':
      return { is: 'choice', values: [...type.values] };
    case 'integer':
    case 'number':
      return { is: 'number' };
    case 'text':
      return { is: 'text' };
    case 'any': {
      const choices = type.of.flatMap((each) => {
        const input = settingInput(each);
        return input.is === 'choice' ? input.values : [];
      });
      return choices.length === 0 ? { is: 'value', choices: [] } : { is: 'value', choices };
    }
    default:
      return { is: 'value', choices: [] };
  }
}
