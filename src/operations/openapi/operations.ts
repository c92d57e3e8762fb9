import type { OpenAPIObject } from '@nestjs/swagger';

export interface OperationResponse {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: object;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: object[];
  requestBody?: { description?: string; content: Record<string, MediaType> };
  responses: Record<string, OperationResponse>;
  security?: Record<string, string[]>[];
  /** See `COUNTED_EXTENSION`. */
  'x-counted-per'?: 'account';
  /** See `SCOPES_EXTENSION`. */
  'x-scopes'?: string[];
  /** See `OPERATOR_SCOPE_EXTENSION`. */
  'x-operator-scope'?: string;
  /** See `ROLES_EXTENSION`. */
  'x-roles'?: string[];
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

export interface PlacedOperation {
  method: string;
  path: string;
  operation: Operation;
}

export function placedOperationsOf(document: OpenAPIObject): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Record<string, unknown>)[method];
      return operation ? [{ method, path, operation: operation as Operation }] : [];
    }),
  );
}

export function operationsOf(document: OpenAPIObject): Operation[] {
  return placedOperationsOf(document).map(({ operation }) => operation);
}
