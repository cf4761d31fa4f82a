// The form of settings, and the address of the page, which says the same.

import { ASTC, type PlaygroundSettings, readSettings, settingsHash, settingsYaml } from '../settings.js';
import { byId } from './elements.js';

export class SettingsForm {
  readonly #form = byId('controls', HTMLFormElement);

  constructor(onChange: () => void) {
    const astc = this.#field('astc', HTMLSelectElement);
    for (const size of ASTC) astc.append(new Option(size.replace('x', '×'), size));
    this.write(readSettings(location.hash));
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('change', () => {
      this.write(this.read());
      onChange();
    });
    addEventListener('hashchange', () => {
      if (settingsHash(this.read()) === location.hash) return;
      this.write(readSettings(location.hash));
      onChange();
    });
  }

  read(): PlaygroundSettings {
    const data = new FormData(this.#form);
    const given = new URLSearchParams();
    for (const name of ['target', 'bc', 'astc', 'quality', 'role', 'rdo']) given.set(name, String(data.get(name)));
    given.set('mips', String(data.has('mips')));
    given.set('zstd', String(data.has('zstd')));
    return readSettings(given.toString());
  }

  write(settings: PlaygroundSettings): void {
    for (const name of ['target', 'bc', 'astc', 'quality', 'role'] as const)
      this.#field(name, HTMLSelectElement).value = settings[name];
    this.#field('rdo', HTMLInputElement).valueAsNumber = settings.rdo;
    this.#field('mips', HTMLInputElement).checked = settings.mips;
    this.#field('zstd', HTMLInputElement).checked = settings.zstd;
    byId('rdo-value', HTMLOutputElement).value = String(settings.rdo);
    const { target } = settings;
    const needed: Readonly<Record<string, boolean>> = {
      bc: target === 'bc',
      astc: target === 'astc',
      rdo: target !== 'etc2' && target !== 'raw',
      zstd: target !== 'raw',
    };
    for (const label of this.#form.querySelectorAll<HTMLElement>('[data-for]'))
      label.hidden = needed[label.dataset.for ?? ''] === false;
    byId('yaml', HTMLPreElement).textContent = settingsYaml(settings);
    history.replaceState(null, '', `${location.pathname}${location.search}${settingsHash(settings)}`);
  }

  #field<T extends HTMLElement>(name: string, type: new () => T): T {
    const found = this.#form.elements.namedItem(name);
    if (!(found instanceof type)) throw new Error(`the form has no ${name}`);
    return found;
  }
}
