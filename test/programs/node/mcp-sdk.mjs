import { writeFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'program', version: '1.0.0' });
const args = [process.env.OFFPRINT_MCP, '--max-credits', '20'];
await client.connect(new StdioClientTransport({ command: 'node', args, env: process.env }));
const { content } = await client.callTool({
  name: 'generate',
  arguments: { modelKey: 'embedded-image', input: { prompt: 'a lighthouse', resolution: 512 } },
});
const { data } = content.find(({ type }) => type === 'image');
await writeFile('picture.png', Buffer.from(data, 'base64'));
await client.close();
