// The field that filters the tree. The key / focuses it from anywhere except another field.

import { useEffect, useRef } from 'preact/hooks';
import { SearchIcon } from '../parts/icons.js';
import { setDrawer } from './drawer.js';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Moves the focus to the results; `opens`: opens the first. */
  readonly onLeave: (opens: boolean) => void;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function SearchField({ value, onChange, onLeave }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      setDrawer(true);
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') onChange('');
    onLeave(event.key === 'Enter');
  };
  return (
    <div class="search">
      <SearchIcon />
      <input
        ref={field}
        type="search"
        placeholder="Search"
        aria-label="Search files (press slash to focus)"
        spellcheck={false}
        autocomplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd>/</kbd>
    </div>
  );
}
