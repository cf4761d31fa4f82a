// On or off: a check box with its label.

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const Toggle = ({ label, checked, title, disabled, onChange }: ToggleProps) => (
  <label class="toggle" {...(title === undefined ? {} : { title })}>
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);
