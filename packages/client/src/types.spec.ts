/**
 * The types of responses beside those that another generator makes of openapi.json. The compiler is the test: a field that one of them
 * lacks, or that has another type, fails the type check of the repository, and its error names the field.
 */
import { readFileSync } from 'node:fs';
import type { components } from '../../../dashboard/src/api/schema.js';
import type * as client from './types.js';

type Schemas = components['schemas'];
type Json = string | number | boolean | null | undefined;

/** Texts that a later service may extend are open in the client. */
type OpenField = 'operation' | 'event' | 'scopes' | 'code';
type Open<T> = T extends string ? string : T extends (infer Item)[] ? Open<Item>[] : T;

/** A response as the client sees it: without `success`, which every one has. */
type Seen<T> = T extends Json
  ? T
  : T extends (infer Item)[]
    ? Seen<Item>[]
    : {
        [Key in keyof T as Key extends 'success' ? never : Key]: Key extends OpenField
          ? Open<T[Key]>
          : Seen<T[Key]>;
      };

/** The names of all fields with those within them: `outputs`, `outputs.url`. */
type Fields<T> = T extends Json
  ? never
  : T extends (infer Item)[]
    ? Fields<Item>
    : { [Key in keyof T & string]: string extends Key ? never : Key | `${Key}.${Fields<T[Key]>}` }[keyof T &
        string];

type Agreement<Client, Schema> = {
  missingInClient: Exclude<Fields<Schema>, Fields<Client>>;
  unknownToSchema: Exclude<Fields<Client>, Fields<Schema>>;
  isAssignable: [Schema] extends [Client]
    ? [Client] extends [Schema]
      ? true
      : 'not to the schema'
    : 'not to the client';
};
interface Agrees {
  missingInClient: never;
  unknownToSchema: never;
  isAssignable: true;
}

/** The client's type of each response of a route for API keys. */
interface ClientTypes {
  GenerateBody: client.Started;
  QuoteBody: client.Quote;
  StatusBody: client.PredictionBody;
  StatusesBody: { items: client.PredictionOrMissing[] };
  UploadBody: client.Upload;
  HistoryPageBody: { items: client.HistoryEntry[]; nextCursor: string | null };
  BalanceBody: client.Balance;
  LedgerPageBody: { items: client.LedgerEntry[]; nextCursor: string | null };
  EndUserBody: client.EndUser;
  OwnKeyBody: client.KeyRecord;
  UsageBody: { items: client.UsageItem[] };
  ModelsBody: { items: client.Model[] };
  ModelBody: client.Model;
}

type Agreements = { [Name in keyof ClientTypes]: Agreement<Seen<ClientTypes[Name]>, Seen<Schemas[Name]>> };
const agreements: { [Name in keyof ClientTypes]: Agrees } = {} as Agreements;

/** The same names for the test. A name that is missing here or too much does not compile. */
const COMPARED: Record<keyof ClientTypes, true> = {
  BalanceBody: true,
  EndUserBody: true,
  GenerateBody: true,
  HistoryPageBody: true,
  LedgerPageBody: true,
  ModelBody: true,
  ModelsBody: true,
  OwnKeyBody: true,
  QuoteBody: true,
  StatusBody: true,
  StatusesBody: true,
  UploadBody: true,
  UsageBody: true,
};
/** A start that waits, which the client does not send. */
const NOT_USED = ['StartedBody'];

interface Operation {
  security?: Record<string, unknown>[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

it('compares every response of a route for API keys, and of the models, with its schema', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const called = operations.filter(
    ({ path, security }) => path.startsWith('/api/models') || security?.some((scheme) => 'apiKey' in scheme),
  );
  const bodies = called.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, response]) => JSON.stringify(response.content?.['application/json'] ?? {})),
  );
  const names = bodies.flatMap((body) => [...body.matchAll(/schemas\/(\w+)/g)].map(([, name]) => name!));
  expect([...new Set(names)].sort()).toEqual([...Object.keys(COMPARED), ...NOT_USED].sort());
  expect(agreements).toBeDefined();
});
