// A strict TypeScript project that has only the tarballs and @types/node: every declaration that it reaches is checked too.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { reportApi } from '../../scripts/api-report.mjs';
import { root } from '../../scripts/build-first.mjs';
import { compilerOf, COMPILERS, STRICT } from './support/compilers.mjs';
import { app } from './support/installation.mjs';
import { run } from './support/program.mjs';

const project = join(app, 'consumer');
mkdirSync(project);
cpSync(join(root, 'examples/acme'), join(project, 'acme'), { recursive: true });
writeFileSync(
  join(project, 'tsconfig.json'),
  JSON.stringify({ compilerOptions: { ...STRICT, noEmit: true }, include: ['**/*.ts'] }),
);
const { names, testingNames } = reportApi(join(app, 'node_modules/offprint/dist/index.d.ts'));
writeFileSync(
  join(project, 'every-name.ts'),
  `export type { ${names.join(', ')} } from 'offprint';
export type { ${testingNames.join(', ')} } from 'offprint/testing';
`,
);
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

for (const release of COMPILERS)
  it(`a strict NodeNext project compiles, with examples/acme, without an error on TypeScript ${release}, libraries checked`, async () => {
    assert.match(
      (await run('node', [compilerOf(release), '--version'])).stdout,
      new RegExp(`Version ${release}\\.`),
    );
    const { code, stdout } = await run('node', [compilerOf(release), '-p', project]);
    assert.equal(stdout, '');
    assert.equal(code, 0);
  });
