// Where the map is, when it groups folders: the way up, and the folders below.

import { folderBelow, type Sized } from './treemap.js';

interface FolderPathProps {
  readonly folder: string;
  readonly files: readonly Sized[];
  readonly onFolder: (folder: string) => void;
}

export function FolderPath({ folder, files, onFolder }: FolderPathProps) {
  const parts = folder === '' ? [] : folder.split('/');
  const below = [...new Set(files.map(({ path }) => folderBelow(folder, path)))].filter((each) => each !== '').sort();
  return (
    <nav class="folder-path" aria-label="Folders of the map">
      <button type="button" class="button" aria-pressed={folder === ''} onClick={() => onFolder('')}>
        all
      </button>
      {parts.map((name, i) => {
        const path = parts.slice(0, i + 1).join('/');
        return (
          <button key={path} type="button" class="button" aria-pressed={path === folder} onClick={() => onFolder(path)}>
            {`${name}/`}
          </button>
        );
      })}
      {below.length > 0 ? <span class="muted">›</span> : null}
      {below.map((path) => (
        <button key={path} type="button" class="button is-quiet" onClick={() => onFolder(path)}>
          {`${path.slice(path.lastIndexOf('/') + 1)}/`}
        </button>
      ))}
    </nav>
  );
}
