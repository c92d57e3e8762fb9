/**
 * The load generator: autocannon in a process of its own, so that it shares no event loop with what it measures or
 * with who reads the clocks. Takes one job by message, answers with one message, ends.
 *
 * Job: { url, connections, seconds or amount, requests: [{ method, path, headers, body }] }. The requests are dealt
 * out to the connections like cards; each connection sends its own in turn, over and over.
 */
import autocannon from 'autocannon';
import { quantile } from './statistics.mjs';

process.once('message', (job) => run(job));
process.once('disconnect', () => process.exit());

function run({ url, connections, seconds, amount, requests }) {
  const times = [];
  let startedAt = 0;
  let endedAt = 0;
  let dealt = 0;
  const instance = autocannon(
    {
      url,
      connections,
      ...(amount ? { amount } : { duration: seconds }),
      sampleInt: 50,
      setupClient: (client) => client.setRequests(hand(requests, dealt++, connections)),
    },
    (error, result) => {
      if (error) throw error;
      const { non2xx, errors, timeouts, statusCodeStats } = result;
      process.send({
        perSecond: times.length / ((endedAt - startedAt) / 1000),
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        requests: times.length,
        refused: non2xx + errors + timeouts,
        statuses: statusCodeStats,
      });
      process.disconnect();
    },
  );
  instance.on('start', () => (startedAt = performance.now()));
  instance.on('response', (_client, _status, _bytes, milliseconds) => {
    times.push(milliseconds);
    endedAt = performance.now();
  });
}

function hand(requests, player, players) {
  const own = requests.filter((_, index) => index % players === player % requests.length);
  return own.length > 0 ? own : [requests[player % requests.length]];
}
