// In a narrow window the tree is a drawer over the page. It is open or closed by an attribute of the document, at once, so that its search
// field can take the focus in the same moment. In a wide window the attribute has no effect.

import { useEffect, useState } from 'preact/hooks';
import { MenuIcon } from '../parts/icons.js';

const listeners = new Set<() => void>();
const isOpen = (): boolean => document.documentElement.dataset.drawer === 'open';

export function setDrawer(open: boolean): void {
  if (open === isOpen()) return;
  document.documentElement.dataset.drawer = open ? 'open' : 'closed';
  for (const listener of [...listeners]) listener();
}

function useDrawer(): boolean {
  const [open, setOpen] = useState(isOpen());
  useEffect(() => {
    const update = () => setOpen(isOpen());
    listeners.add(update);
    return () => {
      listeners.delete(update);
    };
  }, []);
  return open;
}

/** Only in a narrow window. */
export function DrawerButton() {
  const open = useDrawer();
  return (
    <button
      type="button"
      class="icon-button drawer-button"
      aria-label="Files"
      aria-expanded={open}
      aria-controls="sidebar"
      onClick={() => setDrawer(!open)}
    >
      <MenuIcon />
    </button>
  );
}

/** Covers the page below an open drawer; a press closes it. Escape does, too. */
export function DrawerScrim() {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setDrawer(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return <div class="drawer-scrim" aria-hidden="true" onClick={() => setDrawer(false)} />;
}
