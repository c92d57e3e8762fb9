import { writeFile } from 'node:fs/promises';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const args = [process.env.OFFPRINT_MCP, '--max-credits', '20'];
const client = new MultiServerMCPClient({
  offprint: { transport: 'stdio', command: 'node', args, env: process.env },
});
const generate = (await client.getTools()).find(({ name }) => name.endsWith('generate'));
const content = await generate.invoke({
  modelKey: 'embedded-image',
  input: { prompt: 'a lighthouse', resolution: 512 },
});
const picture = JSON.stringify(content).match(/"(?:data:image\/png;base64,)?(iVBOR[^"]+)"/)[1];
await writeFile('picture.png', Buffer.from(picture, 'base64'));
await client.close();
