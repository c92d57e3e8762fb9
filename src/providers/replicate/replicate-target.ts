/**
 * What of Replicate a model of the catalogue runs, by its options; one of:
 *
 *   model: black-forest-labs/flux-schnell            # an official model: always its newest version
 *   version: owner/name:<64 hex digits>              # a community model (the id alone will do)
 *   deployment: owner/name                           # a deployment of the operator's own
 *
 * Pure. https://replicate.com/docs/topics/predictions/create-a-prediction
 */
export interface ReplicateTarget {
  /** Below the API's address. */
  path: string;
  /** Goes into the request beside the input. */
  version?: string;
}

const NAME = /^\w[\w.-]*\/\w[\w.-]*$/;
const VERSION = /^(\w[\w.-]*\/\w[\w.-]*:)?[0-9a-f]{64}$/;

/** @throws Error saying what is wrong with the options. */
export function readTarget({
  model,
  version,
  deployment,
}: Readonly<Record<string, unknown>>): ReplicateTarget {
  const given = [model, version, deployment].filter((value) => value !== undefined);
  if (given.length !== 1) throw new Error('one of model, version and deployment is needed');
  if (matches(model, NAME)) return { path: `/models/${model}/predictions` };
  if (matches(deployment, NAME)) return { path: `/deployments/${deployment}/predictions` };
  if (matches(version, VERSION)) return { path: '/predictions', version };
  throw new Error(
    'model and deployment are written owner/name, version as 64 hex digits or owner/name:<64 hex digits>',
  );
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
