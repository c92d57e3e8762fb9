/** NOTIFY channel for the id of an API key or sign-in. Only a hint: every decision reads the row. */
export const CREDENTIAL_ENDED_CHANNEL = 'offprint_credential_ended';

/** Notifies all processes of each id at commit. @param ending `update … returning id` that ends credentials. */
export const announcingEnd = (ending: string): string => `
with ended as (${ending})
select id, pg_notify('${CREDENTIAL_ENDED_CHANNEL}', id::text) from ended
`;
