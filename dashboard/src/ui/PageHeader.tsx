import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { setPageTitle } from './page-title';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons for the whole page. */
  children?: ReactNode;
}

export function PageHeader({ title, description, children }: PageHeaderProps) {
  useEffect(() => setPageTitle(title), [title]);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="sm">
      <Stack gap={2} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" size="sm">
            {description}
          </Text>
        )}
      </Stack>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
