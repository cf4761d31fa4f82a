// `<output>/.assetc-cache`: what earlier builds wrote and from what. A text file of lines, each
// `<16 hex digits> <32 hex digits> <JSON>`: the start of the SHA-256 of the JSON, which detects a torn line, and its seal
// (see seal.ts), which proves who wrote it:
//
//   line 1   {"assetc":"cache","version":6}
//   line 2   the snapshot: RecordTables of all assets, plus
//              blocks           if there are many assets: the index of the lines that follow with their rows (see record-blocks.ts). It
//                               states their seals, so this line identifies them
//              manifest, pack   ProductRecord or null
//              packs            several packs: name and ProductRecord; absent if there are none
//              code             generated files: path relative to the output folder, and ProductRecord; absent if there are none
//              leftovers        outputs that a build wrote or meant to write and that no asset owns
//              failures         see failures.ts; absent if there are none
//              times            see times.ts; only for reports. If there are blocks, the last line of them
//              builds           the highest build in times
//              settled          true if the build succeeded; lines that follow make it false
//              foreign          paths among all these that no build on this machine has written
//   others   appended while a build runs, the newest last:
//              {"intent":[paths]}   outputs about to be written; synced before the first of them is
//              {"tables":…}         RecordTables of assets whose outputs are written; what these wrote before under other names is left over
//              {"end":…,"times":…}  the end of a narrow build that succeeded: RecordTables of the assets that it checked. Everything
//                                   announced before it belongs to an asset, so the lines up to here mean the same as a snapshot.
//                                   "gone": keys of assets that no longer exist; "manifest": ProductRecord, if it was written
//
// A build that ends writes a new snapshot (temporary file, sync, rename); a narrow one appends its end until that would be long. A killed
// one leaves the appended lines: intents list everything that it may have written, and finished assets need not be compiled again. Torn
// lines are skipped; if one of the first two is torn, the file is treated as absent. A complete line without our seal makes the whole
// file untrusted (see unsealed-records.ts).
// No path in it is absolute, so an output folder can be moved or copied together with its cache.
//
// Rejected: a binary file (JSON.parse of rows loads 10,000 assets in some 20 ms, less than Node takes to start); one record
// file per asset (10,000 opens cost 150 ms); SQLite (a native module, or Node 22).

import { join } from 'node:path';
import { errorCode, type Host } from '../host/host.js';
import { decodeLine, identityWith, isMarked, splitLines } from './cache-lines.js';
import { addLine, CACHE_FILE, type CacheState, decodeHead, emptyCache, HEADER } from './cache-state.js';
import { checkTables } from './check-tables.js';
import { checkIndex, decodeBlocks } from './record-blocks.js';
import { openSeal, type Seal } from './seal.js';
import { distrustUnknownCodes } from './unknown-codes.js';
import { adoptUnsealedRecords } from './unsealed-records.js';
import { Damaged, fields } from './untrusted.js';

export function loadCache(host: Host, output: string): CacheState {
  const file = join(output, CACHE_FILE);
  let bytes: Uint8Array;
  try {
    // Appending would follow a link in its place.
    if (host.entryType(file) === 'link') return emptyCache('damaged');
    bytes = host.readFile(file);
  } catch (error) {
    return emptyCache(errorCode(error) === 'ENOENT' ? 'absent' : 'damaged');
  }
  let decoded: { readonly state: CacheState; readonly sealed: boolean } | undefined;
  try {
    decoded = decodeCache(bytes, openSeal(host));
  } catch (error) {
    // Damaged, not JSON, or nested too deeply: a cold start is always correct, an error never is.
    if (error instanceof Damaged || error instanceof SyntaxError || error instanceof RangeError)
      return emptyCache('damaged');
    throw error;
  }
  if (decoded === undefined) return emptyCache('damaged');
  const { state, sealed } = decoded;
  return sealed ? state : adoptUnsealedRecords(state, emptyCache(undefined), host, output);
}

/** Returns undefined if the file is not ours, or torn. Throws Damaged if a complete line has unexpected content. */
function decodeCache(
  bytes: Uint8Array,
  seal: Seal,
): { readonly state: CacheState; readonly sealed: boolean } | undefined {
  const [first, second, ...rest] = splitLines(bytes);
  const header = decodeLine(first, seal);
  if (header === undefined) return undefined;
  const { assetc, version } = fields(header.value);
  if (assetc !== HEADER.assetc || version !== HEADER.version) return undefined;
  const snapshot = decodeLine(second, seal);
  if (snapshot === undefined) return undefined;
  let { sealed } = snapshot;
  let isTorn = false;
  const { blocks: indexed } = fields(snapshot.value);
  const blocks = indexed === undefined ? undefined : checkIndex(indexed);
  const marks = blocks?.lines ?? [];
  const own = rest.slice(0, marks.length).map((line) => decodeLine(line, seal));
  const others = rest.slice(marks.length);
  // A block that is missing, torn, or of another snapshot.
  if (!marks.every((mark, block) => isMarked(own[block], mark))) return undefined;
  sealed &&= own.every((line) => line?.sealed === true);
  const rows = blocks === undefined ? {} : decodeBlocks(blocks, (block) => own[block]?.value);
  const state = decodeSnapshot({ ...fields(snapshot.value), ...rows });
  state.identity = identityWith(identityWith('', header), snapshot);
  state.appendedLines = others.length;
  for (const line of others) {
    const appended = decodeLine(line, seal);
    isTorn ||= appended === undefined;
    if (appended !== undefined) {
      sealed &&= appended.sealed;
      state.identity = identityWith(state.identity, appended);
      addLine(state, fields(appended.value));
    }
    const isEnd = !isTorn && appended !== undefined && fields(appended.value).end !== undefined;
    state.needsSnapshot = !isEnd;
    state.settled = isEnd;
  }
  if (state.leftovers.size > 0) for (const [path] of state.records.outputs()) state.leftovers.delete(path);
  return { state, sealed };
}

function decodeSnapshot(snapshot: unknown): CacheState {
  checkTables(snapshot);
  distrustUnknownCodes(snapshot);
  const state = emptyCache(undefined, snapshot);
  decodeHead(state, snapshot);
  return state;
}
