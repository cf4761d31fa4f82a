// A C compiler for tests of assetc.h, with the warnings that the header promises to pass; undefined if the machine has none.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
const headers = join(root, 'packages/formats/c');

const works = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** CI machines may have only g++, which compiles C if the language is passed. */
const found = ['cc', 'gcc', 'g++'].find(works);

/** Windows has no cc; code that is only for it is compiled by the workflow files. */
export const cCompiler = process.platform === 'win32' ? undefined : found;

/** Whether the headers of Vulkan are installed. */
export const hasVulkan =
  cCompiler !== undefined &&
  spawnSync(cCompiler, ['-E', '-x', 'c', '-'], { input: '#include <vulkan/vulkan_core.h>\n' }).status === 0;

const ARM_COMPILER = 'aarch64-linux-gnu-gcc';

/** Whether programs for 64-bit ARM can be compiled, and run by QEMU. */
export const hasArm = works(ARM_COMPILER) && works('qemu-aarch64');

const SPOKEN = { c99: ['-x', 'c', '-std=c99'], 'c++17': ['-x', 'c++', '-std=c++17'] } as const;
/** Flags with which nothing is linked. */
const UNLINKED: ReadonlySet<string> = new Set(['-c', '-fsyntax-only']);
const STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];
export const SANITIZED = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

interface CBuild {
  readonly source: string;
  readonly output: string;
  readonly flags?: readonly string[];
  readonly language?: 'c99' | 'c++17';
}

/** The compiler's messages; '' if there are none. Programs of the tests share the object of the header's implementation. */
export function compile({ source, output, flags = [], language = 'c99' }: CBuild): string {
  const isShared =
    language === 'c99' && dirname(source) === import.meta.dirname && !flags.some((flag) => UNLINKED.has(flag));
  if (!isShared) return invoke([...flags, source, '-o', output, '-lm'], language);
  const text = readFileSync(source, 'utf8');
  const defines = text.match(/^#define ASSETC_.*$/gm) ?? [];
  const { object, messages } = implementation(defines, flags);
  const user = `${output}.c`;
  writeFileSync(user, `#line 1 ${JSON.stringify(source)}\n${text.replace('#define ASSETC_IMPLEMENTATION', '')}`);
  return (
    messages + invoke(['-I', import.meta.dirname, ...flags, user, '-x', 'none', object, '-o', output, '-lm'], language)
  );
}

/** Compiled once for all programs with the same switches: it takes seconds, with sanitizers many. */
function implementation(defines: readonly string[], flags: readonly string[]) {
  const text = `${defines.join('\n')}\n#include "assetc.h"\n`;
  const compiler = spawnSync(cCompiler ?? 'cc', ['--version'], { encoding: 'utf8' }).stdout;
  const parts = [compiler, readFileSync(join(headers, 'assetc.h'), 'utf8'), text, flags.join(' '), STRICT.join(' ')];
  const name = createHash('sha256').update(parts.join('\0')).digest('hex');
  const folder = join(root, 'node_modules/.cache/assetc-objects');
  const object = join(folder, `${name}.o`);
  if (existsSync(object)) return { object, messages: '' };
  mkdirSync(folder, { recursive: true });
  // Several test files may need it at the same time.
  const own = join(folder, `${name}.${process.pid}`);
  writeFileSync(`${own}.c`, text);
  const messages = invoke(['-c', ...flags, `${own}.c`, '-o', `${own}.o`], 'c99');
  rmSync(`${own}.c`);
  if (messages === '') renameSync(`${own}.o`, object);
  return { object, messages };
}

/** A C99 program for `qemu-aarch64`, which needs no libraries. */
export const compileForArm = ({ source, output, flags = [] }: CBuild): string =>
  invoke([...flags, '-static', source, '-o', output, '-lm'], 'c99', ARM_COMPILER);

function invoke(
  rest: readonly string[],
  language: 'c99' | 'c++17',
  program = language === 'c99' ? (cCompiler ?? 'cc') : 'g++',
): string {
  const args = [...SPOKEN[language], ...STRICT, '-I', headers, ...rest];
  const { status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', cwd: root });
  return status === 0 ? stderr : `${program} ${args.join(' ')}\n${stdout}${stderr}`;
}

export function run(program: string, args: readonly string[], input?: Uint8Array) {
  const most = 1 << 30;
  const { status, signal, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: most, cwd: root });
  return { status, signal, stdout: stdout.toString(), stderr: stderr.toString() };
}
