// A buffer as a struct of C: shown, and copied by one click.

import type { ReflectedMember } from '@assetc/formats/spirv';
import { useState } from 'preact/hooks';
import { cStruct } from '../../shader/c-struct.js';

interface CopyStructProps {
  readonly name: string;
  readonly members: readonly ReflectedMember[];
}

export function CopyStruct({ name, members }: CopyStructProps) {
  const [isCopied, setCopied] = useState(false);
  const [isShown, setShown] = useState(false);
  const text = () => cStruct(name, members);
  const copy = (): void => {
    // Pages of other hosts without a certificate have no clipboard: then the text is there to be selected.
    const write = navigator.clipboard?.writeText(text()) ?? Promise.reject(new Error('no clipboard'));
    write.then(
      () => setCopied(true),
      () => setShown(true),
    );
  };
  return (
    <div class="copy-struct">
      <button class="button" type="button" onClick={copy}>
        Copy as C struct
      </button>
      <button class="button" type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide C' : 'Show C'}
      </button>
      <span class="muted" role="status">
        {isCopied ? 'Copied.' : ''}
      </span>
      {isShown ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <pre class="c-text" tabIndex={0}>
          {text()}
        </pre>
      ) : null}
    </div>
  );
}
