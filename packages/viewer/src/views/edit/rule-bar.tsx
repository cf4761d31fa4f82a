// Try, apply and undo, with the lines of assetc.yml that would change.

import { useEffect, useState } from 'preact/hooks';
import type { UiRuleChange, UiRulePreview } from '../../api.js';
import { messageOf } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { Toggle } from '../../parts/toggle.js';
import { applyRule, previewRule, undoRule } from './edit-client.js';

interface RuleBarProps {
  readonly path: string;
  readonly values: UiRuleChange['values'];
  /** The glob of a rule for the asset alone. */
  readonly match: string;
  readonly preset: string | null;
  readonly canUndo: boolean;
  readonly isBusy: boolean;
  readonly onTry: () => void;
  /** assetc.yml was changed. */
  readonly onWritten: () => void;
}

export function RuleBar({ path, values, match, preset, canUndo, isBusy, onTry, onWritten }: RuleBarProps) {
  const [onlyPreset, setOnlyPreset] = useState(false);
  const [report, setReport] = useState('');
  const [isWriting, setWriting] = useState(false);
  const isEmpty = Object.keys(values).length === 0;
  const [glob, setGlob] = useState(match);
  const change: UiRuleChange = { path, values, match: glob, onlyPreset };
  const preview = usePreview(change, isEmpty);
  const write = (act: Promise<{ readonly because: string } | { readonly isBuilt: boolean }>, done: string): void => {
    setWriting(true);
    act
      .then((answer) => {
        if ('because' in answer) return setReport(`Refused: ${answer.because}.`);
        setReport(`${done}${answer.isBuilt ? ' The output has followed.' : ''}`);
        onWritten();
      })
      .catch((error: unknown) => setReport(messageOf(error)))
      .finally(() => setWriting(false));
  };
  const isRefused = preview !== undefined && 'because' in preview;
  return (
    <div class="rule-bar">
      <div class="rule-buttons">
        <button class="button" type="button" disabled={isEmpty || isBusy} onClick={onTry}>
          {isBusy ? 'Compiling…' : 'Try'}
        </button>
        <button
          class="button is-main"
          type="button"
          disabled={isEmpty || isWriting || isRefused}
          onClick={() => write(applyRule(change), 'Written into assetc.yml.')}
        >
          Apply
        </button>
        <button
          class="button"
          type="button"
          disabled={!canUndo || isWriting}
          onClick={() => write(undoRule(), 'The last rule was taken back.')}
        >
          Undo
        </button>
        {preset === null ? null : (
          <Toggle
            label={`only ${preset}`}
            checked={onlyPreset}
            title="Write into the preset’s rules"
            onChange={setOnlyPreset}
          />
        )}
      </div>
      <label class="rule-match">
        <span class="muted">for</span>
        <input class="field" type="text" value={glob} onChange={({ currentTarget }) => setGlob(currentTarget.value)} />
      </label>
      <p class="muted note" role="status">
        {report !== '' && isEmpty ? report : isEmpty ? 'Change a setting below.' : ''}
      </p>
      {isEmpty || preview === undefined ? null : <Preview preview={preview} />}
    </div>
  );
}

function usePreview(change: UiRuleChange, isEmpty: boolean): UiRulePreview | undefined {
  const [preview, setPreview] = useState<UiRulePreview>();
  const key = JSON.stringify(change);
  useEffect(() => {
    if (isEmpty) return setPreview(undefined);
    const life = new AbortController();
    previewRule(change, life.signal).then(
      (found) => life.signal.aborted || setPreview(found),
      (error: unknown) => life.signal.aborted || setPreview({ because: messageOf(error) }),
    );
    return () => life.abort();
  }, [key, isEmpty]);
  return preview;
}

function Preview({ preview }: { readonly preview: UiRulePreview }) {
  if ('because' in preview)
    return (
      <p class="rule-refused" role="alert">
        {preview.because}
      </p>
    );
  const { line, removed, added } = preview;
  const lines = [...removed.map((text) => ['−', text] as const), ...added.map((text) => ['+', text] as const)];
  return (
    <figure class="rule-preview">
      <figcaption>assetc.yml, line {line}</figcaption>
      <pre {...SCROLLED}>
        {lines.map(([sign, text], i) => (
          <span key={`${i} ${sign}`} class={sign === '+' ? 'is-added' : 'is-removed'}>{`${sign} ${text}\n`}</span>
        ))}
      </pre>
    </figure>
  );
}
