// How a client is generated and compiled in each language. clients/README.md has the same commands. They run in a copy of the
// language's folder here.
import { join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const DESCRIPTION = join(root, 'openapi.json');
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/**
 * `tools`: commands that succeed where the language is installed. `commands` generate and compile. `program(workspace, url)` calls
 * the service; it runs in an empty directory.
 */
export const LANGUAGES = [
  {
    name: 'Go',
    tools: [['go', 'version']],
    commands: [
      ['mkdir', '-p', 'offprint'],
      [
        'go',
        'run',
        OAPI_CODEGEN,
        '-generate',
        'types,client',
        '-package',
        'offprint',
        '-o',
        'offprint/client.go',
        DESCRIPTION,
      ],
      ['go', 'build', '-o', 'smoke', '.'],
    ],
    program: (workspace, url) => [join(workspace, 'smoke'), url],
  },
];
