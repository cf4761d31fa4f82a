// Compiles a Slang root with the bundled slang-wasm. It has neither search paths nor macro options, so references are rewritten to absolute
// paths in its in-memory file system, and macros are inserted before each file's first line.

import { entryPointsOf, parseSpirv } from '@assetc/formats/spirv';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ShaderFile, ShaderRoot, ShaderSources } from '../../model/shader-sources.js';
import type { BackendResult } from './compiled-module.js';
import type { Defines } from './defines.js';
import { findWord } from './find-word.js';
import type { ShaderLimits } from './limits.js';
import type { MatrixLayout } from './process/protocol.js';
import { crashDiagnostic, type ShaderProcess } from './shader-process.js';
import { type RewrittenFile, slangDiagnostics } from './slang-diagnostics.js';
import { slangStageNumber } from './slang-stages.js';

const ROOT = '/input/';
const PROBE = /assetc_warnings_probe/;

interface SlangJob {
  readonly compilers: ShaderProcess;
  readonly sources: ShaderSources;
  readonly root: ShaderRoot;
  readonly layout: MatrixLayout;
  readonly defines: Defines;
  readonly limits: ShaderLimits;
  readonly signal: AbortSignal;
}

export async function compileSlangBundled(job: SlangJob): Promise<BackendResult> {
  const { compilers, sources, root, layout, defines, limits, signal } = job;
  const rewrittenFiles = new Map<string, RewrittenFile>();
  const included = new Set(
    sources.files.flatMap((file) => file.references.flatMap(({ is, target }) => (is === 'include' ? [target] : []))),
  );
  for (const file of sources.files) {
    // An included file inherits its includer's macros; a second definition would cause a warning.
    rewrittenFiles.set(`${ROOT}${file.path}`, rewrite(file, included.has(file.path) ? [] : defines));
  }
  const reply = await compilers.ask(
    {
      do: 'slang',
      layout,
      files: [...rewrittenFiles].map(([path, { text }]) => ({ path, text })),
      root: `${ROOT}${root.path}`,
      mainStage: root.stage === undefined || root.declaresEntries ? undefined : slangStageNumber(root.stage),
    },
    limits,
    signal,
  );
  if (reply.crash !== undefined)
    return { modules: [], diagnostics: [crashDiagnostic(root.path, 'slang', reply, limits)] };
  const source = sources.files.find(({ path }) => path === root.path)?.text ?? '';
  const diagnostics = slangDiagnostics(reply.log, root.path, (path) => rewrittenFiles.get(path))
    .filter(({ severity, message }) => !PROBE.test(message) && (!reply.ok || severity === 'warning'))
    .map((diagnostic) => addPosition(diagnostic, source));
  if (!reply.ok && !diagnostics.some(({ severity }) => severity === 'error'))
    return {
      modules: [],
      diagnostics: [
        ...diagnostics,
        {
          code: 'shader/error',
          severity: 'error',
          file: root.path,
          message: reply.log.trim() || 'slang failed without a message',
        },
      ],
    };
  return {
    modules: reply.modules.map(({ entry, spirv }) => ({
      entry,
      spirv,
      file: root.path,
      stage: entryPointsOf(parseSpirv(spirv))[0]?.stage ?? 'unknown',
    })),
    diagnostics,
  };
}

/** Some messages of slang's later stages contain a name but no line. */
function addPosition(diagnostic: Diagnostic, source: string): Diagnostic {
  if (diagnostic.where !== undefined) return diagnostic;
  const where = findWord(source, /'(\w+)'/.exec(diagnostic.message)?.[1] ?? '');
  return where === undefined ? diagnostic : { ...diagnostic, where };
}

interface Edit {
  readonly line: number;
  /** In the text as the compiler sees it. */
  readonly column: number;
  readonly rewrittenLength: number;
  readonly sourceLength: number;
}

function rewrite(file: ShaderFile, defines: Defines): RewrittenFile {
  const prefix = defines.map(([name, value]) => `#define ${name} ${value}\n`).join('');
  const edits: Edit[] = [];
  let text = prefix;
  let from = 0;
  for (const reference of file.references) {
    if (reference.target === undefined) continue;
    const name = `"${ROOT}${reference.target}"`;
    text += file.text.slice(from, reference.start);
    edits.push({
      line: text.split('\n').length,
      column: text.length - text.lastIndexOf('\n'),
      rewrittenLength: name.length,
      sourceLength: reference.end - reference.start,
    });
    text += name;
    from = reference.end;
  }
  text += file.text.slice(from);
  return {
    path: file.path,
    text,
    addedLines: defines.length,
    sourceColumn: (line, column) => {
      let shift = 0;
      for (const edit of edits) {
        if (edit.line !== line || column < edit.column) continue;
        if (column < edit.column + edit.rewrittenLength) return edit.column - shift;
        shift += edit.rewrittenLength - edit.sourceLength;
      }
      return column - shift;
    },
  };
}
