import { Alert } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { IconWifiOff } from '../ui/icons';

export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  if (online) return null;
  return (
    <Alert role="status" color="orange" mb="md" icon={<IconWifiOff />} title="You are offline">
      This page may be out of date. It updates when the connection is restored.
    </Alert>
  );
}
