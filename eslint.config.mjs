import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import ts from 'typescript-eslint';

/** Whatever this Node knows is a global of scripts and tests. */
const NODE_GLOBALS = Object.fromEntries(
  Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

/** They give a program of another kind the few variables that it needs, and read none for themselves. */
const STARTS_PROGRAMS = [
  'packages/embedded-postgres/src/postgres-account.ts',
  'packages/procedural-engine/src/host/engine-process.ts',
  'packages/procedural-engine/src/video/ffmpeg.ts',
];

/** They run outside of the service, in a program of a caller. */
const CLIENT = [
  'packages/client/src/offprint.ts',
  'packages/client/src/types-command.ts',
  'packages/mcp/src/main.ts',
];

/** Files that show or store a time of day, or compare one with a stored time. */
const USE_THE_WALL_CLOCK = [
  'src/assets/delivery/asset-delivery.ts',
  'src/assets/fetching/input-media.ts',
  'src/assets/storage/local-disk.asset-storage.ts',
  'src/assets/fetching/media-link.ts',
  'src/auth/sessions/account-switch.ts',
  'src/auth/sign-in/known-browsers.ts',
  'src/billing/credits-expiry.ts',
  'src/billing/subscriptions/subscription-ender.ts',
  'src/dashboard/admin/admin-accounts.service.ts',
  'src/dashboard/admin/admin-system.service.ts',
  'src/database/new-id.ts',
  'src/database/process-list.ts',
  'src/dashboard/overview.service.ts',
  'src/dashboard/spending.service.ts',
  'src/usage/overview/overview.query.ts',
  'src/usage/usage.query.ts',
  'packages/embedded-postgres/src/cluster-home.ts',
  'packages/embedded-postgres/src/data-directory.ts',
  'packages/embedded-postgres/src/owner-lock.ts',
  'packages/s3-storage/src/presigned-links.ts',
  'packages/s3-storage/src/s3.asset-storage.ts',
  'packages/telemetry/src/otel.tracing.ts',
  'src/generation/store/inline-inputs.ts',
  'src/http/input/instant.ts',
  'src/generation/api/prediction.presenter.ts',
  'src/providers/fault/fault.provider.ts',
  'src/requests/request-recorder.ts',
  'src/requests/request-records.reader.ts',
  'src/providers/wire/retry-after.ts',
  'src/providers/wire/signed-token.ts',
  'src/assets/uploads/partial-upload-sweeper.ts',
  'src/testing/payments/test-payments.ts',
];

const WALL_CLOCK_MESSAGE =
  'A clock can step: measure durations with performance.now(). Files that show or store a time are listed in eslint.config.mjs.';
const READS_OF_THE_WALL_CLOCK = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
].map((selector) => ({ selector, message: WALL_CLOCK_MESSAGE }));

export default ts.config(
  {
    ignores: [
      '**/dist/**',
      '**/.wireit/**',
      'data/**',
      'reports/**',
      '**/node_modules/**',
      'coverage/**',
      'docs/.vitepress/{pages,draft,cache,.temp}/**',
      'dashboard/src/api/schema.d.ts',
    ],
  },
  js.configs.recommended,
  {
    // Side effects first, then node, packages, and our own files from far to near.
    plugins: { 'import-sort': importSort },
    rules: {
      'import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.']] }],
      'import-sort/exports': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // A listener, a middleware and a route may be an async function: their errors are caught inside.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // `() => close()` is a callback, and `return next();` ends a function that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // An abort's reason, and what another process or a library threw, is passed on as it is.
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // Messages hold numbers, and the optional texts of libraries (an error's code, a signal or an exit code).
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
      // Index accesses are checked (`noUncheckedIndexedAccess`): after a test of the length, `!` is what remains.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A request's input is of type unknown here; the model's schema has checked that `input.prompt` is text.
      '@typescript-eslint/no-base-to-string': 'off',
      // A Nest module is a class without members.
      '@typescript-eslint/no-extraneous-class': 'off',
      // A port's method is async also where it answers at once, so that whatever it throws is a rejection.
      '@typescript-eslint/require-await': 'off',
      // The classes of requests and responses are descriptions of plain objects: `showEntry` returns a literal.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // The same objects are spread into larger ones, and `[...text].length` counts code points.
      '@typescript-eslint/no-misused-spread': 'off',
      'no-control-regex': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // A response's body is `any` to supertest and to a test: what it holds is what the test asserts.
    files: ['**/*.spec.{ts,tsx}', '{test,bench,examples,dashboard/test,packages/*/test}/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': ['error', { allowAny: true }],
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      // What a failed `beforeAll` did not set is undefined in `afterAll`, whatever its type says.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // A test takes a method off an object that it made for this.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Its own tsconfig.json is for a project that has installed the package; here `offprint` is the sources.
    files: ['examples/acme/**/*.ts'],
    languageOptions: { parserOptions: { projectService: false, project: './tsconfig.json' } },
    rules: {
      // The runner awaits them.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['describe', 'it'] }] },
      ],
    },
  },
  {
    files: ['dashboard/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    // Settings are validated once, by src/config; whatever reads the environment beside it would escape that.
    files: ['src/**/*.ts', 'packages/*/src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      'src/main.ts',
      'src/build.ts',
      'src/service.ts',
      'src/isolated.ts',
      'src/config/**',
      'src/testing/**',
      ...STARTS_PROGRAMS,
      ...CLIENT,
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Declare a setting in src/config/environment.ts.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'packages/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', ...USE_THE_WALL_CLOCK],
    rules: { 'no-restricted-syntax': ['error', ...READS_OF_THE_WALL_CLOCK] },
  },
  {
    // A controller method is one line of work: statements belong to the file that owns them.
    files: ['src/**/*.controller.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name=/^(query|prepared)$/]',
          message: 'Controllers hold no SQL.',
        },
        ...READS_OF_THE_WALL_CLOCK,
      ],
    },
  },
  {
    // An entity is one table: no relation crosses a module, so that each can be read, and changed, by itself.
    files: ['src/**/*.entity.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['./*', '../*'], allowTypeImports: true, message: 'Entities stand alone.' }],
        },
      ],
    },
  },
  {
    // A start does not need these libraries, and on Node.js 20 an `import()` that failed once is never repeated.
    files: ['src/assets/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.entity.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['undici', 'mediabunny'].map((name) => ({
            name,
            allowTypeImports: true,
            message: 'Load it by libraries/library-loading.ts.',
          })),
        },
      ],
    },
  },
  {
    files: [
      '**/*.{js,mjs,cjs}',
      'scripts/**',
      'bench/**',
      'test/**',
      'prove/**',
      'packages/*/test/**',
      'examples/**',
      'dashboard/*.ts',
      'packages/client/src/types-command.ts',
    ],
    languageOptions: { globals: NODE_GLOBALS },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    rules: {
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: {
        ...NODE_GLOBALS,
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        __filename: 'readonly',
      },
    },
  },
);
