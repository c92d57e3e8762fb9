// Formats texts that a script writes, as `npx oxfmt` does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from './build-first.mjs';

const { $schema, ignorePatterns, ...RULES } = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));

/** @param {string} path of the file, whose ending names the language @param {string} text @throws when it has errors */
export async function formatted(path, text) {
  const { code, errors } = await format(path, text, RULES);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}
