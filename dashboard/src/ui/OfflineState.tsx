import { EmptyState } from '@mantine/core';
import { IconWifiOff } from './icons';

export function OfflineState() {
  return (
    <EmptyState
      role="status"
      py="xl"
      icon={<IconWifiOff />}
      title="You are offline"
      description="This is loaded when the connection is back."
    />
  );
}
