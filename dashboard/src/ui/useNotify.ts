/**
 * Shows short messages. The notification library is not part of the first load. A page that may show a message loads the
 * library when it opens, because the message may be about a lost connection.
 */
import type { NotificationData } from '@mantine/notifications';
import { useEffect } from 'react';
import { loadPart } from './load-part';

let needed = false;
const listeners = new Set<() => void>();

export function useNotify(): (message: NotificationData) => void {
  useEffect(() => {
    needed = true;
    listeners.forEach((listener) => listener());
    void library();
  }, []);
  return notify;
}

function notify(message: NotificationData): void {
  void library().then(({ notifications }) => notifications.show(message));
}

const library = () => loadPart(() => import('@mantine/notifications'));

export function areNoticesNeeded(): boolean {
  return needed;
}

export function onNoticesNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
