import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { outage } from '../api/outage';

/** Returns whether the service does not answer although the browser is online. */
export function useServiceDown(): boolean {
  return useSyncExternalStore(subscribe, () => outage.isDown() && onlineManager.isOnline());
}

function subscribe(listener: () => void): () => void {
  const stops = [outage.onChange(listener), onlineManager.subscribe(listener)];
  return () => stops.forEach((stop) => stop());
}
