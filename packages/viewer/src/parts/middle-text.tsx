// Text in one line. If it does not fit, its middle is left out, because beginnings and ends differ most.

interface MiddleTextProps {
  readonly text: string;
  readonly class?: string;
}

/** Letters that always stay. */
const END = 12;
/** A shorter beginning would say nothing. */
const MIN_START = 3;

export const MiddleText = ({ text, class: name = '' }: MiddleTextProps) =>
  text.length <= END + MIN_START ? (
    <span class={`middle-text ${name}`}>{text}</span>
  ) : (
    <span class={`middle-text ${name}`}>
      <span>{text.slice(0, -END)}</span>
      <span>{text.slice(-END)}</span>
    </span>
  );
