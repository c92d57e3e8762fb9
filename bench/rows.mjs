/**
 * Lists the rows in the order of the table. A row is `{ name, measure }` in a file of its own: `--only` selects it by `name`;
 * `measure(bench)` returns lines of the table (row.mjs) and starts databases and services with `bench` (measure.mjs).
 */
import { costs } from './rows/costs.mjs';
import { create } from './rows/create.mjs';
import { drain } from './rows/drain.mjs';
import { earlierBuild } from './rows/earlier-build.mjs';
import { history } from './rows/history.mjs';
import { inFlight } from './rows/in-flight.mjs';
import { listener } from './rows/listener.mjs';
import { longPolls } from './rows/long-polls.mjs';
import { memory } from './rows/memory.mjs';
import { onePort } from './rows/one-port.mjs';
import { pickUp } from './rows/pick-up.mjs';
import { processes } from './rows/processes.mjs';
import { redis } from './rows/redis.mjs';
import { requestLog } from './rows/request-log.mjs';
import { routes } from './rows/routes.mjs';
import { start } from './rows/start.mjs';
import { status } from './rows/status.mjs';
import { storing } from './rows/storing.mjs';
import { tableSize } from './rows/table-size.mjs';
import { telemetry } from './rows/telemetry.mjs';
import { usual } from './rows/usual.mjs';
import { whole } from './rows/whole.mjs';

export const ROWS = [
  status,
  create,
  whole,
  costs,
  listener,
  telemetry,
  requestLog,
  earlierBuild,
  usual,
  history,
  routes,
  pickUp,
  drain,
  storing,
  longPolls,
  inFlight,
  tableSize,
  processes,
  onePort,
  redis,
  start,
  memory,
];
