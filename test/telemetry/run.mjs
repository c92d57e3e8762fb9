// `npm run lane -- telemetry`: the traces of packages/telemetry, from processes of the service to a receiver that decodes them by
// OpenTelemetry's own definitions; with `--collector`, to OpenTelemetry's Collector. Both are built by Go, which is installed by
// apt when it is missing. Last line: `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildFirst, root } from '../../scripts/build-first.mjs';
import { runJest } from '../../scripts/check/run-jest.mjs';
import { findOrInstallGo, QUICK_BUILD } from '../../scripts/go.mjs';
import { answerHelp } from '../../scripts/help.mjs';

answerHelp(
  'usage: npm run lane -- telemetry [--collector] [<arguments of Jest>]   Tests the traces against a real receiver.',
);

const TOOLCHAIN = 'go1.25.0';
const COLLECTOR = 'v0.165.0';
/** That this version of the Collector needs. */
const COLLECTOR_TOOLCHAIN = 'go1.26.0';
const cache = join(root, 'node_modules/.cache/offprint-tests');
const here = join(root, 'test/telemetry');

const args = process.argv.slice(2).filter((argument) => argument !== '--collector');
const env = {};
if (!buildFirst({ quiet: true })) process.exit(1);
if (process.argv.includes('--collector')) env.OTLP_COLLECTOR = buildCollector();
else env.OTLP_RECEIVER = buildReceiver();
runJest('test/telemetry/jest.config.mjs', args, env);

/** Builds the receiver of this folder. */
function buildReceiver() {
  const folder = join(cache, 'otlp-receiver');
  mkdirSync(folder, { recursive: true });
  const program = join(folder, 'receiver');
  run(findOrInstallGo(TOOLCHAIN), ['build', QUICK_BUILD, '-o', program, '.'], join(here, 'receiver'));
  return program;
}

/** Builds the Collector with its own builder, which writes its whole program. */
function buildCollector() {
  const folder = join(cache, `otelcol-${COLLECTOR}`);
  const program = join(folder, 'out/otelcol');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const go = findOrInstallGo(COLLECTOR_TOOLCHAIN);
  run(go, ['install', `go.opentelemetry.io/collector/cmd/builder@${COLLECTOR}`], folder, { GOBIN: folder });
  cpSync(join(here, 'collector.yaml'), join(folder, 'collector.yaml'));
  run(join(folder, 'builder'), ['--config', 'collector.yaml'], folder);
  return program;
}

function run(program, programArgs, cwd, more = {}) {
  const startedAt = performance.now();
  const environment = { ...process.env, CGO_ENABLED: '0', ...more };
  execFileSync(program, programArgs, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${[program.split('/').at(-1), ...programArgs].slice(0, 2).join(' ')} (${seconds} s)`);
}
