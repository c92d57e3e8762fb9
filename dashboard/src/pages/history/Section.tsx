import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Titles a part of a prediction's details. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
