/** The statements that erase the uploads of a deleted account. Each reads and writes a bounded number of rows and may run again. */
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
