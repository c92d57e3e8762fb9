// `node test/deploy/schemas/vendor.mjs <_definitions.json>`: writes the part of Kubernetes' published schemas that the objects of
// deploy/kubernetes need, without its descriptions. README.md says where the file comes from.
import { readFile, writeFile } from 'node:fs/promises';

const KINDS = {
  'v1/Namespace': 'io.k8s.api.core.v1.Namespace',
  'v1/ServiceAccount': 'io.k8s.api.core.v1.ServiceAccount',
  'v1/ConfigMap': 'io.k8s.api.core.v1.ConfigMap',
  'v1/Service': 'io.k8s.api.core.v1.Service',
  'v1/PersistentVolumeClaim': 'io.k8s.api.core.v1.PersistentVolumeClaim',
  'apps/v1/Deployment': 'io.k8s.api.apps.v1.Deployment',
  'batch/v1/CronJob': 'io.k8s.api.batch.v1.CronJob',
  'policy/v1/PodDisruptionBudget': 'io.k8s.api.policy.v1.PodDisruptionBudget',
  'autoscaling/v2/HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'networking.k8s.io/v1/NetworkPolicy': 'io.k8s.api.networking.v1.NetworkPolicy',
  'networking.k8s.io/v1/Ingress': 'io.k8s.api.networking.v1.Ingress',
};

const { $defs: all } = JSON.parse(await readFile(process.argv[2], 'utf8'));
const wanted = {};
const add = (name) => {
  if (wanted[name]) return;
  if (!all[name]) throw new Error(`there is no definition ${name}`);
  wanted[name] = withoutDescriptions(all[name]);
  for (const [, other] of JSON.stringify(wanted[name]).matchAll(/#\/\$defs\/([^"]+)"/g)) add(other);
};
for (const name of Object.values(KINDS)) add(name);
const output = { $schema: 'https://json-schema.org/draft/2020-12/schema', kinds: KINDS, $defs: wanted };
const file = new URL('kubernetes-1.34.json', import.meta.url);
await writeFile(file, JSON.stringify(output).replaceAll('_definitions.json#', '#'));

/** A property may be called `description`: only strings are descriptions of the schema. */
function withoutDescriptions(value) {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(
    ([key, inner]) => key !== 'description' || typeof inner !== 'string',
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutDescriptions(inner)]));
}
