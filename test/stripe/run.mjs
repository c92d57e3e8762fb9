// `npm run lane -- stripe`: packages/stripe-billing against stripe-mock, Stripe's own server for tests, which checks each request against
// Stripe's OpenAPI. It is built from its sources by Go, which is installed by apt when it is missing. Last line: `N passed, N failed`.
import { runJest } from '../../scripts/check/run-jest.mjs';
import { buildGoProgram } from '../../scripts/go.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- stripe [<arguments of Jest>]   Tests the payments through Stripe against stripe-mock.',
);

const VERSION = 'v0.203.0';
/** New enough for this version, and the one of `npm run lane -- s3`. Debian 12 has an older one. */
const TOOLCHAIN = 'go1.25.0';

const program = buildGoProgram('github.com/stripe/stripe-mock', VERSION, TOOLCHAIN);
runJest('test/stripe/jest.config.mjs', process.argv.slice(2), { STRIPE_MOCK: program });
