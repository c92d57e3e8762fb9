/**
 * One service with the usual settings and an extension that shows facts, for all files that need no installation of their own:
 * accounts keep them apart.
 */
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

const ALIASES = {
  'dall-e-2': 'embedded-image',
  'gpt-image-1': { model: 'embedded-image', edits: 'embedded-reframe' },
  'tts-1': {
    model: 'embedded-speech',
    voices: { alloy: 'en-us', nova: 'de' },
    drop: ['instructions', 'speed'],
  },
};

async function start(): Promise<ServiceProcess> {
  const service = await spawnService({
    DATA_DIR: await temporaryDirectory(),
    PLUGINS: '@offprint/openai-front',
    OPENAI_FRONT_ALIASES: JSON.stringify(ALIASES),
  });
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
