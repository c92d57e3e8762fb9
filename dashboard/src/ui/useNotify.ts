/**
 * Short messages of the page. What shows them is not part of the first load; a page that may have something to say loads
 * it when it is opened, for it may have to say that there is no connection.
 */
import type { NotificationData } from '@mantine/notifications';
import { useEffect } from 'react';

let wanted = false;
const listeners = new Set<() => void>();

export function useNotify(): (message: NotificationData) => void {
  useEffect(() => {
    wanted = true;
    listeners.forEach((listener) => listener());
    void library();
  }, []);
  return notify;
}

function notify(message: NotificationData): void {
  void library().then(({ notifications }) => notifications.show(message));
}

const library = () => import('@mantine/notifications');

export function areNoticesWanted(): boolean {
  return wanted;
}

export function onNoticesWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
