// Exports a .blend as GLB with the user's Blender. Blender sees a temporary folder with exactly the files that the build recorded, laid
// out as in the input: the source, and what it refers to. Only Blender can list that, so it runs until nothing new is listed.

import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isGlb } from '../../model/glb.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { runGuarded } from '../../programs/run-program.js';
import { failed, missingLibrary, outsideInput, unusable } from './blend-errors.js';
import { EXPORT_SCRIPT, type ExportReport, type ExportRequest } from './export-script.js';
import { parseReport } from './parse-report.js';

type BlendContext = Pick<CompileContext, 'path' | 'read' | 'tryRead' | 'warn' | 'signal'>;

interface ExportedBlend {
  readonly glb: Uint8Array;
  /** Files that the source refers to and Blender could read, by path in the input. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface ExportOptions {
  readonly blender: string;
  readonly limitMs?: number;
}

/** So that paths that leave the input are still in the temporary folder, whose name is different each time. */
const ABOVE_INPUT: readonly string[] = Array.from({ length: 16 }, () => '_');

/** Libraries may refer to others. */
const MAX_ROUNDS = 32;

export async function exportBlend(context: BlendContext, options: ExportOptions): Promise<ExportedBlend> {
  const source = await context.read(context.path);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assetc-blend-')));
  try {
    return await new Export(context, { ...options, folder }).run(source);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface ExportJob extends ExportOptions {
  readonly folder: string;
}

class Export {
  readonly #context: BlendContext;
  readonly #job: ExportJob;
  readonly #folder: string;
  readonly #input: string;
  readonly #files = new Map<string, Uint8Array>();
  /** As Blender names them. */
  readonly #known = new Set<string>();

  constructor(context: BlendContext, job: ExportJob) {
    this.#context = context;
    this.#job = job;
    this.#folder = job.folder;
    this.#input = join(job.folder, ...ABOVE_INPUT, 'input');
  }

  async run(source: Uint8Array): Promise<ExportedBlend> {
    await this.#place(this.#context.path, source);
    await mkdir(join(this.#folder, 'home'));
    await writeFile(join(this.#folder, 'export.py'), EXPORT_SCRIPT);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { report, output } = await this.#ask();
      if (report.error !== '') throw failed(this.#context.path, this.#withoutFolder(report.error), output);
      const knownBefore = this.#known.size;
      for (const { kind, path } of report.files) await this.#provide(kind, path);
      if (!report.exported && this.#known.size > knownBefore) continue;
      if (!report.exported) throw failed(this.#context.path, 'the exporter has written nothing', output);
      this.#warnAboutModifiers(report);
      const glb = new Uint8Array(await readFile(join(this.#folder, 'out.glb')));
      if (!isGlb(glb)) throw failed(this.#context.path, 'the exporter has written something else than GLB', output);
      return { glb, files: this.#files };
    }
    throw failed(this.#context.path, `its libraries refer to others more than ${MAX_ROUNDS} times in a row`, '');
  }

  async #ask(): Promise<{ readonly report: ExportReport; readonly output: string }> {
    const at = (name: string): string => join(this.#folder, name);
    const source = join(this.#input, this.#context.path);
    const known = [...this.#known];
    const request: ExportRequest = { source, known, glb: at('out.glb'), report: at('report.json'), home: homedir() };
    await writeFile(at('request.json'), JSON.stringify(request));
    await rm(request.report, { force: true });
    const flags = ['--background', '--factory-startup', '--disable-autoexec', '--python-exit-code', '1'];
    const args = [...flags, source, '--python', at('export.py'), '--', at('request.json')];
    const { blender, limitMs } = this.#job;
    const { failure, exitCode, output } = await runGuarded(blender, args, {
      folder: this.#folder,
      signal: this.#context.signal,
      environment: this.#environment(),
      ...(limitMs === undefined ? {} : { limitMs }),
    });
    if (failure !== undefined) throw unusable(this.#context.path, blender, failure);
    const report = await readFile(request.report, 'utf8').catch(() => undefined);
    if (exitCode !== 0 || report === undefined)
      throw failed(this.#context.path, `it ended with code ${exitCode}, without a result`, this.#withoutFolder(output));
    return {
      report: parseReport(report) ?? unusableReport(this.#context.path, blender),
      output: this.#withoutFolder(output),
    };
  }

  /** Messages are stored, so they must not contain what differs from run to run. */
  #withoutFolder(text: string): string {
    return text.replaceAll(this.#input + sep, '').replaceAll(this.#folder + sep, '');
  }

  /** Nothing of the user's own configuration, and nothing outside the folder is written. */
  #environment(): Readonly<Record<string, string>> {
    const home = join(this.#folder, 'home');
    return {
      HOME: home,
      TMPDIR: home,
      TEMP: home,
      TMP: home,
      BLENDER_USER_RESOURCES: home,
      BLENDER_USER_CONFIG: home,
      BLENDER_USER_SCRIPTS: home,
      BLENDER_USER_EXTENSIONS: home,
      BLENDER_USER_DATAFILES: home,
    };
  }

  async #provide(kind: string, path: string): Promise<void> {
    if (this.#known.has(path)) return;
    this.#known.add(path);
    const inside = relative(this.#input, path);
    const file = inside.split(sep).join('/');
    if (isAbsolute(inside) || file === '..' || file.startsWith('../'))
      throw outsideInput(this.#context.path, kind, path.startsWith(this.#folder) ? file : path);
    const bytes = await this.#context.tryRead(file);
    if (bytes === undefined && kind === 'library') throw missingLibrary(this.#context.path, file);
    if (bytes === undefined)
      this.#context.warn({
        code: 'blend/missing-file',
        file: this.#context.path,
        message: `refers to the ${kind} ${file}, which does not exist`,
      });
    else {
      await this.#place(file, bytes);
      this.#files.set(file, bytes);
    }
  }

  async #place(file: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#input, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }

  #warnAboutModifiers({ unapplied }: ExportReport): void {
    if (unapplied.length === 0) return;
    this.#context.warn({
      code: 'blend/unapplied-modifiers',
      file: this.#context.path,
      message: `the file has shape keys, so modifiers are not applied: ${unapplied.slice(0, 8).join(', ')}${unapplied.length > 8 ? ` and ${unapplied.length - 8} more` : ''}`,
    });
  }
}

function unusableReport(file: string, blender: string): never {
  throw unusable(file, blender, 'its answer cannot be read');
}
