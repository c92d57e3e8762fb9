// `npm run lane -- database`: builds, then tests the service on a primary with a standby, and through PgBouncer in transaction
// mode. It needs Debian's postgresql-15 and pgbouncer, and passes arguments to Jest. The counts are the last line of the output.
import { existsSync } from 'node:fs';
import { buildFirst } from '../../scripts/build-first.mjs';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- database [<arguments of Jest>]   Tests a failover and PgBouncer, with those of Debian. PGBOUNCER is the path of another PgBouncer.',
);

const PROGRAMS = { 'postgresql-15': '/usr/lib/postgresql/15/bin/initdb', pgbouncer: '/usr/sbin/pgbouncer' };

const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]));
if (missing.length > 0) {
  console.error(
    `npm run lane -- database needs ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`,
  );
  process.exit(1);
}
if (!buildFirst()) process.exit(1);
runJest('test/database/jest.config.mjs', process.argv.slice(2));
