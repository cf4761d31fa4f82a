// Runs the bundled slang-wasm. Its sessions are row-major and take no options, so column-major means changing the session's default in the
// loaded bytes (one byte, at an offset that the file's pinned SHA-256 guarantees). Sources are in its in-memory file system.

import { importBundled, readBundled } from '../../../bundled/load-bundled.js';
import { limitMemory } from './limit-memory.js';
import type { CompileReply, MatrixLayout, SlangRequest } from './protocol.js';

/** `SLANG_MATRIX_LAYOUT_ROW_MAJOR` (1) in the constructor of the session's description; 2 is column-major. */
const LAYOUT_BYTE_OFFSET = 0x44627;
const SPIRV_TARGET = 6;
/** 180 modules used no more memory than 30; a fresh instance from time to time guards against leaks that this did not show. */
const MODULES_PER_INSTANCE = 500;
/** An undeclared name appended to a source that compiles: the failing log contains the warnings that a successful compile does not return. */
const PROBE = 'assetc_warnings_probe_undeclared';

interface SlangBlob {
  readonly length: number;
}
interface SlangComponent {
  delete(): void;
  link(): SlangComponent | null;
  getEntryPointCodeBlob(entryIndex: number, targetIndex: number): (SlangBlob & Uint8Array) | null;
}
interface SlangEntry extends SlangComponent {
  getName(): string;
}
interface SlangModule extends SlangComponent {
  getDefinedEntryPointCount(): number;
  getDefinedEntryPoint(index: number): SlangEntry | null;
  findAndCheckEntryPoint(name: string, stage: number): SlangEntry | null;
}
interface SlangSession {
  delete(): void;
  loadModuleFromSource(source: string, name: string, path: string): SlangModule | null;
  createCompositeComponentType(parts: readonly SlangComponent[]): SlangComponent | null;
}
interface SlangFileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, text: string): void;
  unlink(path: string): void;
}
interface SlangWasm {
  readonly FS: SlangFileSystem;
  createGlobalSession(): { createSession(target: number): SlangSession | null } | null;
  getLastError(): { readonly message: string };
  /** The type of what C++ threw and, if it is a std::exception, its text. */
  getExceptionMessage(exception: unknown): readonly [type: string, message: string | undefined];
  /** The address of the thrown object, and the memory that contains it. */
  thrownAt(exception: unknown): readonly [address: number, memory: Uint8Array];
}
type SlangFactory = (options: object) => Promise<SlangWasm>;

const isFactory = (value: unknown): value is SlangFactory => typeof value === 'function';

interface Instance {
  readonly wasm: SlangWasm;
  readonly createSession: () => SlangSession;
  modules: number;
  /** What slang's runtime printed during this compile; only there it reports that memory could not grow. */
  readonly printed: string[];
  /** The current entry point; undefined while the file is parsed. */
  entry: string | undefined;
}

export class SlangHost {
  readonly #folder: string;
  readonly #instances = new Map<string, Instance>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async compile(request: SlangRequest, began: () => void): Promise<CompileReply> {
    const instance = await this.#instance(request.layout, request.memoryMegabytes);
    began();
    instance.printed.length = 0;
    instance.entry = undefined;
    const { FS } = instance.wasm;
    for (const file of request.files) {
      FS.mkdirTree(file.path.slice(0, file.path.lastIndexOf('/')));
      FS.writeFile(file.path, file.text);
    }
    try {
      return compileRoot(instance, request);
    } catch (error) {
      return broken(instance, error);
    } finally {
      for (const file of request.files) FS.unlink(file.path);
    }
  }

  async #instance(layout: MatrixLayout, megabytes: number): Promise<Instance> {
    const key = `${layout} ${megabytes}`;
    const running = this.#instances.get(key);
    if (running !== undefined && running.modules < MODULES_PER_INSTANCE) return running;
    const bytes = await readBundled(this.#folder, 'slang-wasm.wasm');
    if (layout === 'column') bytes[LAYOUT_BYTE_OFFSET] = 2;
    const { default: factory } = await importBundled(this.#folder, 'slang-wasm.mjs');
    if (!isFactory(factory)) throw new Error('slang-wasm.mjs exports no factory');
    const printed: string[] = [];
    const print = (text: string): void => {
      printed.push(text);
    };
    const wasm = await factory({ wasmBinary: limitMemory(bytes, megabytes), print, printErr: print });
    const global = wasm.createGlobalSession();
    if (global === null) throw new Error(`slang has no session: ${wasm.getLastError().message}`);
    const instance: Instance = {
      wasm,
      createSession: () => {
        const session = global.createSession(SPIRV_TARGET);
        if (session === null) throw new Error(`slang has no session: ${wasm.getLastError().message}`);
        return session;
      },
      modules: 0,
      printed,
      entry: undefined,
    };
    this.#instances.set(key, instance);
    return instance;
  }
}

function compileRoot(instance: Instance, request: SlangRequest): CompileReply {
  const text = request.files.find((file) => file.path === request.root)?.text;
  if (text === undefined) throw new Error(`${request.root} is not among the files handed over`);
  const session = instance.createSession();
  instance.modules++;
  const modules = compileEntries(instance, session, text, request);
  const reply: CompileReply =
    modules === undefined
      ? { ok: false, modules: [], log: instance.wasm.getLastError().message }
      : { ok: true, modules, log: collectWarnings(instance, text, request.root) };
  // Not if slang threw: its leftover state would fail again, and hide the cause.
  session.delete();
  return reply;
}

/** One module per entry point; undefined if slang rejects the source, with the reason in its last error. */
function compileEntries(
  instance: Instance,
  session: SlangSession,
  text: string,
  { root, mainStage }: SlangRequest,
): CompileReply['modules'] | undefined {
  const module = session.loadModuleFromSource(text, moduleName(root), root);
  if (module === null) return undefined;
  const entries: SlangEntry[] = [];
  for (let i = 0; i < module.getDefinedEntryPointCount(); i++) {
    const entry = module.getDefinedEntryPoint(i);
    if (entry === null) return undefined;
    entries.push(entry);
  }
  if (entries.length === 0 && mainStage !== undefined) {
    const entry = module.findAndCheckEntryPoint('main', mainStage);
    if (entry === null) return undefined;
    entries.push(entry);
  }
  const modules: { entry: string; spirv: Uint8Array }[] = [];
  for (const entry of entries) {
    instance.entry = entry.getName();
    const code = session.createCompositeComponentType([module, entry])?.link()?.getEntryPointCodeBlob(0, 0);
    if (code === undefined || code === null) return undefined;
    // The blob is a view of the wasm's memory.
    modules.push({ entry: instance.entry, spirv: Uint8Array.from(code) });
  }
  return modules;
}

/** The reply if slang threw an exception: the limit it reached, or its message and the current entry point. */
function broken({ wasm, printed, entry }: Instance, error: unknown): CompileReply {
  const reply = { ok: false, modules: [], log: '' };
  if (printed.some((line) => /enlarge memory|grow the heap/.test(line)))
    return { ...reply, crash: 'it ran out of memory', limit: 'memory' };
  const at = entry === undefined ? '' : `entry point ${entry}: `;
  return { ...reply, crash: `${at}${messageOf(wasm, error)}`, log: printed.join('\n') };
}

function messageOf(wasm: SlangWasm, error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  const [type, message] = wasm.getExceptionMessage(error);
  const text = message || (type.startsWith('Slang::') ? slangMessage(...wasm.thrownAt(error)) : '');
  return text === '' ? type : `${type}: ${text}`;
}

/**
 * The message of a Slang::Exception, which no standard function can read: after its virtual table is a pointer to a string, which consists of virtual
 * table, reference count, length, capacity and characters. The file's pinned SHA-256 guarantees that layout.
 */
function slangMessage(address: number, memory: Uint8Array): string {
  const view = new DataView(memory.buffer);
  const string = view.getUint32(address + 4, true);
  if (string === 0) return '';
  const length = Math.min(view.getUint32(string + 8, true), 2000, memory.length - string - 16);
  return new TextDecoder().decode(memory.subarray(string + 16, string + 16 + length)).trim();
}

function collectWarnings(instance: Instance, text: string, root: string): string {
  const session = instance.createSession();
  const probe = `${text}\nstatic const int ${PROBE}_0 = ${PROBE};\n`;
  const module = session.loadModuleFromSource(probe, moduleName(root), root);
  const log = module === null ? instance.wasm.getLastError().message : '';
  session.delete();
  return log;
}

const moduleName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
