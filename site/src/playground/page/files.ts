// Where files come from: the button, a drop anywhere on the page, the clipboard, the samples.

import { byId } from './elements.js';

export interface GivenFile {
  readonly file: Blob;
  readonly name: string;
}

export function listenForFiles(open: (file: GivenFile) => void, refuse: (error: unknown) => void): void {
  const accept = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file !== undefined) open({ file, name: file.name });
  };
  const input = byId('file', HTMLInputElement);
  input.addEventListener('change', () => {
    accept(input.files);
    input.value = '';
  });
  const drop = byId('drop', HTMLElement);
  addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop.classList.remove('over');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    accept(event.dataTransfer?.files);
  });
  addEventListener('paste', ({ clipboardData }) => accept(clipboardData?.files));
  for (const button of document.querySelectorAll<HTMLButtonElement>('.sample'))
    button.addEventListener('click', () => sampleOf(button).then(open, refuse));
}

async function sampleOf({ dataset: { sample = '' } }: HTMLButtonElement): Promise<GivenFile> {
  const response = await fetch(new URL(`samples/${sample}`, location.href));
  if (!response.ok) throw new Error(`the sample could not be loaded: ${response.status}`);
  return { file: await response.blob(), name: sample };
}
