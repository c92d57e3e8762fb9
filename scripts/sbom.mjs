// What the service is made of: the packages of production, as a CycloneDX document.
import { execFileSync } from 'node:child_process';
import { root } from './build-first.mjs';

const DEVELOPMENT = 'cdx:npm:package:development';

/** `npm sbom --omit=dev` leaves out each package that one of development needs too, so this leaves out those of development alone. */
export function serviceSbom() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8 };
  const all = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], options),
  );
  const components = all.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === DEVELOPMENT),
  );
  const refs = new Set([all.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return `${JSON.stringify({ ...all, components, dependencies }, null, 2)}\n`;
}
