import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/service-process.js';

/** Installs the built package beside this checkout's service, as npm does. @returns the path for PLUGINS. */
export async function installPlugin(): Promise<string> {
  const modules = join(await temporaryDirectory(), 'node_modules');
  const folder = join(modules, '@offprint/telemetry');
  await mkdir(folder, { recursive: true });
  for (const name of ['dist', 'package.json'])
    await cp(join('packages/telemetry', name), join(folder, name), { recursive: true });
  await symlink(process.cwd(), join(modules, 'offprint'));
  for (const scope of ['@opentelemetry', '@nestjs'])
    await symlink(join(process.cwd(), 'node_modules', scope), join(modules, scope));
  return join(folder, 'dist/index.js');
}
