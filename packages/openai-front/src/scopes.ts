import { SCOPES } from 'offprint';

/** Each of these allows at least one modality. Which one a request needs depends on its model. */
export const GENERATING_SCOPES = SCOPES.filter((scope) => scope !== 'read' && scope !== 'billing');
/** For what only reads. */
export const READING_SCOPES = SCOPES.filter((scope) => scope !== 'billing');
