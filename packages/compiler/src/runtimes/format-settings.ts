// The settings that select runtimes: `mesh.format`, `texture.format` and the settings of single formats.

import type { CompileContext } from '../model/kind/compile-context.js';
import { type ResolvedSettings, type Setting, settingsGroup, settingsIn } from '../model/kind/setting.js';
import { allRuntimes } from './all-runtimes.js';
import type { FormatSettings, MeshFormat } from './contract/mesh-format.js';
import type { TextureFormat } from './contract/texture-format.js';

interface Choice<F> {
  readonly name: string;
  readonly title: string;
  readonly format: F;
}

type Described = { readonly doc: string; readonly settings?: FormatSettings };

export const meshFormats: readonly Choice<MeshFormat>[] = allRuntimes.flatMap(({ name, title, mesh }) =>
  mesh === undefined ? [] : [{ name, title, format: mesh }],
);

export const textureFormats: readonly Choice<TextureFormat>[] = allRuntimes.flatMap(({ name, title, texture }) =>
  texture === undefined ? [] : [{ name, title, format: texture }],
);

/** The first runtime of the table is the default. */
function choiceOf(choices: readonly Choice<Described>[], what: string): Setting<string> {
  const names = choices.map(({ name }) => name);
  const docs = choices.map(({ name, format }) => `${name} (${format.doc})`);
  return {
    type: { is: 'choice', values: names },
    default: names[0] ?? '',
    doc: `Runtime to write ${what} for: ${docs.slice(0, -1).join(', ')} or ${docs.at(-1) ?? ''}.`,
    affects: 'bytes',
  };
}

const ownSettings = (choices: readonly Choice<Described>[]): FormatSettings['settings'] =>
  Object.assign({}, ...choices.map(({ format }) => format.settings?.settings ?? {}));

export const meshFormatSettings = settingsGroup<{ format: string }>('mesh', '', {
  format: choiceOf(meshFormats, 'meshes'),
  ...ownSettings(meshFormats),
});

export const textureFormatSettings = settingsGroup<{ format: string }>('texture', '', {
  format: choiceOf(textureFormats, 'textures'),
  ...ownSettings(textureFormats),
});

export function chosenMesh(settings: ResolvedSettings): Choice<MeshFormat> {
  return chosen(meshFormats, settingsIn(settings, meshFormatSettings).format);
}

/** `texture.format` must be among the settings. */
export function chosenTexture(settings: ResolvedSettings): Choice<TextureFormat> {
  return chosen(textureFormats, settingsIn(settings, textureFormatSettings).format);
}

function chosen<F>(choices: readonly Choice<F>[], name: string): Choice<F> {
  const found = choices.find((choice) => choice.name === name);
  if (found === undefined) throw new Error(`no runtime is named ${JSON.stringify(name)}`);
  return found;
}

/** Textures with several images stay KTX2 if the format stores only one. Warns about it. */
export function warnAboutSeveral(context: Pick<CompileContext, 'path' | 'settings' | 'warn'>, what: string): void {
  const { title, format } = chosenTexture(context.settings);
  if (format.holdsSeveral) return;
  context.warn({
    code: 'texture/only-ktx2',
    file: context.path,
    message: `texture.format is ${title}, which does not support ${what}, so it is written as KTX2`,
  });
}
