import { startTestService, type TestService } from 'offprint/testing';
import acme from '../../src/index.js';
import { ENGINE_KEY, EngineServer } from './engine-server.js';

export const POSTER_REQUEST = { modelKey: 'acme-poster', prompt: 'a lighthouse at dawn' };

/** The settings that Acme needs, for a service of a test. */
export function settings(engineUrl: string): Record<string, string> {
  return {
    ACME_ENGINE_URL: engineUrl,
    ACME_ENGINE_KEY: ENGINE_KEY,
    ACME_STORAGE_KEY: 'a5'.repeat(32),
  };
}

/** Starts the service with Acme's extension and catalogue, and the render server that it uses. */
export async function startAcme(
  env: Record<string, string> = {},
): Promise<{ service: TestService; engine: EngineServer; stop: () => Promise<void> }> {
  const engine = await new EngineServer().start();
  const service = await startTestService({
    plugins: [acme],
    catalogue: './catalogue',
    engines: [],
    env: { ...settings(engine.url), ...env },
  });
  const stop = async () => {
    await service.close();
    await engine.stop();
  };
  return { service, engine, stop };
}
