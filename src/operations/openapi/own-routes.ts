/** No controller declares these routes: the description itself, its page, and HEAD of an output. */
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation, OperationResponse } from './operations.js';

const TAG = 'Operations';

export const DOCUMENT_PATH = '/api/openapi.json';
export const TOOLS_PATH = '/api/openapi-tools.json';
export const YAML_PATH = '/api/openapi.yaml';
export const PAGE_PATH = '/api/docs';
/** Changes with a release alone. */
export const LIBRARY_PATH = `${PAGE_PATH}/redoc.js`;
/** Served by `src/platform/web`. A link in the text: the linters accept no relative `externalDocs`. */
export const MANUAL_PATH = '/docs/';

export function describeOwnRoutes(document: OpenAPIObject): void {
  Object.assign(document.paths, {
    [DOCUMENT_PATH]: describeRoute(
      { operationId: 'getOpenApi', summary: 'This description' },
      'The whole contract as OpenAPI 3.1, with the models that this installation offers.',
      'application/json',
    ),
    [TOOLS_PATH]: describeRoute(
      { operationId: 'getOpenApiTools', summary: 'What programs with a key need, for tools of assistants' },
      'A small OpenAPI description for programs that make a tool of each operation: models, quotes, predictions, uploads, ' +
        'history and balance, with flat bodies; nothing of sign-in and administration.',
      'application/json',
    ),
    [YAML_PATH]: describeRoute(
      { operationId: 'getOpenApiYaml', summary: 'This description as YAML' },
      'The same document as `/api/openapi.json`.',
      'text/yaml',
    ),
    [PAGE_PATH]: describeRoute(
      { operationId: 'getDocs', summary: 'A page that shows this description' },
      'The reference for people: the first steps, every model, every operation.',
      'text/html',
    ),
  });
}

export function describeHeadOfOutputs(document: OpenAPIObject): void {
  const item = document.paths['/api/assets/{name}'];
  if (!item?.get) return;
  const get = item.get as unknown as Operation;
  const withoutBody = ({ description, headers }: OperationResponse): OperationResponse => ({
    description,
    headers,
  });
  const head: Operation = {
    ...get,
    operationId: 'inspectOutput',
    summary: 'The headers of an output file',
    responses: Object.fromEntries(
      Object.entries(get.responses).map(([status, response]) => [status, withoutBody(response)]),
    ),
  };
  Object.assign(item, { head });
}

function describeRoute(
  names: { operationId: string; summary: string },
  description: string,
  contentType: string,
): { get: Operation } {
  const schema = { type: contentType === 'application/json' ? 'object' : 'string' };
  const headers = {
    ETag: { description: 'Strong: the same bytes.', required: true, schema: { type: 'string' } },
  };
  const responses = {
    200: { description: 'Done.', headers, content: { [contentType]: { schema } } },
    304: { description: 'The caller has the current one.', headers },
  };
  const condition = { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } };
  return { get: { ...names, description, tags: [TAG], parameters: [condition], security: [], responses } };
}
