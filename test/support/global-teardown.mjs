import { rm } from 'node:fs/promises';

export default async function globalTeardown() {
  const { server, directory } = globalThis.testPostgres;
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
