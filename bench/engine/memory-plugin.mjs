/**
 * Loaded into the service by PLUGINS, with --expose-gc: asked for it by a message, it collects all garbage and tells what
 * memory is left, so that what is measured is what is held.
 */
process.on('message', (message) => {
  if (message !== 'memory') return;
  for (let pass = 0; pass < 3; pass++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ memory: { rss, heapUsed, external } });
});

export default { name: 'bench-memory' };
