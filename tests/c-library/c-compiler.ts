// A C compiler for tests of assetc.h, with the warnings that the header promises to pass; undefined if the machine has none.

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

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

const STRICT = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];
export const SANITIZED = ['-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

interface CBuild {
  readonly source: string;
  readonly output: string;
  readonly flags?: readonly string[];
  readonly language?: 'c99' | 'c++17';
}

/** The compiler's messages; '' if there are none. */
export function compile({ source, output, flags = [], language = 'c99' }: CBuild): string {
  const asC = ['-x', 'c', '-std=c99'];
  const program = language === 'c99' ? (cCompiler ?? 'cc') : 'g++';
  const spoken = language === 'c99' ? asC : ['-x', 'c++', '-std=c++17'];
  const args = [...spoken, ...STRICT, '-I', headers, ...flags, source, '-o', output, '-lm'];
  const { status, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', cwd: root });
  return status === 0 ? stderr : `${program} ${args.join(' ')}\n${stdout}${stderr}`;
}

export function run(program: string, args: readonly string[], input?: Uint8Array) {
  const most = 1 << 30;
  const { status, signal, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: most, cwd: root });
  return { status, signal, stdout: stdout.toString(), stderr: stderr.toString() };
}
