/**
 * The kind of a prediction: the combination of the columns that filters compare. An installation has few. Their indexes
 * have the kinds in order, so a loose index scan finds every kind with one index lookup each. Pure.
 */

/** With more kinds, filtered lists are read by the plain statement. */
export const MOST_KINDS = 500;

const COLUMNS = ['status', 'modality', 'operation', 'model_key', 'env'];

/** The columns of a kind, each after `of`: the alias of a table, with its dot. */
export const kindOf = (of = '') => COLUMNS.map((column) => `${of}${column}`).join(', ');

/** The condition that prediction `p` is of the kind in `k`. */
export const IS_OF_KIND = COLUMNS.map((column) => `p.${column} = k.${column}`).join(' and ');

/** Final predictions only: creations and claims do not write these indexes. */
export const IS_FINAL = `status <> 'processing'`;
