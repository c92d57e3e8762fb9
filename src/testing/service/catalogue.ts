/** Puts the catalogue of a test together: the shipped files or others, and those of the fake engines. */
import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FakeEngine } from '../engine/fake-engine.js';
import { catalogueFileOf } from '../engine/fake-models.js';

const SHIPPED = fileURLToPath(new URL('../../../catalogue', import.meta.url));

/**
 * Writes a catalogue into `directory`. @param sources directories and YAML files. A directory with a `plans.yaml` is a whole
 * catalogue and takes the place of the shipped one; every other source is added.
 */
export function writeCatalogue(
  directory: string,
  sources: readonly string[],
  engines: readonly FakeEngine[],
): void {
  mkdirSync(directory, { recursive: true });
  const isWhole = (source: string) => existsSync(join(source, 'plans.yaml'));
  for (const source of sources.some(isWhole) ? sources : [SHIPPED, ...sources])
    cpSync(source, statSync(source).isDirectory() ? directory : join(directory, basename(source)), {
      recursive: true,
    });
  // JSON is YAML.
  for (const { name, models } of engines)
    writeFileSync(join(directory, `${name}.yaml`), JSON.stringify(catalogueFileOf(name, models)));
}
