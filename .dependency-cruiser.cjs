/**
 * Who may import whom (ARCHITECTURE.md says why). The map below is the whole of it: a folder of src/, src/platform/ or src/operations/ may
 * import the folders named beside it, through their index.ts, and nothing else of ours. A folder that is not in the map may import
 * nothing, so that a new one has to be placed first.
 */
const MAY_IMPORT = {
  // What everything stands on.
  build: [],
  errors: [],
  env: [],
  limits: [],
  config: ['env', 'limits'],
  log: [],
  time: [],
  mail: ['time'],
  tracing: [],
  http: ['errors', 'limits', 'tracing'],
  database: ['config', 'env'],
  metrics: ['config', 'database', 'errors', 'http', 'log'],
  schedule: ['database'],
  notices: ['database', 'time'],

  // Who changed what.
  audit: ['database', 'errors', 'http'],

  // Who calls, and whether they may.
  accounts: [
    'audit',
    'config',
    'database',
    'errors',
    'http',
    'limits',
    'mail',
    'schedule',
    'time',
    'catalogue',
    'credits',
    'keys',
  ],
  keys: ['audit', 'catalogue', 'credits', 'database', 'errors', 'http', 'limits'],
  admission: ['accounts', 'config', 'database', 'errors', 'http', 'keys', 'limits', 'schedule', 'time'],
  auth: [
    'audit',
    'config',
    'database',
    'errors',
    'http',
    'tracing',
    'accounts',
    'admission',
    'keys',
    'mail',
    'time',
  ],
  members: ['accounts', 'admission', 'audit', 'auth', 'config', 'database', 'errors', 'http', 'mail'],

  // What is sold, and for how much.
  catalogue: ['audit', 'config', 'database', 'env', 'errors', 'http', 'limits', 'notices', 'schedule'],
  credits: ['audit', 'catalogue', 'database', 'errors', 'http', 'schedule'],

  billing: [
    'accounts',
    'audit',
    'catalogue',
    'config',
    'credits',
    'database',
    'errors',
    'http',
    'metrics',
    'schedule',
    'time',
  ],

  // The life of a prediction.
  providers: ['config', 'catalogue', 'env'],
  assets: ['config', 'database', 'errors', 'http', 'mail', 'schedule', 'time'],
  generation: [
    'audit',
    'config',
    'database',
    'errors',
    'http',
    'tracing',
    'metrics',
    'admission',
    'catalogue',
    'credits',
    'providers',
    'assets',
    'schedule',
    'notices',
    'time',
  ],
  history: [
    'accounts',
    'admission',
    'assets',
    'audit',
    'catalogue',
    'credits',
    'database',
    'errors',
    'generation',
    'http',
    'keys',
    'limits',
  ],

  // What extensions hear of all of it.
  events: ['config', 'database', 'http', 'metrics', 'schedule'],

  // What every process of an installation must have in common.
  installation: ['config', 'database', 'assets'],

  // Accounts, as administrators and an operator's own systems see and change them.
  operators: [
    'accounts',
    'audit',
    'auth',
    'billing',
    'catalogue',
    'credits',
    'database',
    'errors',
    'http',
    'keys',
    'limits',
  ],

  // All of an account at once: its export and its deletion.
  'account-data': [
    'accounts',
    'admission',
    'assets',
    'audit',
    'auth',
    'billing',
    'catalogue',
    'credits',
    'database',
    'errors',
    'events',
    'generation',
    'http',
    'keys',
    'members',
    'schedule',
  ],

  // How it is run.
  health: [
    'accounts',
    'assets',
    'catalogue',
    'config',
    'credits',
    'database',
    'errors',
    'generation',
    'http',
    'metrics',
    'providers',
    'time',
  ],
  openapi: ['catalogue', 'env', 'errors', 'generation', 'http', 'limits'],
  web: ['env'],
  processes: ['config', 'database', 'log', 'metrics'],
};

/** The commands and the kit for tests start the whole application, as the files at the root of src/ do. */
const OUTERMOST = ['cli', 'testing'];

/** The parts of assets/, each with the parts it may import. */
const ASSETS_MAY_IMPORT = {
  storage: [],
  media: ['storage'],
  delivery: ['storage', 'media'],
  fetching: ['storage', 'media', 'delivery'],
  uploads: ['storage', 'media', 'delivery', 'fetching'],
};

/**
 * The parts of generation/, each with the parts it may import; all may import the files beside them. What a caller asks (api)
 * and what advances a prediction (worker) meet in the database: neither imports the other.
 */
const GENERATION_MAY_IMPORT = {
  // The statements know neither who asks nor who advances.
  queue: [],
  outputs: [],
  estimates: ['queue'],
  creation: ['estimates'],
  settlement: ['creation', 'estimates', 'outputs', 'queue'],

  engines: ['queue', 'settlement'],
  api: ['creation', 'estimates', 'queue', 'settlement'],
  worker: ['creation', 'engines', 'outputs', 'queue', 'settlement'],
};

/** Folders of src/platform/, which know nothing of what is sold. */
const PLATFORM = [
  'build',
  'config',
  'database',
  'env',
  'errors',
  'http',
  'limits',
  'log',
  'mail',
  'metrics',
  'notices',
  'processes',
  'schedule',
  'time',
  'tracing',
  'web',
];

/** Folders of src/operations/: how an installation is run and described. */
const OPERATIONS = ['health', 'installation', 'openapi'];

/** Packages that the service shares with extensions. */
const OPEN_PACKAGES = '^packages/(engines|media|postgres)/src/(wire/)?index\\.ts$';

/** Extensions that come with the service. */
const BUNDLED = '^packages/(procedural-engine|request-log)/';

const folders = Object.keys(MAY_IMPORT);
/** A folder with an index.ts. */
const ROOM = '(?:platform/|operations/)?[^/]+';
const place = (folder) => {
  if (PLATFORM.includes(folder)) return `platform/${folder}`;
  return OPERATIONS.includes(folder) ? `operations/${folder}` : folder;
};
const any = (names) => `^src/(${names.map(place).join('|')})/`;

const importsOf = (folder) => ({
  name: `imports-of-${folder}`,
  severity: 'error',
  comment: `${folder}/ imports ${MAY_IMPORT[folder].join(', ') || 'no other folder'}.`,
  from: { path: any([folder]) },
  to: { path: '^src/', pathNot: any([folder, ...MAY_IMPORT[folder]]) },
});

const importsOfAssets = (part) => ({
  name: `imports-of-assets-${part}`,
  severity: 'error',
  comment: `assets/${part}/ imports ${ASSETS_MAY_IMPORT[part].join(', ') || 'no other part of assets/'}.`,
  from: { path: `^src/assets/${part}/` },
  to: { path: '^src/assets/', pathNot: `^src/assets/(${[part, ...ASSETS_MAY_IMPORT[part]].join('|')})/` },
});

const importsOfGeneration = (part) => ({
  name: `imports-of-generation-${part}`,
  severity: 'error',
  comment: `generation/${part}/ imports ${GENERATION_MAY_IMPORT[part].join(', ') || 'no other part of generation/'}.`,
  from: { path: `^src/generation/${part}/` },
  to: {
    path: '^src/generation/[^/]+/',
    pathNot: `^src/generation/(${[part, ...GENERATION_MAY_IMPORT[part]].join('|')})/`,
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...folders.map(importsOf),
    ...Object.keys(ASSETS_MAY_IMPORT).map(importsOfAssets),
    ...Object.keys(GENERATION_MAY_IMPORT).map(importsOfGeneration),
    {
      name: 'files-know-no-database',
      severity: 'error',
      comment: 'What stores, delivers and fetches files knows no table; uploads/ alone does.',
      from: { path: '^src/assets/', pathNot: '^src/assets/uploads/' },
      to: { path: '^src/platform/(config|database)/' },
    },
    {
      name: 'every-folder-has-its-place',
      severity: 'error',
      comment: 'A new folder of src/ is put into the map of this file before it imports anything.',
      from: { path: '^src/[^/]+/', pathNot: any([...folders, ...OUTERMOST]) },
      to: {},
    },
    {
      name: 'only-through-index',
      severity: 'error',
      comment: 'What a folder offers to others is what its index.ts exports.',
      from: { path: `^src/(${ROOM})/` },
      to: { path: `^src/${ROOM}/`, pathNot: ['^src/$1/', `^src/${ROOM}/index\\.ts$`] },
    },
    {
      name: 'only-through-index-from-the-root',
      severity: 'error',
      comment: 'The files that put the application together follow the same rule.',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '^src/[^/]+/', pathNot: `^src/${ROOM}/index\\.ts$` },
    },
    {
      name: 'generation-shared-knows-no-part',
      severity: 'error',
      comment: 'What all parts of generation/ share imports none of them; its module and its index.ts do.',
      from: {
        path: '^src/generation/[^/]+\\.ts$',
        pathNot: '^src/generation/(index|predictions\\.module)\\.ts$',
      },
      to: { path: '^src/generation/[^/]+/' },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      comment:
        'A package is imported by its name. Of the service it imports the public API by its name, and of other packages the client and those that the service shares with extensions. A template is a project of others, with tests.',
      from: { path: '^packages/([^/]+)/', pathNot: '^packages/create-offprint/template/' },
      to: {
        path: '^(src|test|prove|bench|scripts|examples|packages)/',
        pathNot: ['^packages/$1/', '^src/index\\.ts$', '^packages/client/src/index\\.ts$', OPEN_PACKAGES],
      },
    },
    {
      name: 'packages-name-the-service',
      severity: 'error',
      comment:
        'Outside of this repository there is no path to the public API or to the client, only their names.',
      from: { path: '^packages/', pathNot: '^packages/client/' },
      to: { path: '^(src|packages/client)/', dependencyTypes: ['local'] },
    },
    {
      name: 'packages-of-the-service-stand-apart',
      severity: 'error',
      comment: 'Each can be used alone.',
      from: { path: '^packages/(engines|media|postgres)/src/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'postgres-knows-no-framework',
      severity: 'error',
      comment: 'What NestJS injects is in src/platform/database/.',
      from: { path: '^packages/postgres/src/' },
      to: { path: 'node_modules/@nestjs/' },
    },
    {
      name: 'only-the-name-of-a-package',
      severity: 'error',
      comment: 'What a package offers is what its index.ts exports.',
      from: { path: '^src/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/(src/index\\.ts$|test/support/)' },
    },
    {
      name: 'files-are-inspected-in-one-place',
      severity: 'error',
      comment: 'What @offprint/media throws becomes an error of the storage in assets/.',
      from: { path: '^src/', pathNot: '^src/assets/(media|storage)/' },
      to: { path: '^packages/media/src/' },
    },
    {
      name: 'providers-stand-apart',
      severity: 'error',
      comment:
        'An adapter knows the port, the wire that HTTP adapters share, and nothing of another adapter.',
      from: { path: '^packages/engines/src/([^/]+)/' },
      to: { path: '^packages/engines/src/[^/]+/', pathNot: '^packages/engines/src/($1|wire)/' },
    },
    {
      name: 'providers-reach-no-database',
      severity: 'error',
      comment: 'An adapter says what happened; it never stores anything.',
      from: { path: '^(src/providers|packages/engines)/' },
      to: { path: ['^src/platform/database/', 'node_modules/(pg|typeorm)/'] },
    },
    {
      name: 'no-vendor-sdk-in-providers',
      severity: 'error',
      comment: 'They resubmit paid work by themselves, without telling.',
      from: { path: '^(src/providers|packages/engines)/' },
      to: { path: 'node_modules/(openai|replicate|@fal-ai|@aws-sdk|@google|elevenlabs|stability)' },
    },
    {
      name: 'sql-stays-in-its-folder',
      severity: 'error',
      comment: 'Statements are called by the file that owns them, never by a controller.',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['\\.sql\\.ts$', 'node_modules/(pg|typeorm)/'] },
    },
    {
      name: 'errors-stand-alone',
      severity: 'error',
      comment: 'The list of errors needs no library.',
      from: { path: '^src/platform/errors/' },
      to: { dependencyTypes: ['npm'] },
    },
    {
      name: 'the-description-is-loaded-when-asked-for',
      severity: 'error',
      comment:
        'It is a third of what a start would load: http/routes/api-decorators.ts stands in for its decorators.',
      from: {
        path: ['^src/', BUNDLED],
        pathNot: '^src/(operations/openapi/|platform/http/routes/api-decorators\\.ts$)',
      },
      to: { path: 'node_modules/@nestjs/swagger/' },
    },
    {
      name: 'what-a-start-does-not-need',
      severity: 'error',
      comment: 'These are imported where they are first used, never with the rest.',
      from: { path: '^src/' },
      to: { path: '^src/operations/openapi/openapi\\.ts$', dynamic: false },
    },
    {
      name: 'the-service-loads-no-testing-kit',
      severity: 'error',
      comment: 'testing/ is imported by tests alone, as offprint/testing.',
      from: { path: '^src/', pathNot: ['^src/testing/', '\\.spec\\.ts$'] },
      to: { path: '^src/testing/' },
    },
    {
      name: 'the-testing-kit-needs-no-runner',
      severity: 'error',
      comment: 'Its suites get describe and it as parameters, so that they run in Jest and in node:test.',
      from: { path: '^src/testing/' },
      to: { path: ['^node:test$', 'node_modules/(@jest|jest|@types/jest)'] },
    },
    {
      name: 'one-file-bundles-extensions',
      severity: 'error',
      comment:
        'The built-in engine and the request log are extensions that come with the service, which knows them in one place.',
      from: { path: '^src/', pathNot: '^src/bundled-extensions\\.ts$' },
      to: { path: BUNDLED },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'An extension that comes with the service imports it, and is imported when an application is made.',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^src/bundled-extensions\\.ts$' } },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: ['^src/', '^packages/[^/]+/src/'], pathNot: '\\.spec\\.ts$' },
      to: { path: ['^(test|prove|bench|scripts|examples)/', '^packages/[^/]+/test/', '\\.spec\\.ts$'] },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: { path: ['^src/', '^packages/[^/]+/src/'], pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'only-declared-packages',
      severity: 'error',
      from: { path: ['^src/', '^packages/[^/]+/src/'], pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'Fixtures of a package are run beside its compiled sources.',
      from: { pathNot: '^packages/[^/]+/test/support/fixture-' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Types count too: a module that only knows another's shapes knows it all the same.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|\\.wireit)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@offprint/source', 'import', 'node', 'default', 'types'],
    },
  },
};
