/** Lists the operations of a description, in the shape that this folder uses. */
import type { OpenAPIObject } from '@nestjs/swagger';

export interface OperationResponse {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, OperationResponse>;
  security?: Record<string, string[]>[];
  /** See `COUNTED_EXTENSION`. */
  'x-counted-per'?: 'account';
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => {
      const operation = (item as Record<string, unknown>)[method];
      return operation ? [operation as Operation] : [];
    }),
  );
}
