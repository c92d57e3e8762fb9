// Handles `--help` and `-h`: every command of package.json prints its purpose and its arguments and ends with code 0.

/** Prints the text and ends the process when help is requested. Call it before anything is started. */
export function answerHelp(text) {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(text);
  process.exit(0);
}
