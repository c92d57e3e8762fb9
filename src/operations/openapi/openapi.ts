/** Builds the contract as OpenAPI 3.1 from the controllers' declarations. `openapi.json` in the repository is this document. */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import * as swagger from '@nestjs/swagger';
import { dump } from 'js-yaml';
import { Catalogue } from '../../catalogue/index.js';
import {
  API_VERSION,
  applyApiDecorators,
  ErrorBody,
  type KeptBytes,
  RateLimitBody,
} from '../../platform/http/index.js';
import { describeBeginning } from './beginning.js';
import { addExamples } from './code-samples.js';
import type { DescriptionSettings } from './description-settings.js';
import { describeEveryResponse } from './every-response.js';
import { makeSchemasExact } from './exact-schemas.js';
import { describeForms } from './forms.js';
import { headerComponents } from './headers.js';
import { describeModelInputs } from './model-inputs.js';
import { withNumberFormats } from './number-formats.js';
import {
  describeHeadOfOutputs,
  describeOwnRoutes,
  DOCUMENT_PATH,
  MANUAL_PATH,
  TOOLS_PATH,
  YAML_PATH,
} from './own-routes.js';
import { referenceFiles, textFile } from './reference-page.js';
import { shareErrorResponses } from './shared-responses.js';
import { speakDefaults } from './spoken-defaults.js';
import { toolsOf } from './tools.js';

/** The order is the one in which a new reader needs them. */
const TAGS: Record<string, string> = {
  Models: 'What is on offer, with input schemas and prices.',
  Generation: 'Starting, polling and cancelling predictions.',
  History: 'Past predictions.',
  Outputs: 'The files that predictions produced.',
  Credits: 'Balance and ledger.',
  Billing: 'Packs of credits, checkouts at a payment service, and payments.',
  'End users': 'Spend limits of the customers that `externalUserId` names.',
  'API keys': 'Created and revoked by signed-in users, never by a key.',
  'Sign-in': 'Accounts and access tokens of the dashboard.',
  Account: 'Name, plan, limits and alert of an account.',
  Dashboard: 'The API of the web page for a signed-in user, with the same rules as for a key.',
  Usage: 'What predictions added up to: numbers, credits and durations.',
  Requests: 'The requests of an account’s API keys, and how they were answered.',
  Audit: 'Who changed what in an account.',
  Admin: 'For administrators.',
  Operations: 'Health, and this description.',
};

function describeApi(app: NestExpressApplication, settings: DescriptionSettings): OpenAPIObject {
  applyApiDecorators(swagger);
  const document = swagger.SwaggerModule.createDocument(app, outline(settings.tags), {
    operationIdFactory: nameOperation,
    extraModels: [ErrorBody, RateLimitBody],
  });
  describeForms(document);
  speakDefaults(document);
  makeSchemasExact(document);
  describeOwnRoutes(document);
  describeEveryResponse(document);
  describeHeadOfOutputs(document);
  shareErrorResponses(document);
  describeModelInputs(document, app.get(Catalogue, { strict: false }).list());
  addExamples(document);
  describeBeginning(document);
  document.components = { ...document.components, headers: headerComponents() };
  const { openapi, info, servers: _none, tags, paths, components, ...rest } = document;
  const contact = { name: 'The operator of this service' };
  const servers = serversOf(settings);
  return {
    openapi,
    info: { ...info, contact },
    servers,
    tags,
    paths: sortedByTag(withNumberFormats(paths)),
    components: withNumberFormats(components),
    ...rest,
  };
}

/** Routes of extensions have no `operationId` of their own, and their methods may have the same name. */
function nameOperation(controller: string, method: string): string {
  const [first = '', ...rest] = controller.replace(/Controller$/, '');
  return `${first.toLowerCase()}${rest.join('')}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}

/** Each file is made at its first request and sent as the same bytes from then on. */
export function openApiFiles(
  app: NestExpressApplication,
  settings: DescriptionSettings = { tags: {}, publicUrl: null },
): (path: string) => KeptBytes | undefined {
  const document = describeApi(app, settings);
  const made = new Map<string, KeptBytes>();
  const makers = new Map<string, () => KeptBytes>([
    [DOCUMENT_PATH, () => textFile(JSON.stringify(document), 'application/json')],
    // Without references: the document repeats objects, which YAML would name.
    [TOOLS_PATH, () => textFile(JSON.stringify(toolsOf(document)), 'application/json')],
    [YAML_PATH, () => textFile(dump(document, { skipInvalid: true, noRefs: true }), 'text/yaml')],
    ...referenceFiles(),
  ]);
  return (path) => {
    const file = made.get(path) ?? makers.get(path)?.();
    if (file) made.set(path, file);
    return file;
  };
}

function outline(ofExtensions: Readonly<Record<string, string>>): Omit<OpenAPIObject, 'paths'> {
  const description = [
    'One endpoint for image, video, audio and 3D generation, asynchronous and polled.',
    'Credits are charged when a prediction is created and refunded when it fails.',
    `The [manual](${MANUAL_PATH}) explains waiting, errors, retries, money, limits and files.`,
  ].join(' ');
  const builder = new swagger.DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Offprint')
    .setDescription(description)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addSecurity('apiKey', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'of_live_… or of_test_…',
      description: 'An API key. A route lists its scopes; any one of them is enough.',
    })
    .addSecurity('operatorKey', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'of_ops_…',
      description:
        'An operator key, in place of an administrator. A route names the scope that it needs; routes that name none reject it.',
    })
    .addSecurity('dashboard', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The access token of a signed-in user. Never an API key.',
    });
  for (const [name, text] of Object.entries({ ...TAGS, ...ofExtensions })) builder.addTag(name, text);
  return builder.build();
}

/** The public address comes first: programs that read the description from a file know no other, and most take the first. */
function serversOf({ publicUrl }: DescriptionSettings): { url: string; description: string }[] {
  const relative = { url: '/', description: 'The service that serves this description.' };
  return publicUrl === null ? [relative] : [{ url: publicUrl, description: 'The public address.' }, relative];
}

/** Within one tag the paths keep the order of declaration. */
function sortedByTag(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const order = Object.keys(TAGS);
  const placeOf = (item: OpenAPIObject['paths'][string]) => {
    const tag = (item.get ?? item.post ?? item.patch ?? item.delete)?.tags?.[0];
    const place = order.indexOf(tag ?? '');
    return place === -1 ? order.length : place;
  };
  return Object.fromEntries(Object.entries(paths).sort(([, a], [, b]) => placeOf(a) - placeOf(b)));
}
