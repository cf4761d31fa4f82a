// A slider with its value as text. The text has a fixed width, so that nothing moves.

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The displayed value. Default: the number. */
  readonly text?: string;
  /** The label is only for screen readers. */
  readonly isPlain?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

export function Slider({ label, min, max, step, value, text, isPlain, disabled, onChange }: SliderProps) {
  const words = text ?? String(value);
  return (
    <label class={`slider${isPlain === true ? ' is-plain' : ''}`}>
      <span class={isPlain === true ? 'unseen' : 'slider-label'}>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled === true}
        aria-valuetext={words}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <output>{words}</output>
    </label>
  );
}
