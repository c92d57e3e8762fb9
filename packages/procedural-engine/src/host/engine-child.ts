/**
 * Entry point of an engine child process; `EnginePool` starts it.
 *
 * sharp uses one thread and no cache: the size of the pool is the number of cores in use, and a child frees the memory of
 * a large picture.
 */
import sharp from 'sharp';
import { loadOperation } from './operations.js';
import { serveTasks } from './serve-tasks.js';

sharp.concurrency(1);
sharp.cache(false);
serveTasks(loadOperation);
