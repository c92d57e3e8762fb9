export { findEnvFileProblems, loadEnvFile } from './env-file.js';
export { fileVariable, readSecret } from './secret-files.js';
export { currentUser, readTextFile, TextFileError } from './text-file.js';
export { findDirectoryProblem } from './writable-directory.js';
