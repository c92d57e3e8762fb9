/** The public API of the package for hosts and extensions. */
export { type App, createApp, withAppContext } from './app.js';
export { AppModule, type AppOptions } from './app.module.js';
export * from './assets/index.js';
export * from './catalogue/index.js';
export * from './config/index.js';
export * from './credits/index.js';
export * from './database/index.js';
export * from './errors/index.js';
export * from './http/index.js';
export { loadPlugins, type Plugin } from './plugin.js';
export { type Ports, PortsModule } from './ports.module.js';
export * from './providers/index.js';
