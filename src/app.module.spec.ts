import { AppModule } from './app.module.js';
import { GenerationApiModule, GenerationWorkerModule } from './generation/index.js';
import { loadConfig } from './platform/config/index.js';

const importsOf = (roles: string): unknown[] => {
  const config = loadConfig({ ROLES: roles });
  return AppModule.forRoot(config, 'postgres://127.0.0.1/none').imports!;
};

it.each([
  ['api', true, false],
  ['worker', false, true],
  ['api,worker', true, true],
])('with ROLES=%s answers callers: %p, advances predictions: %p', (roles, isApi, isWorker) => {
  const imports = importsOf(roles);
  expect([imports.includes(GenerationApiModule), imports.includes(GenerationWorkerModule)]).toEqual([
    isApi,
    isWorker,
  ]);
});
