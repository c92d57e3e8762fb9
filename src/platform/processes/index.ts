/**
 * All cores of one machine: with PROCESSES the program is a supervisor, which serves nothing itself. It
 *
 * - checks the settings once, opens the database once (the embedded server is its own), runs the migrations, and checks that the server
 *   bears the connections of all its processes;
 * - starts API processes on one port and workers beside them, with the same entry program, by `node:cluster`;
 * - starts a process that died again, after a growing delay, and ends everything when one cannot live;
 * - on SIGHUP replaces them one by one, each new process before the old one drains; on SIGTERM drains them one after the other and stops
 *   the embedded server last;
 * - sums the metrics: any API process responds to GET /metrics for all.
 *
 * A process that loses its supervisor drains and exits. Why it is so: docs/decisions/processes-and-deployment.md.
 */
export { joinSupervisor, type SupervisedApp, type Supervision } from './supervision.js';
export { Supervisor } from './supervisor.js';
