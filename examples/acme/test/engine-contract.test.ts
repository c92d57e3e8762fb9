import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { loadConfig } from 'offprint';
import { providerContract } from 'offprint/testing';
import { AcmeEngine } from '../src/engine/acme.engine.js';
import { settings } from './support/acme.js';
import { EngineServer } from './support/engine-server.js';

const server = new EngineServer();
before(() => server.start());
after(() => server.stop());

providerContract(
  { describe, it, beforeEach, afterEach },
  {
    name: 'AcmeEngine',
    create: () => new AcmeEngine(loadConfig(settings(server.url))),
    examples: [
      {
        modality: 'image',
        operation: 'text-to-image',
        model: 'acme/poster-2',
        input: { prompt: 'a lighthouse at dawn', quality: 'screen' },
      },
    ],
  },
);
