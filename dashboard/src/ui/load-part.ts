/** Loads parts of the page on demand. During an outage of the service a part waits instead of failing. */
import { type ComponentType, lazy } from 'react';
import { outage } from '../api/outage';

/**
 * Imports a module; after an outage of the service, again.
 * @throws when the service answers without the file, for example after an update.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      const isDown = await outage.report();
      await outage.end();
      await reloadStyles();
      // The service answers: the file is missing, or the outage was shorter than the probe.
      if (!isDown) return load();
    }
  }
}

/** Like React's `lazy`, for a component that a module exports by name or as its default. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => loadPart(load));
}

/** Requests style sheets again that failed to load: the bundler does not add the same one twice. */
async function reloadStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  );
  await Promise.all(failed.map(reloadStyle));
}

function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve) => {
    fresh.addEventListener('load', () => resolve());
    fresh.addEventListener('error', () => resolve());
    link.replaceWith(fresh);
  });
}
