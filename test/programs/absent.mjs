// Programs that customers use and that the table does not have, with the reason.

/** @type {[name: string, why: string][]} */
export const ABSENT = [
  [
    'OpenAI for .NET, Semantic Kernel',
    'NuGet: the machine of the tests reaches npm, PyPI, crates.io, Go modules, Maven Central and Debian',
  ],
  ['OpenAI for Ruby, ruby-openai', 'RubyGems is not reached; Debian has neither'],
  ['OpenAI PHP, Laravel', 'Packagist is not reached; Debian has neither'],
  [
    'SillyTavern',
    'its pictures and videos go to OpenAI’s own address; its speech by another address is not yet in the table',
  ],
  ['Claude Desktop, Cursor, VS Code', 'desktop programs; their MCP is that of the SDK for TypeScript'],
  ['LiteLLM’s and Portkey’s gateways', 'servers of their own; their SDKs are in the table'],
  ['Schemathesis', 'the lane `fuzz` runs it for ten minutes'],
  ['oapi-codegen; openapi-generator for Rust and Java', 'the lane `generated` compiles and runs them'],
  ['mcp-go, rmcp, progenitor, ogen', 'not yet in the table'],
  ['swagger-codegen', 'its version 3.0.61 does not read OpenAPI 3.1: it gives fields no types'],
  ['openapi-python-client', 'not yet in the table'],
  ['ffmpeg, mpv', 'not yet in the table'],
];
