import { Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface DataTableProps {
  /** What its rows are. */
  label: string;
  /** Pixels below which it is scrolled sideways. On a phone it leaves columns out instead (`visibleFrom="sm"`). */
  minWidth: number;
  /** Pixels, for a table that leaves none out. */
  minWidthOnPhone?: number;
  children: ReactNode;
}

/** A table that may be wider than the screen; what is scrolled can be reached by keyboard. */
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
