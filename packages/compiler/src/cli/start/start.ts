#!/usr/bin/env node
// The file that Node starts. Published as CommonJS, next to the scripts.

import { load, useCompiledCode } from './scripts.js';

const { main } = load('cli-main');
if (typeof main !== 'function') throw new TypeError('the command line is incomplete: install it again');
void main(__filename, useCompiledCode);
