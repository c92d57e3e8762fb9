// Programs that speak MCP with packages/mcp, and those that speak HTTP with the service's own routes or read its files.

const PICTURE = { 'picture.png': 'image/png 512x512' };
const npm = (name, ...packages) => ({ registry: 'npm', name, packages });
const pypi = (name, ...packages) => ({ registry: 'PyPI', name, packages });
const debian = (name, debianPackage, tool) => ({
  registry: 'Debian',
  name,
  packages: [debianPackage],
  tools: [tool, 'curl'],
});
const makesOne = { does: 'generates, takes the picture out of the answer', comes: PICTURE };
const reads = { does: 'reads a file by its link', comes: PICTURE, makes: 0 };
const generates = { does: 'generates, waits, saves the file', comes: PICTURE };

/** @type {import('./table.mjs').Program[]} */
export const MCP_CLIENTS = [
  {
    ...npm('MCP SDK for TypeScript', '@modelcontextprotocol/sdk@1.32.2'),
    ...makesOne,
    program: 'node/mcp-sdk.mjs',
    small: true,
  },
  {
    ...npm('MCP Inspector', '@modelcontextprotocol/inspector@2.12.0'),
    does: 'generates on its command line',
    program: 'node/mcp-inspector.sh',
    prints: /"mimeType": "image\/png"/,
    makes: 1,
  },
  {
    ...npm('AI SDK’s MCP client', '@ai-sdk/mcp@2.0.99', 'ai@7.0.173', 'zod@4.6.7'),
    ...makesOne,
    program: 'node/ai-sdk-mcp.mjs',
  },
  {
    ...npm('LangChain.js’ MCP adapters', '@langchain/mcp-adapters@1.1.4', '@langchain/core@1.4.0'),
    ...makesOne,
    program: 'node/langchain-mcp.mjs',
  },
  {
    ...npm('OpenAI Agents for JavaScript', '@openai/agents@0.20.0', 'zod@4.6.7'),
    ...makesOne,
    program: 'node/openai-agents-mcp.mjs',
  },
  { ...pypi('MCP SDK for Python', 'mcp@2.3.0'), ...makesOne, program: 'python/mcp-sdk.py', small: true },
  { ...pypi('FastMCP', 'fastmcp@4.2.3'), ...makesOne, program: 'python/with-fastmcp.py' },
  {
    ...pypi('LangChain’s MCP adapters', 'langchain-mcp-adapters@0.3.2'),
    ...makesOne,
    program: 'python/langchain-mcp.py',
  },
  {
    ...pypi('LlamaIndex’ MCP tools', 'llama-index-tools-mcp@0.6.0'),
    ...makesOne,
    program: 'python/llama-index-mcp.py',
  },
  {
    ...pypi('OpenAI Agents for Python', 'openai-agents@0.24.0'),
    ...makesOne,
    program: 'python/openai-agents-mcp.py',
  },
  {
    registry: 'Maven Central',
    name: 'MCP SDK for Java',
    packages: ['io.modelcontextprotocol.sdk:mcp:2.1.0'],
    ...makesOne,
    program: 'java/McpSdk.java',
  },
  {
    registry: 'Go modules',
    name: 'MCP SDK for Go',
    packages: ['github.com/modelcontextprotocol/go-sdk@v1.8.0'],
    ...makesOne,
    program: 'go/mcp-sdk.go',
  },
];

/** @type {import('./table.mjs').Program[]} */
export const HTTP_CLIENTS = [
  {
    ...debian('curl', 'curl', 'curl'),
    does: 'generates, downloads in two parts',
    comes: PICTURE,
    program: 'shell/curl.sh',
    small: true,
  },
  {
    ...debian('wget', 'wget', 'wget'),
    ...reads,
    does: 'downloads, resumes',
    program: 'shell/wget.sh',
    small: true,
  },
  {
    ...debian('aria2', 'aria2', 'aria2c'),
    ...reads,
    does: 'downloads by several connections',
    program: 'shell/aria2.sh',
  },
  {
    ...pypi('yt-dlp', 'yt-dlp@2026.10.26'),
    does: 'downloads a video',
    comes: { 'video.mp4': 'video/mp4' },
    makes: 0,
    program: 'python/yt-dlp.sh',
    small: true,
  },
  { ...pypi('gallery-dl', 'gallery-dl@1.32.18'), ...reads, program: 'python/gallery-dl.sh', small: true },
  { ...pypi('HTTPie', 'httpie@3.2.4'), ...generates, program: 'python/httpie.sh', small: true },
  { ...pypi('requests', 'requests@2.34.2'), ...generates, program: 'python/with-requests.py', small: true },
  { ...pypi('HTTPX', 'httpx@0.28.1'), ...generates, program: 'python/with-httpx.py', small: true },
  { ...pypi('aiohttp', 'aiohttp@3.14.5'), ...generates, program: 'python/with-aiohttp.py', small: true },
  { ...npm('axios', 'axios@1.21.1'), ...generates, program: 'node/axios.mjs', small: true },
  { ...npm('got', 'got@16.1.0'), ...generates, program: 'node/got.mjs', small: true },
  { ...npm('ky', 'ky@2.1.0'), ...generates, program: 'node/ky.mjs', small: true },
  { ...npm('undici', 'undici@7.18.2'), ...generates, program: 'node/undici.mjs', small: true },
  {
    ...npm('undici, ranges', 'undici@7.18.2'),
    ...reads,
    does: 'downloads in two parts, by If-Range',
    program: 'node/ranges.mjs',
    small: true,
  },
];
