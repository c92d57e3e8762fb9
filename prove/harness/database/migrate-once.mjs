// Brings the database of its argument up to date, as a start of the service does, and ends. Sends a message when everything
// is loaded and the migration begins: kills are timed from there.
import { migrate } from '../../../dist/database/migrate.js';

process.send?.('migrating');
await migrate(process.argv[2]);
process.exit(0);
