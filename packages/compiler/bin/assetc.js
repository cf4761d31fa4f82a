#!/usr/bin/env node
// Loads the command line from dist. Says which Node is needed before anything is loaded that an older one cannot run; in the
// repository before the first build there is no dist yet, and npm links only what exists: two reasons for this file. It is CommonJS
// (package.json next to it), because Node loads a module more slowly.
const NEEDED = 20;
const major = Number.parseInt(process.versions.node, 10);
if (major < NEEDED) {
  process.stderr.write(`assetc: needs Node ${NEEDED} or newer; this is Node ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  require('../dist/start/start.js');
}
