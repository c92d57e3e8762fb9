/** The statements that export the uploads of an account, and erase those of a deleted one (`PersonalData`). */
import { sql, statement } from '../../platform/database/index.js';

/** Uploads of a batch: their files are removed one by one. */
export const ERASED_UPLOADS = 100;

/** Storing an upload takes less. */
const UPLOADING = `interval '5 minutes'`;

/**
 * Returns some of the uploads. An upload has its row before its file, so the first pass leaves those that may still be stored at the
 * deletion.
 */
export const NEXT_UPLOADS = statement('assets.next-uploads', {
  parameters: { account: sql.uuid, pass: sql.integer, deletedAt: sql.timestamptz },
  row: { id: sql.uuid, name: sql.text },
  text: `
select id, name from uploads
where account_id = $account and ($pass = 2 or created_at < $deletedAt::timestamptz - ${UPLOADING}) limit ${ERASED_UPLOADS}
`,
});

/** Deletes uploads whose files are removed. */
export const REMOVE_UPLOADS = statement('assets.remove-uploads', {
  parameters: { uploads: sql.uuid.array },
  text: 'delete from uploads where id = any ($uploads::uuid[])',
});

/** Uploads of an account take at most 500 MB, and are removed after a day. */
export const MOST_UPLOADS = 10_000;

export const UPLOADS = statement('assets.exported-uploads', {
  parameters: { account: sql.uuid },
  row: { name: sql.text, bytes: sql.bigint, created_at: sql.timestamptz, expires_at: sql.timestamptz },
  text: `
select name, bytes, created_at, expires_at from uploads where account_id = $account order by created_at, id limit ${MOST_UPLOADS}
`,
});
