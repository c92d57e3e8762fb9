import { Alert, Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../../../ui/icons';
import { reasonOf } from './system-text';
import type { PartName, Read, System } from './useSystem';

interface PartProps<P extends PartName> {
  name: P;
  system: System;
  children: (value: Read<P>) => ReactNode;
}

/** Renders a part of the state, or why it could not be read. */
export function Part<P extends PartName>({ name, system, children }: PartProps<P>) {
  const value = system[name] as Read<P> | null;
  if (value) return children(value);
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Not available">
      {reasonOf(name, system.problems)}
    </Alert>
  );
}

/** A card that shows one part. */
export function PartCard<P extends PartName>({ title, ...props }: PartProps<P> & { title: string }) {
  return (
    <Card>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Part {...props} />
    </Card>
  );
}

/** A line of explanation, or what an empty list means. */
export function Line({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
