// Prometheus scrapes the service; then each query of the board for Grafana has to have a series.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { OFFPRINT_URL, OFFPRINT_METRICS_TOKEN, OFFPRINT_BOARD } = process.env;
const target = { job_name: 'offprint', authorization: { credentials: OFFPRINT_METRICS_TOKEN } };
target.static_configs = [{ targets: [new URL(OFFPRINT_URL).host] }];
const settings = { global: { scrape_interval: '2s' }, scrape_configs: [target] };
writeFileSync('prometheus.yml', JSON.stringify(settings));
const address = '127.0.0.1:19090';
const args = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=${address}`];
const prometheus = spawn('prometheus', [...args, '--log.level=error'], { stdio: 'inherit' });

/** Resolves with the number of series; none while Prometheus starts. */
async function seriesOf(query) {
  const url = `http://${address}/api/v1/query?query=${encodeURIComponent(query)}`;
  const answer = await fetch(url).then(
    (response) => response.json(),
    () => null,
  );
  if (answer?.status === 'error') throw new Error(`${query}: ${answer.error}`);
  return answer?.data.result.length ?? 0;
}

try {
  while ((await seriesOf('count_over_time(up{job="offprint"}[5m]) >= 4')) === 0) await sleep(500);
  const { panels } = JSON.parse(readFileSync(OFFPRINT_BOARD, 'utf8'));
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const empty = [];
  for (const query of queries)
    if ((await seriesOf(query.replaceAll('$__rate_interval', '1m'))) === 0) empty.push(query);
  if (empty.length > 0)
    throw new Error(`${empty.length} of ${queries.length} have no series:\n${empty.join('\n')}`);
  console.log(`${queries.length} queries have a series`);
} finally {
  prometheus.kill();
}
