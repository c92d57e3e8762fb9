/** The statements about what an installation is recognized by. */
import type { RowOf } from '../../platform/database/index.js';
import type { InstallationEntity } from './installation.entity.js';

/** What READ returns. */
export type Installation = RowOf<InstallationEntity, 'secret_fingerprint' | 'storage_id' | 'database_id'>;

/** READ: what was written. */
export const READ = 'select secret_fingerprint, storage_id, database_id from installation';

/**
 * READ_DATABASE: the cluster and the database in it. A dump that is restored has another one; standbys, and copies of all files, have the
 * same.
 */
export const READ_DATABASE = `
select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
from pg_control_system()
`;

/** CLAIM: writes what is missing, the fingerprint $1, the storage $2 and the database $3; keeps what another process has written first. */
export const CLAIM = `
update installation set
  secret_fingerprint = coalesce(secret_fingerprint, $1::bytea), storage_id = coalesce(storage_id, $2::uuid),
  database_id = coalesce(database_id, $3)
where secret_fingerprint is null or storage_id is null or database_id is null
`;

/** ADOPT: writes the fingerprint $1, the storage $2 and the database $3; null keeps what was written. */
export const ADOPT = `
update installation set
  secret_fingerprint = coalesce($1::bytea, secret_fingerprint), storage_id = coalesce($2::uuid, storage_id),
  database_id = coalesce($3, database_id)
`;
