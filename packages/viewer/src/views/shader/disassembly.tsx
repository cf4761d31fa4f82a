// The instructions of a module as text, made when they are asked for.

import { useState } from 'preact/hooks';
import { disassemble } from '../../shader/disassemble.js';
import { Lines } from '../text/text-view.js';

export function Disassembly({ bytes }: { readonly bytes: Uint8Array }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disassembly" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Disassembly</summary>
      {isOpen ? <Lines text={disassemble(bytes).join('\n')} label="the disassembly" /> : null}
    </details>
  );
}
