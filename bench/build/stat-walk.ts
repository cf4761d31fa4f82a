// A program that asks for the stat data of every file of the folders: what a build without work cannot do without.

export const STAT_WALK = `
import { readdirSync, statSync } from 'node:fs';
let files = 0;
const walk = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder + '/' + entry.name;
    if (entry.isDirectory()) walk(path);
    else { statSync(path); files++; }
  }
};
for (const folder of process.argv.slice(2)) walk(folder);
if (files === 0) process.exit(1);
`;
