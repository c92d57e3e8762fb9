/** The routes that no controller declares: the description itself, the page that shows it, and HEAD of an output. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { everyAnswerHeaders } from './headers.js';
import type { Answer, Operation } from './operations.js';

const TAG = 'Operations';

export const DOCUMENT_PATH = '/api/openapi.json';
export const YAML_PATH = '/api/openapi.yaml';
export const PAGE_PATH = '/api/docs';

export function describeOwnRoutes(document: OpenAPIObject): void {
  Object.assign(document.paths, {
    [DOCUMENT_PATH]: {
      get: route('getOpenApi', 'This description', 'application/json', { type: 'object' }),
    },
    [YAML_PATH]: {
      get: route('getOpenApiYaml', 'This description as YAML', 'text/yaml', { type: 'string' }),
    },
    [PAGE_PATH]: {
      get: route('getDocs', 'A page that shows this description', 'text/html', { type: 'string' }),
    },
  });
}

/** HEAD is answered as GET is, without the body. */
export function describeHeadOfOutputs(document: OpenAPIObject): void {
  const item = document.paths['/api/assets/{name}'];
  if (!item?.get) return;
  const get = item.get as unknown as Operation;
  const withoutBody = ({ description, headers }: Answer): Answer => ({ description, headers });
  const head: Operation = {
    ...get,
    operationId: 'inspectOutput',
    summary: 'The headers of an output file',
    responses: Object.fromEntries(
      Object.entries(get.responses).map(([status, answer]) => [status, withoutBody(answer)]),
    ),
  };
  Object.assign(item, { head });
}

function route(operationId: string, summary: string, contentType: string, schema: object): Operation {
  const answer = {
    description: 'It.',
    headers: everyAnswerHeaders(),
    content: { [contentType]: { schema } },
  };
  return { operationId, summary, tags: [TAG], parameters: [], security: [], responses: { 200: answer } };
}
