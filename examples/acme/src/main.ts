/** Acme's own program: the service with Acme's extension, in one process. */
import { createApp, loadConfig } from 'offprint';
import acme from './index.js';

const app = await createApp(loadConfig(process.env), acme);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
process.stdout.write(`Offprint is ready at ${await app.listen()} with Acme\n`);
