/** All of the configuration is checked before anything is opened, so that a start names all mistakes at once. */
import {
  Catalogue,
  type CatalogueContents,
  engineVariables,
  findCatalogueProblems,
  readCatalogue,
} from './catalogue/index.js';
import {
  type Config,
  ConfigError,
  findMisspelt,
  listSettings,
  loadConfig,
  variableReader,
} from './platform/config/index.js';
import {
  fileVariable,
  findDirectoryProblem,
  findEnvFileProblems,
  findHostProblem,
} from './platform/env/index.js';
import { checkPlugins } from './plugin.js';
import { findEngineProblems } from './providers/index.js';

/**
 * @param warn receives a sentence for each variable that is nearly a setting.
 * @param serves true for the service, which writes to DATA_DIR; false for a command beside it.
 * @throws {ConfigError} with a sentence for each wrong setting, file, address and extension.
 */
export async function loadChecked(
  variables: Record<string, string | undefined>,
  warn: (line: string) => void,
  { serves = false } = {},
): Promise<Config> {
  let config: Config | null = null;
  const problems = findEnvFileProblems();
  try {
    config = loadConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  // Both are any text, so they are read beside settings that are wrong.
  const { CATALOGUE_DIR, PLUGINS } = variables;
  const { catalogueDirectory, plugins } = config ?? loadConfig({ CATALOGUE_DIR, PLUGINS });
  const ofData =
    serves && config && writesData(config) && findDirectoryProblem('DATA_DIR', config.dataDirectory);
  if (ofData) problems.push(ofData);
  const ofHost = serves && config && (await findHostProblem(config.http.host));
  if (ofHost) problems.push(ofHost);
  const read = new Set<string>();
  const reader = variableReader(variables);
  const variable = (name: string) => {
    read.add(name);
    return reader(name);
  };
  /** An engine whose secret cannot be read is not checked further. */
  const engineVariable = (name: string) => {
    try {
      return variable(name);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
      return null;
    }
  };
  const { contents, catalogue, problems: ofFiles } = readFiles(catalogueDirectory);
  problems.push(...ofFiles);
  const { problems: ofPlugins, parts } = await checkPlugins(plugins, variable, catalogue);
  if (contents) problems.push(...(await findEngineProblems(contents.engines, engineVariable, parts)));
  problems.push(...ofPlugins);
  const ofEngines = contents?.engines.flatMap((engine) => engineVariables(engine)) ?? [];
  const described = [...listSettings(), ...ofEngines];
  const secrets = [...described.filter(({ secret }) => secret).map(({ name }) => name), ...read];
  const known = new Set([...described.map(({ name }) => name), ...read, ...secrets.map(fileVariable)]);
  const misspelt = findMisspelt(variables, [...known]);
  if (!config || problems.length > 0) throw new ConfigError([...new Set([...problems, ...misspelt])]);
  misspelt.forEach(warn);
  return config;
}

/** With a database of the operator's an extension may keep everything elsewhere. */
const writesData = ({ database, plugins }: Config) => !database.url || plugins.length === 0;

interface ReadFiles {
  contents?: CatalogueContents;
  catalogue?: Catalogue;
  problems: string[];
}

function readFiles(directory: string): ReadFiles {
  const problems = findCatalogueProblems(directory);
  if (problems.length > 0) return { problems };
  try {
    const contents = readCatalogue(directory);
    return { contents, catalogue: new Catalogue(contents), problems };
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
}
