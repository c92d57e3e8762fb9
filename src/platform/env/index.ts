export { findEnvFileProblems, loadEnvFile } from './env-file.js';
export { describeHost, findHostProblem } from './host-problem.js';
export { packagePath, packageVersion } from './package-files.js';
export { fileVariable, readSecret } from './secret-files.js';
export { currentUser, readTextFile, TextFileError } from './text-file.js';
export { findDirectoryProblem } from './writable-directory.js';
