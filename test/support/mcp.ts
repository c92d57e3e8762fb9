/** The program of packages/mcp as its clients start it, and the official client. `afterAll(endMcp)` ends what a test file has left. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export const MCP_PROGRAM = join(process.cwd(), 'packages/mcp/bin/offprint-mcp.mjs');
const READY = /at (http:\S+)/;
/** The installation and the key of a server. */
export interface McpCaller {
  url: string;
  key?: string;
}

/** A connected client with what its server has written to standard error. */
export interface McpClient {
  client: Client;
  transport: StdioClientTransport | StreamableHTTPClientTransport;
  stderr(): string;
  /** Calls a tool. @returns its result, also that of an error. */
  call(name: string, args?: object, options?: Parameters<Client['callTool']>[2]): Promise<CallToolResult>;
}

const clients = new Set<Client>();
const servers = new Set<ChildProcess>();

/** Builds the program, as `npm run build -w packages/mcp` does. */
export async function buildMcp(): Promise<void> {
  await promisify(execFile)('npm', ['run', '--silent', 'build', '-w', 'packages/mcp']);
}

export function mcpEnv({ url, key }: McpCaller): Record<string, string> {
  return { PATH: process.env.PATH ?? '', OFFPRINT_URL: url, ...(key && { OFFPRINT_API_KEY: key }) };
}

/** Starts a server on standard input and output, and connects the official client. */
export async function connectStdio(caller: McpCaller, ...args: string[]): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MCP_PROGRAM, ...args],
    env: mcpEnv(caller),
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => (stderr += chunk));
  return { ...(await connect(transport)), stderr: () => stderr };
}

/** Connects the official client to an HTTP server. */
export async function connectHttp(address: string, key?: string): Promise<McpClient> {
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } });
  return { ...(await connect(transport)), stderr: () => '' };
}

async function connect<T extends StdioClientTransport | StreamableHTTPClientTransport>(transport: T) {
  const client = new Client({ name: 'test', version: '1' });
  clients.add(client);
  await client.connect(transport);
  // The client checks structured content against the schemas that it has listed.
  await client.listTools();
  const call: McpClient['call'] = async (name, args = {}, options) =>
    (await client.callTool({ name, arguments: { ...args } }, undefined, options)) as CallToolResult;
  return { client, transport, call };
}

/** Starts an HTTP server on a free port. @returns its address, its process and what it has written. */
export async function startMcpHttp(caller: McpCaller, ...args: string[]) {
  const child = spawn(process.execPath, [MCP_PROGRAM, '--http', '--port', '0', ...args], {
    env: mcpEnv(caller),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => (output[name] += chunk));
  const exited = once(child, 'exit');
  while (!READY.test(output.stderr)) {
    if (child.exitCode !== null) throw new Error(output.stderr);
    await Promise.race([once(child.stderr, 'data'), exited]);
  }
  return { address: READY.exec(output.stderr)![1]!, child, output, exited };
}

/** The text of a result: of an error, its message. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((item) => (item.type === 'text' ? item.text : '')).join('');

export async function endMcp(): Promise<void> {
  await Promise.allSettled([...clients].map((client) => client.close()));
  for (const server of servers) if (server.exitCode === null) server.kill('SIGKILL');
}
