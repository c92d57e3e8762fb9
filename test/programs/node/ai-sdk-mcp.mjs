import { writeFile } from 'node:fs/promises';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

const args = [process.env.OFFPRINT_MCP, '--max-credits', '20'];
const client = await createMCPClient({
  transport: new StdioTransport({ command: 'node', args, env: process.env }),
});
const { generate } = await client.tools();
const input = { modelKey: 'embedded-image', input: { prompt: 'a lighthouse', resolution: 512 } };
const { content } = await generate.execute(input, { toolCallId: '1', messages: [] });
await writeFile('picture.png', Buffer.from(content.find(({ type }) => type === 'image').data, 'base64'));
await client.close();
