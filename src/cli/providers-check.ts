/**
 * `offprint providers check`: lists every engine, whether it is configured, and the result of its health check. It
 * costs nothing at the engines and changes nothing here: only the service closes circuits, by its own probes.
 */
import type { INestApplicationContext } from '@nestjs/common';
import { bundledExtensions } from '../bundled-extensions.js';
import { Catalogue } from '../catalogue/index.js';
import { type Circuit, ProviderCircuits } from '../generation/index.js';
import { Config } from '../platform/config/index.js';
import { checkEngine, missingSettings, type Provider, ProviderRegistry } from '../providers/index.js';
import { createCommand, print } from './command.js';
import { tableOf } from './table.js';

const HEAD = ['ENGINE', 'ADAPTER', 'HOST', 'MODELS ON OFFER', 'CIRCUIT', 'CHECK'];
const NOTHING = '-';

interface Line {
  cells: string[];
  configured: boolean;
  ok: boolean;
}

export const providersCheck = createCommand({
  usage: 'usage: offprint providers check',
  options: {},
  read: () => async (app) => {
    const lines = await checkAll(app);
    const rows = lines.map(({ cells }) => cells);
    print(`${tableOf(HEAD, rows)}\n\n${summaryOf(lines)}`);
    return lines.every(({ ok }) => ok) ? 0 : 1;
  },
});

/** Checks in parallel; configured engines come first. */
async function checkAll(app: INestApplicationContext): Promise<Line[]> {
  const registry = app.get(ProviderRegistry);
  const catalogue = app.get(Catalogue);
  const config = app.get(Config);
  const bundled = (await bundledExtensions(config)).flatMap(({ providers = [] }) => providers);
  const isBuiltIn = (provider: Provider) => bundled.some((kind) => provider instanceof kind);
  const circuits = await app.get(ProviderCircuits).list();
  const named = catalogue.entries.flatMap(({ routes }) => routes.map(({ provider }) => provider));
  const defined = catalogue.engines.map(({ name }) => name);
  const others = [...new Set([...defined, ...named])].filter((name) => !registry.find(name));
  const checked = await Promise.all(
    circuits.map((circuit) => {
      const provider = registry.find(circuit.provider)!;
      const adapter = isBuiltIn(provider) ? 'built in' : adapterOf(provider, catalogue);
      return checkOne(provider, adapter, catalogue, circuit);
    }),
  );
  return [...checked, ...others.map((name) => unconfiguredLine(name, catalogue, config))];
}

async function checkOne(
  provider: Provider,
  adapter: string,
  catalogue: Catalogue,
  circuit: Circuit,
): Promise<Line> {
  const { ok, detail } = await checkEngine(provider);
  const { name, address } = provider;
  const host = address !== null && URL.canParse(address) ? new URL(address).host : NOTHING;
  const why = circuit.failures > 0 ? `; last failure: ${circuit.reason}` : '';
  const check = oneLine(`${ok ? 'ok' : 'FAILED'}: ${detail}${why}`);
  const cells = [name, adapter, host, modelsOf(name, catalogue), circuit.state, check];
  return { cells, configured: true, ok };
}

function unconfiguredLine(name: string, catalogue: Catalogue, config: Config): Line {
  const engine = catalogue.engines.find((one) => one.name === name);
  const wanted = engine ? missingSettings(engine, (variable) => config.variable(variable)) : [];
  const how = engine ? `set ${wanted.join(' and ')}` : 'it is of an extension that is not loaded';
  const [adapter, models] = [engine?.adapter ?? NOTHING, modelsOf(name, catalogue)];
  const cells = [name, adapter, NOTHING, models, NOTHING, `not configured: ${how}`];
  return { cells, configured: false, ok: true };
}

function adapterOf(provider: Provider, catalogue: Catalogue): string {
  return catalogue.engines.find(({ name }) => name === provider.name)?.adapter ?? 'extension';
}

function modelsOf(name: string, catalogue: Catalogue): string {
  const runs = ({ routes }: { routes: readonly { provider: string }[] }) =>
    routes.some(({ provider }) => provider === name);
  return `${catalogue.list().filter(runs).length} of ${catalogue.entries.filter(runs).length}`;
}

function summaryOf(lines: Line[]): string {
  const configured = lines.filter((line) => line.configured);
  const failed = configured.filter(({ ok }) => !ok).map(({ cells }) => cells[0]);
  const answer =
    failed.length === 0
      ? 'all answer as they should'
      : `${failed.join(', ')} ${failed.length === 1 ? 'does' : 'do'} not answer as it should`;
  return `${configured.length} of ${lines.length} engines are configured; ${answer}`;
}

const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
