import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

/** Whatever this Node knows is a global of scripts and tests. */
const NODE_GLOBALS = Object.fromEntries(
  Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

/** They give a program of another kind the few variables that it needs, and read none for themselves. */
const STARTS_PROGRAMS = [
  'src/database/embedded/postgres-account.ts',
  'src/providers/embedded/host/engine-process.ts',
  'src/providers/embedded/video/ffmpeg.ts',
];

export default ts.config(
  {
    ignores: [
      '**/dist/**',
      'data/**',
      'reports/**',
      '**/node_modules/**',
      'coverage/**',
      'dashboard/src/api/schema.d.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...ts.configs.recommended],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-control-regex': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['dashboard/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    // Settings are validated once, by src/config; whatever reads the environment beside it would escape that.
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'src/main.ts', 'src/config/**', ...STARTS_PROGRAMS],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Declare a setting in src/config/environment.ts.' },
      ],
    },
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
    files: ['**/*.{js,mjs,cjs}', 'scripts/**', 'bench/**', 'test/**', 'examples/**', 'dashboard/*.ts'],
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
      globals: { ...NODE_GLOBALS, module: 'writable', require: 'readonly' },
    },
  },
);
