import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface DataTableProps {
  /** Accessible name. */
  label: string;
  /** Pixels below which the table scrolls horizontally. On phones it omits columns instead (`visibleFrom="sm"`). */
  minWidth: number;
  /** Pixels, for a table that omits no columns. */
  minWidthOnPhone?: number;
  children: ReactNode;
}

/** Renders a table that can be wider than the screen and scrolled by keyboard. */
export function DataTable({ label, minWidth, minWidthOnPhone = 0, children }: DataTableProps) {
  const isPhone = useMediaQuery('(max-width: 48em)');
  return (
    <Table.ScrollContainer
      minWidth={isPhone ? minWidthOnPhone : minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table aria-label={label}>{children}</Table>
    </Table.ScrollContainer>
  );
}
