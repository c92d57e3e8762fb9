// Part of `npm run build`: links node_modules/offprint to the checkout. Extensions import `offprint` and must get the classes of
// the running service. `npm ci` removes the link, so every build makes it.
import { lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const link = join(root, 'node_modules/offprint');

if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync('..', link, 'junction');
