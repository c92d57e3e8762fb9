/** `offprint ops-key list`: prints the operator keys, newest first, without their secrets. */
import { OperatorKeys } from '../keys/index.js';
import { createCommand, print } from './command.js';
import { tableOf } from './table.js';

const PER_PAGE = 100;
const HEAD = ['id', 'key', 'status', 'scopes', 'name'];

export const opsKeyList = createCommand({
  usage: 'usage: offprint ops-key list',
  options: {},
  read: () => async (app) => {
    const keys = app.get(OperatorKeys);
    const rows: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await keys.list({ limit: PER_PAGE, cursor });
      rows.push(...page.items.map((key) => [key.id, key.masked, key.status, key.scopes.join(','), key.name]));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return print(tableOf(HEAD, rows));
  },
});
