// Reads a `.shader` folder: its root files and, by following imports and includes, every file they reach. Each is recorded as a dependency.
// A reference is resolved first next to the file that contains it, then in the shader folder, then in the folders of shader.include, then
// among our own headers.

import { AssetError } from '../../diagnostics/diagnostic.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { leavesInput } from '../../model/leaves-input.js';
import type {
  ShaderFile,
  ShaderLanguage,
  ShaderReference,
  ShaderRoot,
  ShaderSources,
} from '../../model/shader-sources.js';
import { rejectEndlessIncludes } from './endless-includes.js';
import { OWN_HEADERS_FOLDER, ownHeaderNamed, ownHeaderText } from './own-headers.js';
import {
  candidateNames,
  declaresEntries,
  type FoundReference,
  isModulePart,
  scanReferences,
} from './scan-references.js';
import { placeAt } from './text-place.js';

type Reader = Pick<CompileContext, 'path' | 'list' | 'read' | 'tryRead' | 'resolve'>;

const GLSL_STAGES: { readonly [extension: string]: string } = {
  vert: 'vertex',
  tesc: 'tesscontrol',
  tese: 'tesseval',
  geom: 'geometry',
  frag: 'fragment',
  comp: 'compute',
  task: 'task',
  mesh: 'mesh',
  rgen: 'raygeneration',
  rint: 'intersection',
  rahit: 'anyhit',
  rchit: 'closesthit',
  rmiss: 'miss',
  rcall: 'callable',
};
const GLSL_NAME = new RegExp(`\\.(${Object.keys(GLSL_STAGES).join('|')})(?:\\.glsl)?$`, 'i');
/** Stems such as `vertex` in vertex.slang: a bare `main` in such a file is an entry point of that stage. */
const STAGE_NAMES: ReadonlySet<string> = new Set([
  'vertex',
  'fragment',
  'compute',
  'geometry',
  'hull',
  'domain',
  'mesh',
  'amplification',
  'raygeneration',
  'closesthit',
  'anyhit',
  'miss',
  'intersection',
  'callable',
]);

export async function readShaderFolder(context: Reader, includeFolders: readonly string[]): Promise<ShaderSources> {
  const folder = context.path;
  const folders = includeFolders.map((name) => normalizeFolder(name, folder));
  const names = await context.list(folder);
  const files = new Map<string, ShaderFile>();
  const roots: ShaderRoot[] = [];
  for (const name of names) {
    const path = `${folder}/${name}`;
    const language = languageOf(name);
    if (language === undefined) continue;
    const file = await readFile(context, path, language, [folder, ...folders]);
    files.set(path, file);
    const stem = name.slice(name.lastIndexOf('/') + 1).split('.')[0] ?? '';
    const glslStage = GLSL_STAGES[GLSL_NAME.exec(name)?.[1]?.toLowerCase() ?? ''];
    if (language === 'slang' && isModulePart(file.text)) continue;
    roots.push({
      path,
      language,
      stage: language === 'glsl' ? glslStage : STAGE_NAMES.has(stem) ? stem : undefined,
      declaresEntries: language !== 'slang' || declaresEntries(file.text),
    });
  }
  if (roots.length === 0)
    throw new AssetError({
      code: 'shader/empty',
      file: folder,
      message: 'the folder contains no shader',
      hint: 'Add a *.slang, a *.wgsl or a GLSL file named after its stage (*.vert, *.frag, *.comp, …).',
    });
  await followReferences(context, files, [folder, ...folders]);
  rejectEndlessIncludes(files);
  const targets = (kinds: readonly string[]): ReadonlySet<string | undefined> =>
    new Set(
      [...files.values()].flatMap(({ path, references }) =>
        references.flatMap(({ is, target }) => (kinds.includes(is) && target !== path ? [target] : [])),
      ),
    );
  const reached = targets(['include', 'import']);
  const included = targets(['include']);
  return {
    folder,
    includeFolders: [...folders, OWN_HEADERS_FOLDER],
    files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
    // A file that another one includes is compiled there. A file that others import is a library unless it declares entry points.
    roots: roots.filter(
      (root) =>
        !included.has(root.path) && (root.declaresEntries || root.stage !== undefined || !reached.has(root.path)),
    ),
  };
}

async function followReferences(
  context: Reader,
  files: Map<string, ShaderFile>,
  folders: readonly string[],
): Promise<void> {
  // An included file has the language of the file that includes it, regardless of its extension.
  const queue = [...files.values()].map((file) => ({ file, language: languageOf(file.path) ?? 'slang' }));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { language } = next;
    for (const { target } of next.file.references) {
      if (target === undefined || files.has(target)) continue;
      const file = await readFile(context, target, language, folders);
      files.set(target, file);
      queue.push({ file, language });
    }
  }
}

async function readFile(
  context: Reader,
  path: string,
  language: ShaderLanguage,
  folders: readonly string[],
): Promise<ShaderFile> {
  const text = ownHeaderText(path) ?? decode(await context.read(path), path);
  if (language === 'wgsl') return { path, text, references: [] };
  const references: ShaderReference[] = [];
  for (const found of scanReferences(text, language)) {
    if (found.name === undefined)
      throw new AssetError({
        code: 'shader/computed-include',
        file: path,
        where: placeAt(text, found.start),
        message: 'this #include names its file with a macro, so assetc cannot record what the shader reads',
        hint: 'Write the file name in quotes.',
      });
    const target = await resolveReference(context, path, text, found, folders);
    references.push({ is: found.is, start: found.start, end: found.end, target });
  }
  return { path, text, references };
}

async function resolveReference(
  context: Reader,
  path: string,
  text: string,
  found: FoundReference,
  folders: readonly string[],
): Promise<string | undefined> {
  for (const name of candidateNames(found)) {
    if (/^(?:[A-Za-z]:|[\\/])/.test(name))
      throw new AssetError({
        code: 'shader/missing-include',
        file: path,
        where: placeAt(text, found.start),
        message: `${name} is an absolute path; nothing outside the input folder is read`,
        hint: 'Use a path relative to this file, or list the folder in shader.include.',
      });
    const reference = name.replaceAll('\\', '/');
    const tried = new Set<string>();
    for (const from of [path, ...folders.map((folder) => (folder === '' ? '_' : `${folder}/_`))]) {
      // Leaving the input is the user's mistake only for a path relative to the file itself; for other folders it is just not found.
      if (from !== path && leavesInput(from, reference)) continue;
      const candidate = context.resolve(from, reference);
      if (tried.has(candidate)) continue;
      tried.add(candidate);
      if ((await context.tryRead(candidate)) !== undefined) return candidate;
    }
  }
  return candidateNames(found)
    .map(ownHeaderNamed)
    .find((header) => header !== undefined);
}

function languageOf(path: string): ShaderLanguage | undefined {
  if (/\.slang$/i.test(path)) return 'slang';
  if (/\.wgsl$/i.test(path)) return 'wgsl';
  return GLSL_NAME.test(path) ? 'glsl' : undefined;
}

/** Empty for the input folder itself, which is written as `.`. */
function normalizeFolder(name: string, file: string): string {
  const parts = name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (/^(?:[A-Za-z]:|[\\/])/.test(name) || parts.includes('..') || name === '')
    throw new AssetError({
      code: 'shader/bad-include-folder',
      file,
      message: `shader.include: ${JSON.stringify(name)} is not a folder of the input`,
      hint: 'Give folders relative to the input folder, or . for the input folder itself.',
    });
  return parts.join('/');
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AssetError(
      { code: 'shader/not-text', file: path, message: 'the file is not UTF-8 text', hint: 'Save it as UTF-8.' },
      { cause },
    );
  }
}
