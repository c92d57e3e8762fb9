/** deploy/kubernetes as kustomize renders it: Kubernetes' published schemas, and what the service needs of its objects. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { load } from 'js-yaml';
import { listSettings, loadConfig } from '../../dist/platform/config/index.js';
import { hashOfSources, OVERLAYS, rendered, SOURCES } from './rendered.mjs';

const schemas = JSON.parse(readFileSync(new URL('schemas/kubernetes-1.34.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema(schemas, 'kubernetes');

function faultsOf(object) {
  const kind = `${object.apiVersion}/${object.kind}`;
  const definition = schemas.kinds[kind];
  if (!definition) return [`${kind} is not a kind of the schemas`];
  const validate = ajv.getSchema(`kubernetes#/$defs/${definition}`);
  return validate(object)
    ? []
    : validate.errors.map((error) => `${kind} ${error.instancePath} ${error.message}`);
}

const nameOf = ({ kind, metadata }) => `${kind}/${metadata.name}`;

for (const overlay of OVERLAYS) {
  const { sources, objects } = rendered(overlay);
  const find = (name) => objects.find((object) => nameOf(object) === name);
  const all = (kind) => objects.filter((object) => object.kind === kind);
  const deployments = all('Deployment');
  const podOf = (deployment) => deployment.spec.template.spec;

  test(`${overlay}: rendered from the present files (npm run lane -- deploy --render)`, () => {
    assert.equal(sources, hashOfSources());
  });

  test(`${overlay}: every object follows the schemas of Kubernetes 1.34, without an unknown field`, () => {
    assert.ok(objects.length > 12);
    assert.deepEqual(objects.flatMap(faultsOf), []);
    for (const object of objects)
      if (object.kind !== 'Namespace') assert.equal(object.metadata.namespace, 'offprint');
  });

  test(`${overlay}: every selector selects the pods of its deployment, and nothing else`, () => {
    const pods = deployments.map((deployment) => [
      deployment.metadata.name,
      deployment.spec.template.metadata.labels,
    ]);
    const selected = (labels) =>
      pods
        .filter(([, own]) => Object.entries(labels).every(([key, value]) => own[key] === value))
        .map(([name]) => name);
    for (const { metadata, spec } of [...deployments, ...all('PodDisruptionBudget')])
      assert.deepEqual(selected(spec.selector.matchLabels), [metadata.name]);
    assert.deepEqual(selected(find('Service/offprint').spec.selector), ['offprint-api']);
    for (const scaler of all('HorizontalPodAutoscaler')) {
      assert.ok(find(`Deployment/${scaler.spec.scaleTargetRef.name}`));
      assert.ok(!('replicas' in find(`Deployment/${scaler.spec.scaleTargetRef.name}`).spec));
    }
    for (const deployment of deployments)
      for (const spread of podOf(deployment).topologySpreadConstraints)
        assert.deepEqual(selected(spread.labelSelector.matchLabels), [deployment.metadata.name]);
  });

  test(`${overlay}: the settings are those of the service, and no secret is among them`, () => {
    const known = new Set(listSettings().map(({ name }) => name));
    for (const deployment of deployments) {
      const [container] = podOf(deployment).containers;
      const [{ configMapRef }, { secretRef }] = container.envFrom;
      assert.equal(secretRef.name, 'offprint-secrets');
      const { data } = find(`ConfigMap/${configMapRef.name}`);
      for (const name of Object.keys(data)) {
        assert.ok(known.has(name) || /^(S3|REDIS)_/.test(name), name);
        assert.doesNotMatch(name, /SECRET|PASSWORD|TOKEN|DATABASE_URL|REDIS_URL/);
      }
      const references = container.env.filter(({ valueFrom }) => valueFrom);
      const secrets = Object.fromEntries(
        references.map(({ name }) => [name, 'postgres://a:b@c/d?padding=of-a-secret']),
      );
      const roles = container.env.find(({ name }) => name === 'ROLES').value;
      const config = loadConfig({ ...data, ...secrets, ROLES: roles });
      assert.deepEqual([...config.roles], [roles]);
      assert.deepEqual(references.map(({ name }) => name).sort(), [
        'DATABASE_URL',
        'JWT_SECRET',
        'METRICS_TOKEN',
      ]);
    }
    assert.deepEqual(all('Secret'), []);
  });

  test(`${overlay}: a pod drains before it is killed, and is probed where the service responds`, () => {
    for (const deployment of deployments) {
      const pod = podOf(deployment);
      const [container] = pod.containers;
      const pause = Number(container.lifecycle?.preStop.exec.command.at(-1) ?? 0);
      // A graceful stop takes up to 10 s.
      assert.ok(pod.terminationGracePeriodSeconds >= pause + 10 + 5);
      assert.equal(container.livenessProbe.httpGet.path, '/health/live');
      assert.equal(container.startupProbe.httpGet.path, '/health/live');
      assert.equal(container.readinessProbe.httpGet.path, '/health/ready');
      assert.equal(deployment.spec.strategy.rollingUpdate.maxUnavailable, 0);
    }
    assert.ok(podOf(find('Deployment/offprint-api')).containers[0].lifecycle);
  });

  test(`${overlay}: all pods together need no more connections than a stock PostgreSQL has`, () => {
    const connections = Number(all('ConfigMap')[0].data.DATABASE_CONNECTIONS);
    const pods = all('HorizontalPodAutoscaler').map(
      ({ spec }) =>
        spec.maxReplicas +
        find(`Deployment/${spec.scaleTargetRef.name}`).spec.strategy.rollingUpdate.maxSurge,
    );
    assert.ok(pods.reduce((sum, count) => sum + count, 0) * connections <= 97);
  });

  test(`${overlay}: no pod is root, writes to its image, or holds a token of the cluster`, () => {
    const pods = [...deployments, ...all('CronJob').map(({ spec }) => spec.jobTemplate)].map(podOf);
    assert.equal(pods.length, 3);
    for (const pod of pods) {
      assert.deepEqual([pod.securityContext.runAsNonRoot, pod.automountServiceAccountToken], [true, false]);
      const { securityContext, resources, image } = pod.containers[0];
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      });
      assert.ok(resources.limits.memory && resources.requests.cpu);
      assert.match(image, /:\d+\.\d+\.\d+$/);
    }
  });

  test(`${overlay}: nothing enters or leaves a pod but what a policy names`, () => {
    const policies = all('NetworkPolicy');
    const nothing = policies.find(({ spec }) => Object.keys(spec.podSelector).length === 0);
    assert.deepEqual(nothing.spec, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const open = policies
      .filter(({ metadata }) => metadata.name !== 'offprint-private-services')
      .flatMap(({ spec }) => spec.egress ?? [])
      .filter(({ to }) => to?.some(({ ipBlock }) => ipBlock));
    for (const { to, ports } of open) {
      assert.ok(to[0].ipBlock.except.includes('169.254.0.0/16'));
      assert.deepEqual(ports, [{ protocol: 'TCP', port: 443 }]);
    }
  });
}

test('services inside private networks are reached where the values say so, and nowhere else', () => {
  const values = load(readFileSync(join(SOURCES, 'overlays/private-services/values.yaml'), 'utf8')).spec;
  const names = ['s3', 'engines', 'smtp', 'otlp', 'pgbouncer'];
  assert.deepEqual(Object.keys(values), names);
  const policyOf = (overlay) =>
    rendered(overlay).objects.find(({ metadata }) => metadata.name === 'offprint-private-services');
  const { spec } = policyOf('private-services');
  assert.deepEqual(
    spec.egress,
    names.map((name) => ({
      to: [{ ipBlock: { cidr: values[name].cidr } }],
      // A number: a text would be the name of a port.
      ports: [{ protocol: 'TCP', port: values[name].port }],
    })),
  );
  assert.deepEqual(spec.policyTypes, ['Egress']);
  assert.deepEqual(spec.podSelector.matchLabels, { 'app.kubernetes.io/name': 'offprint' });
  for (const overlay of ['production', 'shared-volume']) assert.equal(policyOf(overlay), undefined);
});

test('the example of CloudNativePG has a synchronous standby and the parameters of deploy/patroni', () => {
  const { spec } = load(readFileSync(join(SOURCES, 'cloudnative-pg.yaml'), 'utf8'));
  const patroni = load(readFileSync(join(SOURCES, '../patroni/patroni.yml'), 'utf8'));
  const wanted = patroni.bootstrap.dcs.postgresql.parameters;
  assert.deepEqual(
    spec.postgresql.parameters,
    Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, String(value)])),
  );
  assert.deepEqual([spec.instances, spec.postgresql.synchronous.number], [3, 1]);
});

test('the schemas reject what is broken on purpose', () => {
  const broken = structuredClone(rendered(OVERLAYS[0]).objects.find(({ kind }) => kind === 'Deployment'));
  broken.spec.template.spec.containers[0].readinesProbe = {};
  broken.spec.template.spec.terminationGracePeriodSeconds = 'thirty';
  delete broken.spec.selector;
  const faults = faultsOf(broken).join('\n');
  for (const part of ['additional properties', 'terminationGracePeriodSeconds', "'selector'"])
    assert.ok(faults.includes(part), `${part}\n${faults}`);
});

test('the workers scale on the metric that prometheus-adapter serves, and Prometheus reads its configuration', () => {
  const scaler = rendered('production').objects.find(
    (object) => nameOf(object) === 'HorizontalPodAutoscaler/offprint-worker',
  );
  const { name } = scaler.spec.metrics[0].external.metric;
  const adapter = readFileSync(join(SOURCES, 'prometheus-adapter.yaml'), 'utf8');
  assert.ok(adapter.includes(`as: ${name}`));
  // Its series, against a real Prometheus: installation.test.mjs.
  // Debian builds Prometheus without the discovery of Kubernetes: it reads the rest.
  const config = load(readFileSync(join(SOURCES, 'prometheus.yaml'), 'utf8'));
  for (const job of config.scrape_configs) {
    assert.deepEqual(job.kubernetes_sd_configs, [{ role: 'pod', namespaces: { names: ['offprint'] } }]);
    delete job.kubernetes_sd_configs;
  }
  const directory = mkdtempSync(join(tmpdir(), 'offprint-deploy-'));
  try {
    const file = join(directory, 'prometheus.json');
    writeFileSync(file, JSON.stringify(config));
    execFileSync('promtool', ['check', 'config', '--syntax-only', file], { stdio: 'pipe' });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
