export {
  EVENT_KINDS,
  type EventBatch,
  type EventKind,
  EventListener,
  type ServiceEvent,
} from './event-listener.js';
export { EventListeners } from './event-listeners.js';
export { EventsModule, type EventsOptions } from './events.module.js';
