export * from './event-listener.js';
export { EventListeners } from './event-listeners.js';
export { EventsModule, type EventsOptions } from './events.module.js';
export { EVENTS_DATA } from './personal-data.js';
