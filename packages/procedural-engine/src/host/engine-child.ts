/**
 * Entry point of an engine child process; started by `EnginePool`, never by hand.
 *
 * sharp is kept to one thread and no cache: the pool's size is the number of cores in use, and a child that has
 * made a large picture should give its memory back.
 */
import sharp from 'sharp';
import { loadOperation } from './operations.js';
import { serveTasks } from './serve-tasks.js';

sharp.concurrency(1);
sharp.cache(false);
serveTasks(loadOperation);
