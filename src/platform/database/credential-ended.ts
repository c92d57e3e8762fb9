/** NOTIFY channel for the id of an API key or sign-in that has ended. Only a hint: every decision reads the row. */
export const CREDENTIAL_ENDED_CHANNEL = 'offprint_credential_ended';

/**
 * Wraps an `update … returning id` that ends credentials: notifies all processes of each id at commit.
 * @param ending statement that returns the `id` of each ended row.
 */
export const announcingEnd = (ending: string): string => `
with ended as (${ending})
select id, pg_notify('${CREDENTIAL_ENDED_CHANNEL}', id::text) from ended
`;
