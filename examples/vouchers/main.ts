/** A host with modules of its own beside those of the service, in one process and one database (docs/extending.md). */
import { createApp, loadConfig } from 'offprint';
import vouchers from './vouchers.module.js';

const app = await createApp(loadConfig(process.env), vouchers);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
process.stdout.write(`Offprint is ready at ${await app.listen()} with vouchers\n`);
