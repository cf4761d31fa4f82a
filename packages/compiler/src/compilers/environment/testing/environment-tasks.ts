// The tasks of environments, all run by the thread that asks.

import { runOnThisThread } from '../../../encoding/parallel.js';
import { fillDfgRow } from '../dfg-table.js';
import { prefilterRow } from '../prefilter.js';
import { resampleRow } from '../resample.js';

export const alone = runOnThisThread({ prefilter: prefilterRow, 'resample-sky': resampleRow, 'dfg-row': fillDfgRow });
