import { Alert } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  if (online) return null;
  return (
    <Alert role="status" color="orange" mb="md" icon={<IconWifiOff />} title="You are offline">
      What you see is what was loaded before. It is brought up to date when the connection is back.
    </Alert>
  );
}
