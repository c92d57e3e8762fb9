// `npm run lane -- redis`: packages/redis-limits against a real Redis, which is installed by apt when it is missing. REDIS_SERVER
// names another program, such as valkey-server. Last line: `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- redis [<arguments of Jest>]   Tests the limits and the notices in Redis against a real server.',
);

const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const program = process.env.REDIS_SERVER ?? 'redis-server';
for (const [name, needed] of [
  ['redis-server', program],
  ['faketime', 'faketime'],
])
  if (!runs(needed)) install(name);
runJest('test/redis/jest.config.mjs', process.argv.slice(2), { REDIS_SERVER: program });

/** Installs a package of Debian. A policy keeps the server of the package from being started. */
function install(name) {
  const sudo = process.getuid() === 0 ? [] : ['sudo'];
  const apt = (...args) => {
    const [command, ...rest] = [
      ...sudo,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'RUNLEVEL=1',
      'apt-get',
      ...args,
    ];
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  console.log(`installing ${name}`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', name);
}
