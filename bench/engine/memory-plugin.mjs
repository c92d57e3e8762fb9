/**
 * Plugin that reports the service's memory: on a message it runs a full garbage collection (--expose-gc) and sends the memory
 * that is left, so that the benchmark measures live memory only.
 */
process.on('message', (message) => {
  if (message !== 'memory') return;
  for (let pass = 0; pass < 3; pass++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ memory: { rss, heapUsed, external } });
});

export default { name: 'bench-memory' };
