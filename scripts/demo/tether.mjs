// Loaded into the demo's service before anything else: when the demo is gone, however it went (kill -9 included), the
// service stops as if it had been asked to, and takes its database with it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
