/** One service with the usual settings, for all files that need no installation of their own: accounts keep them apart. */
import { rm } from 'node:fs/promises';
import {
  keepAfterFile,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../../support/service-process.js';

let shared: Promise<ServiceProcess> | undefined;

export function sharedService(): Promise<ServiceProcess> {
  return (shared ??= start());
}

async function start(): Promise<ServiceProcess> {
  const service = await spawnService({ DATA_DIR: await temporaryDirectory() });
  keepAfterFile(service);
  return service;
}

/** After all files (`end.mjs`). */
export async function endSharedService(): Promise<void> {
  const service = await shared;
  if (!service) return;
  await service.end('SIGTERM');
  await rm(service.directory, { recursive: true, force: true, maxRetries: 3 });
}
