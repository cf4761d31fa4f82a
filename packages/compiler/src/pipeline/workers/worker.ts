// The entry point of a worker thread: dist/worker.js.

import { registry } from '../../registry.js';
import { serveJobs } from './serve-jobs.js';

serveJobs(registry);
