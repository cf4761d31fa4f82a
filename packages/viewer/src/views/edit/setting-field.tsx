// Lets people enter the value of a setting.

import { useState } from 'preact/hooks';
import type { UiEditableSetting, UiValue } from '../../api.js';
import { parseValue, textOf } from './value-text.js';

interface SettingFieldProps {
  readonly setting: UiEditableSetting;
  /** The entered value; otherwise that of the setting. */
  readonly value: UiValue;
  /** Undefined if it cannot be one. */
  readonly onChange: (value: UiValue | undefined) => void;
}

const OTHER = 'other…';

export function SettingField({ setting: { name, doc, input }, value, onChange }: SettingFieldProps) {
  const choices = input.is === 'choice' ? input.values : input.is === 'value' ? input.choices : [];
  const text = textOf(value);
  const [isOther, setOther] = useState(input.is === 'value' && !choices.map(textOf).includes(text));
  const label = { 'aria-label': name, title: doc };
  if (choices.length > 0 && !isOther) {
    const listed = choices.map(textOf);
    const options = listed.includes(text) ? listed : [text, ...listed];
    return (
      <select
        class="choice-list"
        {...label}
        value={text}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          if (chosen === OTHER) setOther(true);
          else onChange(choices.find((each) => textOf(each) === chosen) ?? value);
        }}
      >
        {[...options, ...(input.is === 'value' ? [OTHER] : [])].map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (input.is === 'number')
    return (
      <input
        class="field"
        {...label}
        type="number"
        step="any"
        value={text}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onChange(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
        }
      />
    );
  return (
    <input
      class="field"
      {...label}
      type="text"
      value={text}
      onChange={({ currentTarget }) =>
        onChange(input.is === 'text' ? currentTarget.value : parseValue(currentTarget.value))
      }
    />
  );
}
