/** An engine's catalogue file declares the settings that make it available. Pure. */
import type { CatalogueContents } from './catalogue-files.js';
import type { EngineDefinition } from './catalogue-model.js';

export interface EngineVariable {
  name: string;
  default: string;
  /** The engine is not offered without it. */
  required: boolean;
  secret: boolean;
}

/** Each variable is listed once, in the order of the file. */
export function engineVariables({ definition }: EngineDefinition): EngineVariable[] {
  const { url, secret, auth, ...rest } = definition;
  const found = [
    ...referencesIn(url).map((one) => ({ ...one, required: one.default === '', secret: false })),
    ...referencesIn(secret).map((one) => ({ ...one, required: !isOptional(secret), secret: true })),
    ...referencesIn(auth).map((one) => ({ ...one, required: one.default === '', secret: true })),
    ...referencesIn(rest).map((one) => ({ ...one, required: false, secret: false })),
  ];
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

function referencesIn(written: unknown): { name: string; default: string }[] {
  if (typeof written !== 'object' || written === null) return [];
  if ('from' in written && typeof written.from === 'string') {
    const fallback = 'default' in written ? String(written.default) : '';
    return [{ name: written.from, default: fallback }];
  }
  return Object.values(written).flatMap(referencesIn);
}

const isOptional = (secret: unknown) => (secret as { optional?: boolean }).optional === true;

export const ENGINES_START = '<!-- engines:start -->';
export const ENGINES_END = '<!-- engines:end -->';

export function enginesTable({ engines, models }: CatalogueContents): string {
  const rows = engines.map((engine) => {
    const own = models.filter(({ routes }) => routes.some(({ provider }) => provider === engine.name));
    const operations = [...new Set(own.map(({ operation }) => operation))].join(', ');
    const variables = engineVariables(engine).map(({ name, required }) =>
      required ? `**\`${name}\`**` : `\`${name}\``,
    );
    return `| ${engine.name} | ${engine.adapter} | ${operations} | ${variables.join(', ')} |`;
  });
  return [
    '| Engine | Adapter | Operations of its models | Settings |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

export function enginesExample({ engines }: CatalogueContents): string {
  const entries = engines.flatMap((engine) => [
    '',
    `# The engine ${engine.name} (catalogue/${engine.name}.yaml).`,
    ...engineVariables(engine).map(({ name, default: fallback }) => `# ${name}=${fallback}`),
  ]);
  return ['', '# Engines. One is on offer when its address and its secret are set.', ...entries, ''].join(
    '\n',
  );
}
