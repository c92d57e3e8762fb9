/**
 * The kind of a prediction is the combination of the columns that filters compare. An installation has few. Their indexes have the kinds in
 * order, so a loose index scan finds every kind with one index lookup each.
 */

/** With more kinds, filtered lists are read by the plain statement. */
export const MOST_KINDS = 500;

const COLUMNS = ['status', 'modality', 'operation', 'model_key', 'env'];

/** The columns of a kind, each after `of`: the alias of a table, with its dot. */
export const kindOf = (of = '') => COLUMNS.map((column) => `${of}${column}`).join(', ');

export const IS_OF_KIND = COLUMNS.map((column) => `p.${column} = k.${column}`).join(' and ');

/**
 * Returns the condition that prediction `p` is of a later kind than `k`. @param isOneState whether the scan is of one state: beside the
 * equality of the state, a comparison that begins with it would start each scan at the first kind of the state.
 */
export const isOfLaterKind = (isOneState: boolean) => {
  const [columns, those] = ['p.', 'k.'].map((of) =>
    COLUMNS.slice(isOneState ? 1 : 0)
      .map((column) => of + column)
      .join(', '),
  );
  return `(${columns}) > (${those})`;
};

/** Final predictions only: creations and claims do not write these indexes. */
export const IS_FINAL = `status <> 'processing'`;
