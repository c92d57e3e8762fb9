// Migrates the database of its argument, as a start of the service does, and exits. Sends a message when all modules are loaded
// and the migration begins; kills are timed from this message.
import { migrate } from '../../../dist/platform/database/migrate.js';

process.send?.('migrating');
await migrate(process.argv[2]);
process.exit(0);
