// `npm run lane -- s3`: the storage of packages/s3-storage against versitygw, an S3 server that is not ours. It is built from
// its sources by Go, which is installed by apt when it is missing. Last line: `N passed, N failed`.
import { runJest } from '../../scripts/check/run-jest.mjs';
import { buildGoProgram } from '../../scripts/go.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- s3 [<arguments of Jest>]   Tests the S3 storage against a real S3 server.',
);

const VERSION = 'v1.8.0';
/** That this version needs. Debian 12 has an older one. */
const TOOLCHAIN = 'go1.25.0';

const program = buildGoProgram('github.com/versity/versitygw/cmd/versitygw', VERSION, TOOLCHAIN);
runJest('test/s3/jest.config.mjs', process.argv.slice(2), { VERSITYGW: program });
