// How a client is generated and compiled in each language. clients/README.md has the same commands, which is checked. They run in a
// copy of the language's folder here.
import { delimiter, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';

const DESCRIPTION = join(root, 'openapi.json');
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0';
const GENERATOR_JAR = 'openapi-generator-cli-7.25.0.jar';
const MAVEN_DEPENDENCY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

const JAVA_MODELS = 'org.openapitools.client.model';

const GENERATOR_TOOLS = [
  ['java', '-version'],
  ['mvn', '--version'],
];
/** Maven fetches the generator, from the repository that it is set up for. */
const FETCH_GENERATOR = [
  'mvn',
  '-q',
  '-B',
  `${MAVEN_DEPENDENCY}:copy`,
  `-Dartifact=${GENERATOR}`,
  '-DoutputDirectory=.',
];
const generate = (...options) => ['java', '-jar', GENERATOR_JAR, 'generate', '-i', DESCRIPTION, ...options];

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
  {
    name: 'Rust',
    tools: [['cargo', '--version'], ...GENERATOR_TOOLS],
    commands: [
      FETCH_GENERATOR,
      generate(
        '-g',
        'rust',
        '-o',
        'offprint',
        '--additional-properties',
        'packageName=offprint,packageVersion=0.1.0',
      ),
      ['cargo', 'build', '--locked'],
    ],
    program: (workspace, url) => [join(workspace, 'target/debug/smoke'), url],
  },
  {
    name: 'Java',
    tools: [...GENERATOR_TOOLS, ['javac', '-version']],
    commands: [
      FETCH_GENERATOR,
      generate(
        '-g',
        'java',
        '--library',
        'native',
        '-o',
        'offprint',
        // It reads alternatives without a look at what is required, and rejects a body that fits two.
        '--schema-mappings',
        `startPrediction_201_response=${JAVA_MODELS}.StartedBody,StatusesBody_items_inner=${JAVA_MODELS}.PredictionView`,
      ),
      ['mvn', '-q', '-B', `${MAVEN_DEPENDENCY}:copy-dependencies`, '-DoutputDirectory=libraries'],
      [
        'sh',
        '-c',
        "javac -nowarn -d classes -cp 'libraries/*' Smoke.java $(find offprint/src/main/java -name '*.java')",
      ],
    ],
    program: (workspace, url) => [
      'java',
      '-cp',
      [join(workspace, 'classes'), join(workspace, 'libraries/*')].join(delimiter),
      'Smoke',
      url,
    ],
  },
];

/** @returns the commands of a language as a document writes them, beside a copy of the description. */
export const commandLinesOf = ({ commands }) =>
  commands.map((command) =>
    command[0] === 'sh' ? command.at(-1) : command.join(' ').replace(DESCRIPTION, 'openapi.json'),
  );
