// A Blender for tests. A .blend is JSON that describes what it refers to, and what this program does with it.

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';

const args = process.argv.slice(2);
if (args.includes('--version')) {
  console.log(`${process.env.FAKE_VERSION ?? 'Blender 9.9.9'}\n\tbuild hash: fake`);
  process.exit(0);
}
const request = JSON.parse(readFileSync(args.at(-1), 'utf8'));
const plan = JSON.parse(readFileSync(request.source, 'utf8'));

/** With those that libraries refer to, as far as they exist. */
function filesOf(path) {
  const { files = [] } = JSON.parse(readFileSync(path, 'utf8'));
  return files.flatMap(({ kind, path: named }) => {
    const at = resolve(dirname(path), named);
    return [{ kind, path: at }, ...(kind === 'library' && existsSync(at) ? filesOf(at) : [])];
  });
}

if (process.env.FAKE_LOG) appendFileSync(process.env.FAKE_LOG, `${JSON.stringify(args)}\n`);
if (plan.prints) console.log(plan.prints);
// A server that nobody connects to never ends.
if (plan.hangs) createServer().listen(0, '127.0.0.1');
else if (plan.exits) process.exit(plan.exits);
else if (plan.answers) writeFileSync(request.report, plan.answers);
else {
  const files = filesOf(request.source);
  const exported = files.every(({ path }) => request.known.includes(path)) && plan.glb !== undefined;
  if (exported) writeFileSync(request.glb, Buffer.from(plan.glb, 'base64'));
  writeFileSync(
    request.report,
    JSON.stringify({ files, exported, unapplied: plan.unapplied ?? [], error: plan.error ?? '' }),
  );
}
