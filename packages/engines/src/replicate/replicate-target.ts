/**
 * What a catalogue model runs on Replicate, chosen by one of these options:
 *
 *   model: black-forest-labs/flux-schnell            # an official model, always in its newest version
 *   version: owner/name:<64 hex digits>              # a community model (the id alone is enough)
 *   deployment: owner/name                           # a deployment of the operator
 *
 * Pure. https://replicate.com/docs/topics/predictions/create-a-prediction
 */
export interface ReplicateTarget {
  /** A path below the API's address. */
  path: string;
  /** Sent in the request beside the input. */
  version?: string;
}

const NAME = /^\w[\w.-]*\/\w[\w.-]*$/;
const VERSION = /^(\w[\w.-]*\/\w[\w.-]*:)?[0-9a-f]{64}$/;

/** @throws Error describing an invalid option. */
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
