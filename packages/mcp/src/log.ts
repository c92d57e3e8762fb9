// A client that does not read it, or closes it, still gets its answers.
process.stderr.on('error', () => undefined);

/** Writes a line for the operator. Standard output belongs to the protocol. No line has a key, a prompt or a file's link. */
export function log(line: string): void {
  process.stderr.write(`offprint-mcp: ${line}\n`);
}
