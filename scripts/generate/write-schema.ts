// Writes the JSON Schema of assetc.yml, generated from the declarations, to the path given.

import { writeFileSync } from 'node:fs';
import { configSchema } from '../../packages/compiler/src/config/schema.js';
import { registry } from '../../packages/compiler/src/registry.js';

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('usage: write-schema <file>');
writeFileSync(target, `${JSON.stringify(configSchema(registry.groups), null, 2)}\n`);
