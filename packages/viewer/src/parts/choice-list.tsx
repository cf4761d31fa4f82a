// One of many choices, as a list: for too many choices for a row of buttons.

import type { Choice } from './segmented.js';

interface ChoiceListProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function ChoiceList<T extends string>({ label, choices, value, onChange }: ChoiceListProps<T>) {
  return (
    <select
      class="choice-list"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices[currentTarget.selectedIndex];
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} disabled={choice.isDisabled === true}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
