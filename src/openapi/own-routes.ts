/** Describes the routes that no controller declares: the description itself, its page, and HEAD of an output. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { everyResponseHeaders } from './headers.js';
import type { Operation, OperationResponse } from './operations.js';

const TAG = 'Operations';

export const DOCUMENT_PATH = '/api/openapi.json';
export const YAML_PATH = '/api/openapi.yaml';
export const PAGE_PATH = '/api/docs';

export function describeOwnRoutes(document: OpenAPIObject): void {
  Object.assign(document.paths, {
    [DOCUMENT_PATH]: {
      get: describeRoute('getOpenApi', 'This description', 'application/json', { type: 'object' }),
    },
    [YAML_PATH]: {
      get: describeRoute('getOpenApiYaml', 'This description as YAML', 'text/yaml', { type: 'string' }),
    },
    [PAGE_PATH]: {
      get: describeRoute('getDocs', 'A page that shows this description', 'text/html', { type: 'string' }),
    },
  });
}

/** Describes HEAD as GET without the body. */
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

function describeRoute(operationId: string, summary: string, contentType: string, schema: object): Operation {
  const response = {
    description: 'Done.',
    headers: everyResponseHeaders(),
    content: { [contentType]: { schema } },
  };
  return { operationId, summary, tags: [TAG], parameters: [], security: [], responses: { 200: response } };
}
