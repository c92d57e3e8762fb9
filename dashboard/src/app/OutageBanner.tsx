import { Alert } from '@mantine/core';
import { IconCloudOff } from '../ui/icons';
import { useServiceDown } from '../ui/useServiceDown';

export function OutageBanner() {
  if (!useServiceDown()) return null;
  return (
    <Alert role="status" color="orange" mb="md" icon={<IconCloudOff />} title="The service does not answer">
      What you typed is kept. This page continues by itself as soon as the service answers.
    </Alert>
  );
}
