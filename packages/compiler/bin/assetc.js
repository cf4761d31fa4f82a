#!/usr/bin/env node
// In the repository before the first build there is no dist yet, and npm links only what exists: hence this file.
import '../dist/cli.js';
