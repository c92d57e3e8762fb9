// The public API: docs/api-report.md is what the installed package declares.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { reportApi } from '../../scripts/api-report.mjs';
import { root } from '../../scripts/build-first.mjs';
import { formatted } from '../../scripts/formatted.mjs';
import { app } from './support/installation.mjs';

const report = reportApi(join(app, 'node_modules/offprint/dist/index.d.ts'));

it('every exported symbol has a docstring, and mentions only types that can be imported', () => {
  assert.ok(report.names.length > 100);
  assert.deepEqual(report.problems, []);
});

it('docs/api-report.md shows every declaration: after a change, npm run generate -- api-report and a line in the changelog', async () => {
  const file = join(root, 'docs/api-report.md');
  assert.equal(await formatted(file, report.text), readFileSync(file, 'utf8'));
});

it('the list of src/index.ts names every symbol', () => {
  assert.doesNotMatch(readFileSync(join(root, 'src/index.ts'), 'utf8'), /export \*/);
});
