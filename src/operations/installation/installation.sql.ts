import { rowOf, type RowOfStatement, sql, statement } from '../../platform/database/index.js';
import { InstallationEntity } from './installation.entity.js';

export const READ = statement('operations.read-installation', {
  parameters: {},
  row: rowOf(InstallationEntity, 'secret_fingerprint', 'storage_id', 'database_id'),
  text: 'select secret_fingerprint, storage_id, database_id from installation',
});

export type Installation = RowOfStatement<typeof READ>;

/** A restored dump has another identity; standbys, and copies of all files, have the same. */
export const READ_DATABASE = statement('operations.read-database', {
  parameters: {},
  row: { id: sql.text },
  text: `
select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
from pg_control_system()
`,
});

const IDENTITY = { fingerprint: sql.bytea.orNull, storage: sql.uuid.orNull, database: sql.text.orNull };

/** Writes what is missing; keeps what another process has written first. */
export const CLAIM = statement('operations.claim-installation', {
  parameters: IDENTITY,
  text: `
update installation set
  secret_fingerprint = coalesce(secret_fingerprint, $fingerprint::bytea), storage_id = coalesce(storage_id, $storage::uuid),
  database_id = coalesce(database_id, $database)
where secret_fingerprint is null or storage_id is null or database_id is null
`,
});

/** Null keeps what was written. */
export const ADOPT = statement('operations.adopt-installation', {
  parameters: IDENTITY,
  text: `
update installation set
  secret_fingerprint = coalesce($fingerprint::bytea, secret_fingerprint), storage_id = coalesce($storage::uuid, storage_id),
  database_id = coalesce($database, database_id)
`,
});
