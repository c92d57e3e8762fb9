/** Describes exports in openapi.json. */
import { ApiOkResponse } from '../../platform/http/index.js';

export const ABOUT_EXPORT =
  'A ZIP with a JSON file each for the account, its members, keys (masked), predictions with their input, ledger, payments, audit trail, end users, and a list of its stored files. It has neither secrets nor the files themselves. One export of an account runs at a time (409 `export_in_progress`).';

export const ApiZip = () =>
  ApiOkResponse({
    description: 'The archive, sent while it is read.',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  });
