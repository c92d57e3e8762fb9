// A strict TypeScript project that has only the tarballs and @types/node: every declaration that it reaches is checked too.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { reportApi } from '../../scripts/api-report.mjs';
import { app, install, scratch } from './support/installation.mjs';
import { run } from './support/program.mjs';

const RELEASES = ['5', '6'];

const STRICT = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  noEmit: true,
  types: ['node'],
};

const project = join(app, 'consumer');
mkdirSync(project);
writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['*.ts'] }));
const { names } = reportApi(join(app, 'node_modules/offprint/dist/index.d.ts'));
writeFileSync(join(project, 'every-name.ts'), `export type { ${names.join(', ')} } from 'offprint';\n`);
writeFileSync(
  join(project, 'engine.ts'),
  `import { createApp, loadConfig, Provider, type CatalogueModel, type Outcome, type Work } from 'offprint';

export class Engine extends Provider {
  override readonly name = 'acme';
  override readonly resubmission = 'idempotent';
  override offers(model: CatalogueModel): boolean {
    return model.operation === 'text-to-image';
  }
  override async submit({ predictionId, input }: Work): Promise<Outcome> {
    return { kind: 'pending', ref: { id: predictionId, prompt: input['prompt'] }, pollAfterMs: 1000 };
  }
}

export const app = await createApp(loadConfig(process.env), { providers: [Engine] });
`,
);

/** @returns the path of the compiler of a release. */
function compilerOf(release) {
  const folder = join(scratch, `typescript-${release}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  install(folder, `typescript@${release}`);
  return join(folder, 'node_modules/typescript/bin/tsc');
}

for (const release of RELEASES)
  it(`a strict NodeNext project compiles without an error on TypeScript ${release}, libraries checked`, async () => {
    const compiler = compilerOf(release);
    assert.match((await run('node', [compiler, '--version'])).stdout, new RegExp(`Version ${release}\\.`));
    const { code, stdout } = await run('node', [compiler, '-p', project]);
    assert.equal(stdout, '');
    assert.equal(code, 0);
  });
