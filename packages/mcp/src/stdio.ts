/** Serves one client over standard input and output. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { log } from './log.js';
import { Session } from './session.js';
import type { Settings } from './settings.js';
import { createServer } from './tools.js';

/** Ends the process when the client is gone or sends a signal; predictions that a call waits for are cancelled first. */
export async function serveStdio(settings: Settings, apiKey: string): Promise<void> {
  const session = new Session(settings, apiKey);
  const server = createServer(session);
  let isEnding = false;
  const end = async () => {
    // A client ends standard input, then sends SIGTERM after two seconds.
    if (isEnding) return;
    isEnding = true;
    await session.close();
    await server.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  process.stdin.once('end', () => void end()).once('close', () => void end());
  process.stdout.on('error', () => void end());
  // Also when a message is larger than the transport takes.
  server.server.onclose = () => void end();
  await server.connect(new StdioServerTransport());
  log(`serving ${settings.url} on standard input and output`);
}
