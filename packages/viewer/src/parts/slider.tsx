// A number between two, with its value in words beside it: the words have a width of their own, so that nothing moves.

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** What is read beside the slider; the number itself unless given. */
  readonly text?: string;
  /** The label is for screen readers alone. */
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
