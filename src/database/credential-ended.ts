/** NOTIFY channel on which a process announces the id of an API key or a sign-in that has just ended. A hint: rows are the truth. */
export const CREDENTIAL_ENDED_CHANNEL = 'offprint_credential_ended';

/**
 * Wraps an `update … returning id` that ends credentials: notifies every process of each id at commit.
 * @param ending statement that returns `id` for each row it ended.
 */
export const announcingEnd = (ending: string): string => `
with ended as (${ending})
select id, pg_notify('${CREDENTIAL_ENDED_CHANNEL}', id::text) from ended
`;
