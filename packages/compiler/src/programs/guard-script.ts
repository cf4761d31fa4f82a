// The script of a process that guards another one. When its input ends, because the thread or the process that started it has ended or
// closes it, it ends the program and removes the folder that the program works in. Ending a thread runs no code of the thread itself.

/** Begins the line of standard error that names why the program did not run to its end. */
export const GUARD_MARK = 'assetc-guard: ';

/** Arguments: the folder, the program, its arguments. */
export const GUARD_SCRIPT = `
const { spawn } = require('node:child_process');
const { rmSync } = require('node:fs');
const [folder, program, ...args] = process.argv.slice(1);
let isStopped = false;
const fail = (why) => {
  process.stderr.write('\\n${GUARD_MARK}' + why + '\\n', () => process.exit(1));
};
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });
const stop = () => {
  isStopped = true;
  child.kill('SIGKILL');
};
child.on('error', (error) => fail(error.message));
child.on('exit', (code, signal) => {
  if (isStopped) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(0);
  }
  if (signal === null) process.exit(code);
  fail('it was ended by ' + signal);
});
process.stdin.on('end', stop).on('error', stop).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
`;
