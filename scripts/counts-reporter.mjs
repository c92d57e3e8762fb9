// The last line of a test run, for machines to read: `N passed, N failed`. A file that could not run counts as failed.
// Said when the process ends, so that it comes after the runner's own summary.
export default class CountsReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => process.stderr.write(`${results.numPassedTests} passed, ${failed} failed\n`));
  }
}
