// Preloaded into the demo's service: when the demo ends, also by kill -9, the service stops gracefully, with its database.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
