// An error message in place of the content.

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface ErrorBoxProps {
  readonly title: string;
  readonly error: unknown;
}

export const ErrorBox = ({ title, error }: ErrorBoxProps) => (
  <div class="error-box" role="alert">
    <strong>{title}</strong>
    <p>{messageOf(error)}</p>
  </div>
);

/** Shown while something loads, after a short delay to avoid flicker. */
export const Busy = ({ label }: { readonly label: string }) => (
  <div class="busy" role="status">
    <span class="busy-bar" />
    <span class="unseen">{label}</span>
  </div>
);
