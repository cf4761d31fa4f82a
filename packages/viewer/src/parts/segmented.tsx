// One of a few choices, as a row of buttons. Arrow keys move through them, as in any radio group.

import { useId } from 'preact/hooks';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly title?: string;
  /** Only in a list. */
  readonly isDisabled?: boolean;
}

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Segmented<T extends string>({ label, choices, value, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="unseen">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} {...(choice.title === undefined ? {} : { title: choice.title })}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
