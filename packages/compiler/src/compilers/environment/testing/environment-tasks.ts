// The tasks of environments, all run on the calling thread.

import { runOnThisThread } from '../../../encoding/parallel.js';
import { fillDfgRow } from '../dfg-table.js';
import { prefilterRow } from '../prefilter.js';
import { resampleRow } from '../resample.js';

export const onOneThread = runOnThisThread({
  prefilter: prefilterRow,
  'resample-sky': resampleRow,
  'dfg-row': fillDfgRow,
});
