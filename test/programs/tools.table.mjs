// Programs that read the description of the API: generators of clients, validators; and those that read its metrics.

const PICTURE = { 'picture.png': 'image/png 512x512' };
const TSC =
  'npx tsc --strict --target es2022 --module nodenext --moduleResolution nodenext --skipLibCheck --types node --outDir .';
const npm = (name, ...packages) => ({ registry: 'npm', name, packages });
const typescript = (name, ...packages) => npm(name, ...packages, 'typescript@5.9.3', '@types/node@20.19.25');
/** The generated modules do not name their files as Node does: they are checked, and bundled. */
const bundled = (file) => [
  `npx tsc --noEmit --strict --target es2022 --module esnext --moduleResolution bundler --allowImportingTsExtensions --skipLibCheck --types node ${file}.ts`,
  `npx esbuild ${file}.ts --log-level=error --bundle --packages=external --platform=node --format=esm --outfile=${file}.mjs`,
];
const OPENAPI_GENERATOR = {
  registry: 'Maven Central',
  packages: ['org.openapitools:openapi-generator-cli:7.25.0'],
};
const generateFor = (language) =>
  `java -jar libraries/openapi-generator-cli-7.25.0.jar generate -i openapi.json -g ${language} -o client`;
const generates = {
  description: true,
  does: 'the client compiles under `--strict`, generates, waits, saves the file',
  comes: PICTURE,
};

/** @type {import('./table.mjs').Program[]} */
export const GENERATORS = [
  {
    ...typescript(
      'openapi-typescript and openapi-fetch',
      'openapi-fetch@0.17.0',
      'openapi-typescript@7.13.0',
    ),
    ...generates,
    setup: [
      'npx openapi-typescript openapi.json --default-non-nullable=false -o offprint.ts',
      `${TSC} openapi-fetch.ts`,
    ],
    program: 'node/openapi-fetch.ts',
    starts: 'openapi-fetch.js',
  },
  {
    ...typescript('Hey API', '@hey-api/openapi-ts@0.99.0', 'esbuild@0.27.0'),
    ...generates,
    setup: ['npx openapi-ts -i openapi.json -o client', ...bundled('hey-api')],
    program: 'node/hey-api.ts',
    starts: 'hey-api.mjs',
  },
  {
    ...typescript('swagger-typescript-api', 'swagger-typescript-api@13.13.0', 'esbuild@0.27.0'),
    ...generates,
    setup: [
      'npx swagger-typescript-api generate -p openapi.json -o . -n client.ts --silent',
      ...bundled('swagger-typescript-api'),
    ],
    program: 'node/swagger-typescript-api.ts',
    starts: 'swagger-typescript-api.mjs',
  },
  {
    ...typescript('orval', 'orval@8.38.0', 'esbuild@0.27.0'),
    ...generates,
    setup: [
      // Without it, a body that may be a form or a file gets a function that does not compile.
      `echo "export default { offprint: { input: 'openapi.json', output: { target: 'client.ts', client: 'fetch', override: { splitByContentType: true } } } }" > orval.config.mjs`,
      'npx orval --config orval.config.mjs',
      ...bundled('orval'),
    ],
    program: 'node/orval.ts',
    starts: 'orval.mjs',
  },
  {
    ...typescript(
      'kubb',
      '@kubb/cli@4.39.3',
      '@kubb/core@4.39.3',
      '@kubb/plugin-oas@4.39.3',
      '@kubb/plugin-ts@4.39.3',
      '@kubb/plugin-client@4.39.3',
      'axios@1.21.1',
      'esbuild@0.27.0',
    ),
    ...generates,
    setup: [
      `echo "import { pluginClient } from '@kubb/plugin-client'; import { pluginOas } from '@kubb/plugin-oas'; import { pluginTs } from '@kubb/plugin-ts'; export default { input: { path: 'openapi.json' }, output: { path: 'client', format: false }, plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ bundle: true })] }" > kubb.config.mjs`,
      'npx kubb generate --silent',
      ...bundled('kubb'),
    ],
    program: 'node/kubb.ts',
    starts: 'kubb.mjs',
  },
  {
    ...OPENAPI_GENERATOR,
    name: 'openapi-generator, TypeScript',
    ...generates,
    tools: ['npm'],
    setup: [
      generateFor('typescript-fetch'),
      'npm install --prefix . --silent --no-audit --no-fund typescript@5.9.3 @types/node@20.19.25 esbuild@0.27.0',
      ...bundled('openapi-generator'),
    ],
    program: 'node/openapi-generator.ts',
    starts: 'openapi-generator.mjs',
  },
  {
    ...OPENAPI_GENERATOR,
    name: 'openapi-generator, Python',
    ...generates,
    does: 'generates, waits, saves the file',
    tools: ['python3'],
    setup: [
      generateFor('python'),
      'python3 -m venv environment',
      'environment/bin/pip install --quiet ./client',
    ],
    program: 'python/openapi_generator.py',
  },
  {
    ...npm('openapi-client-axios', 'openapi-client-axios@7.9.1', 'axios@1.21.1'),
    does: 'reads the description from the service, generates, waits, saves the file',
    comes: PICTURE,
    program: 'node/openapi-client-axios.mjs',
  },
];

/** @type {import('./table.mjs').Program[]} */
export const VALIDATORS = [
  {
    ...npm('Spectral', '@stoplight/spectral-cli@6.16.3'),
    does: 'no error and no warning in what the service serves',
    program: 'node/spectral.sh',
    makes: 0,
  },
  {
    ...npm('Prism', '@stoplight/prism-cli@5.16.0'),
    does: 'lets a correct call of `/v1` through',
    program: 'node/prism.sh',
    comes: { 'picture.png': 'image/png 1024x1024' },
  },
  {
    registry: 'PyPI',
    name: 'openapi-spec-validator',
    packages: ['openapi-spec-validator@0.9.0'],
    does: 'finds the description valid',
    program: 'python/openapi-spec-validator.sh',
    makes: 0,
    small: true,
  },
];

/** @type {import('./table.mjs').Program[]} */
export const MONITORING = [
  {
    registry: 'Debian',
    name: 'promtool',
    packages: ['prometheus'],
    tools: ['promtool', 'curl'],
    does: 'nothing to say on the metrics',
    program: 'shell/promtool.sh',
    makes: 0,
  },
  {
    registry: 'Debian',
    name: 'Prometheus',
    packages: ['prometheus'],
    tools: ['prometheus', 'curl'],
    does: 'scrapes; every query of the board has a series',
    program: 'shell/prometheus.mjs',
    makes: 0,
    small: true,
  },
];
