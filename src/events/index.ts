export {
  type CreditsEventData,
  EVENT_KINDS,
  type EventBatch,
  type EventData,
  type EventKind,
  EventListener,
  type EventOf,
  type FailedPredictionEventData,
  type KeyEventData,
  type PredictionEventData,
  type ServiceEvent,
} from './event-listener.js';
export { EventListeners } from './event-listeners.js';
export { EventsModule, type EventsOptions } from './events.module.js';
export { EVENTS_DATA } from './personal-data.js';
