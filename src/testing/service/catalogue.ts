import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packagePath } from '../../platform/env/index.js';
import type { FakeEngine } from '../engine/fake-engine.js';
import { catalogueFileOf } from '../engine/fake-models.js';

const PLANS_FILE = /^plans\.(ya?ml|json)$/i;
const SHIPPED = packagePath('catalogue');

/**
 * Writes a catalogue into `directory`. @param sources directories and YAML files. A directory with a file of plans is a whole
 * catalogue and takes the place of the shipped one; every other source is added.
 */
export function writeCatalogue(
  directory: string,
  sources: readonly string[],
  engines: readonly FakeEngine[],
): void {
  mkdirSync(directory, { recursive: true });
  const isWhole = (source: string) =>
    statSync(source).isDirectory() && readdirSync(source).some((name) => PLANS_FILE.test(name));
  for (const source of sources.some(isWhole) ? sources : [SHIPPED, ...sources])
    cpSync(source, statSync(source).isDirectory() ? directory : join(directory, basename(source)), {
      recursive: true,
    });
  // JSON is YAML.
  for (const { name, models } of engines)
    writeFileSync(join(directory, `${name}.yaml`), JSON.stringify(catalogueFileOf(name, models)));
}
