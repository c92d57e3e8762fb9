// One file for `import` and one for `require`; the command of the package is a third. Nothing but modules of Node is left outside.
import { defineConfig } from 'rolldown';

const external = /^node:/;

export default defineConfig([
  {
    input: 'src/index.ts',
    external,
    output: [
      { file: 'dist/index.js', format: 'esm' },
      { file: 'dist/index.cjs', format: 'cjs' },
    ],
  },
  { input: 'src/types-command.ts', external, output: { file: 'dist/types-command.js', format: 'esm' } },
]);
