import { writeFile } from 'node:fs/promises';
import { MCPServerStdio } from '@openai/agents';

const args = [process.env.OFFPRINT_MCP, '--max-credits', '20'];
const server = new MCPServerStdio({ name: 'offprint', command: 'node', args, env: process.env });
await server.connect();
const input = { prompt: 'a lighthouse', resolution: 512 };
const content = await server.callTool('generate', { modelKey: 'embedded-image', input });
await writeFile('picture.png', Buffer.from(content.find(({ type }) => type === 'image').data, 'base64'));
await server.close();
