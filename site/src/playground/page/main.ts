// The playground's page: files come in, the worker works, results are shown. It never touches pixels itself.

import type { Encoded, Opened, PlaygroundAnswer } from '../messages.js';
import { settingsHash } from '../settings.js';
import { offerDownload, withdrawDownload } from './downloads.js';
import { byId, make } from './elements.js';
import { nativeSentence, showFigures } from './figures.js';
import { type GivenFile, listenForFiles } from './files.js';
import { SettingsForm } from './form.js';
import { bytesText } from './numbers.js';
import { Stage, type StageMode } from './stage.js';
import { FormatTable, ModelTable, showModelFile } from './tables.js';
import { Cancelled, FileRefused, WorkerLink } from './worker-link.js';

const home = document.querySelector<HTMLElement>('.play');
const scriptOf = (name: 'compiler' | 'encoder' | 'painter'): string =>
  new URL(home?.dataset[name] ?? '', location.href).href;
const link = new WorkerLink({ compiler: scriptOf('compiler'), encoder: scriptOf('encoder') });
const stage = new Stage(byId('stage', HTMLCanvasElement), byId('divider', HTMLInputElement), scriptOf('painter'));
const download = byId('download', HTMLAnchorElement);

let current: GivenFile | undefined;
let opened: Opened | undefined;
let encoded: Encoded | undefined;
const form = new SettingsForm(() => void encodeCurrent());

const isModel = (name: string): boolean => /\.glb$/i.test(name);

function showWork(doing: string | undefined, done = 0): void {
  byId('work', HTMLElement).hidden = doing === undefined;
  byId('progress', HTMLProgressElement).value = done;
  const text = doing === undefined ? '' : `${doing} …`;
  const label = byId('doing', HTMLElement);
  if (label.textContent !== text) label.textContent = text;
}

function showRefusal(error: unknown): void {
  const box = byId('refused', HTMLElement);
  box.replaceChildren();
  box.hidden = error === undefined;
  if (error === undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  box.append(
    make('strong', current === undefined ? 'This did not work' : `${current.name} cannot be used`),
    make('p', message),
  );
  if (!(error instanceof FileRefused)) return;
  if (error.hint !== '') box.append(make('p', error.hint));
  if (error.code === '') return;
  const about = make('a', error.code);
  about.href = `../errors/${error.code}.html`;
  box.append(about);
}

/** Runs a request with progress. Undefined if it was cancelled or failed, which is shown. */
async function run<T>(
  work: (listen: (answer: PlaygroundAnswer) => void) => Promise<T>,
  listen = (_: PlaygroundAnswer) => {},
): Promise<T | undefined> {
  showRefusal(undefined);
  showWork('Starting');
  try {
    const result = await work((answer) => {
      if (answer.is === 'progress') showWork(answer.what, answer.done);
      else listen(answer);
    });
    showWork(undefined);
    return result;
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    showWork(undefined);
    showRefusal(error);
    return undefined;
  }
}

function showNative(): void {
  const text = byId('native', HTMLElement);
  const native = encoded?.native;
  const choice = document.querySelector<HTMLInputElement>('input[name=shown][value=gpu]');
  if (choice !== null) choice.disabled = native === undefined || typeof native === 'string';
  if (native === undefined) text.textContent = '';
  else text.textContent = `${nativeSentence(native, encoded?.format)} ${encoded?.webGpu ?? ''}`;
}

/** The pictures now belong to the stage. */
function showPictures({ format, bitmap, difference, native }: Encoded): void {
  byId('result-tag', HTMLElement).textContent = format;
  const ownNative = typeof native === 'string' ? undefined : native.bitmap;
  stage.showResults({ result: bitmap, difference, native: ownNative });
}

function forgetEncoded(): void {
  encoded = undefined;
  byId('result-tag', HTMLElement).textContent = 'Texture';
  stage.showResults(undefined);
}

function showEncoded(): void {
  showFigures(encoded, current?.file.size ?? 0, opened?.isHdr === true);
  showNative();
  const warnings = byId('warnings', HTMLElement);
  warnings.replaceChildren(...(encoded?.warnings ?? []).map((text) => make('li', text)));
  if (encoded === undefined || current === undefined) withdrawDownload(download);
  else offerDownload(download, current.name.replace(/(\.[^./]*)?$/, '.ktx2'), encoded.bytes);
}

function showBench(isShown: boolean): void {
  byId('bench', HTMLElement).hidden = !isShown;
  home?.toggleAttribute('data-open', isShown);
}

async function openFile(next: GivenFile): Promise<void> {
  link.cancel();
  current = next;
  forgetEncoded();
  stage.showSource(undefined);
  opened = undefined;
  showEncoded();
  const model = isModel(next.name);
  showBench(true);
  byId('view', HTMLElement).hidden = model;
  download.hidden = model;
  byId('all', HTMLElement).hidden = model;
  byId('file-name', HTMLElement).textContent = next.name;
  byId('file-facts', HTMLElement).textContent = bytesText(next.file.size);
  byId('all-table', HTMLElement).hidden = true;
  byId('verdict', HTMLElement).textContent = '';
  byId('model', HTMLElement).hidden = !model;
  if (model) return encodeModel();
  const answer = await run((listen) => link.run({ job: 'open', ...next }, listen));
  if (answer?.is !== 'opened' || current !== next) {
    showBench(opened !== undefined);
    byId('all', HTMLElement).hidden = opened === undefined;
    return;
  }
  opened = answer.opened;
  const { width, height, isHdr, role } = opened;
  byId('file-facts', HTMLElement).textContent =
    `${width} × ${height}, ${isHdr ? 'HDR' : role}, ${bytesText(next.file.size)}`;
  stage.showSource(opened.bitmap);
  await encodeCurrent();
}

async function encodeCurrent(): Promise<void> {
  const file = current;
  if (file === undefined) return;
  if (isModel(file.name)) return encodeModel();
  if (opened === undefined) return;
  const answer = await run((listen) => link.run({ job: 'encode', ...file, settings: form.read() }, listen));
  if (answer?.is !== 'encoded' || current !== file) return;
  encoded = answer.encoded;
  showPictures(encoded);
  showEncoded();
}

async function encodeModel(): Promise<void> {
  const file = current;
  if (file === undefined) return;
  const table = new ModelTable();
  const stem = file.name.replace(/\.[^.]*$/, '');
  byId('model-sum', HTMLElement).textContent = '';
  showModelFile(undefined, stem);
  let count = 0;
  const answer = await run(
    (listen) => link.run({ job: 'model', ...file, settings: form.read() }, listen),
    (message) => {
      if (message.is !== 'texture') return;
      count++;
      table.add(message.texture, stem);
    },
  );
  if (answer?.is !== 'finished' || current !== file) return;
  showModelFile(answer.model, stem);
  if (count === 0) byId('model-sum', HTMLElement).textContent = 'The model uses no textures.';
}

async function compareAll(): Promise<void> {
  const file = current;
  if (file === undefined || opened === undefined) return;
  const table = new FormatTable(opened.width * opened.height);
  const answer = await run(
    (listen) => link.run({ job: 'all-formats', ...file, settings: form.read() }, listen),
    (message) => {
      if (message.is !== 'row') return;
      table.add(message.row, ({ settings }) => {
        form.write(settings);
        byId('bench', HTMLElement).scrollIntoView({ block: 'start' });
        void encodeCurrent();
      });
    },
  );
  if (answer?.is === 'finished') table.finish();
}

function listenForView(): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=mode]'))
    radio.addEventListener('change', () => {
      const mode: StageMode = radio.value === 'side' ? 'side' : radio.value === 'difference' ? 'difference' : 'swipe';
      byId('bench', HTMLElement).dataset.mode = mode;
      stage.setMode(mode);
    });
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=shown]'))
    radio.addEventListener('change', () => stage.setNative(radio.value === 'gpu'));
  byId('zoom-in', HTMLButtonElement).addEventListener('click', () => stage.zoomBy(1.5));
  byId('zoom-out', HTMLButtonElement).addEventListener('click', () => stage.zoomBy(1 / 1.5));
  byId('zoom-one', HTMLButtonElement).addEventListener('click', () => stage.actualSize());
  byId('zoom-fit', HTMLButtonElement).addEventListener('click', () => stage.fit());
}

byId('cancel', HTMLButtonElement).addEventListener('click', () => {
  link.cancel();
  showWork(undefined);
});
byId('compare-all', HTMLButtonElement).addEventListener('click', () => void compareAll());
byId('copy-link', HTMLButtonElement).addEventListener('click', async () => {
  const address = new URL(settingsHash(form.read()), location.href.replace(/#.*/, '')).href;
  const isCopied = await navigator.clipboard.writeText(address).then(
    () => true,
    () => false,
  );
  byId('copy-link', HTMLButtonElement).textContent = isCopied ? 'Copied' : 'Not allowed';
});
listenForFiles((file) => void openFile(file), showRefusal);
listenForView();
