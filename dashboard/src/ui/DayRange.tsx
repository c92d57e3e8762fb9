import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { IconCalendar } from './icons';

interface DayRangeProps {
  /** Calendar days, such as `2026-11-20`; both or neither. */
  from: string | undefined;
  to: string | undefined;
  onChange: (days: { from: string | null; to: string | null }) => void;
  label?: string;
}

export function DayRange({ from, to, onChange, label = 'Days' }: DayRangeProps) {
  const given: [string | null, string | null] = [from ?? null, to ?? null];
  // Between the two clicks only the first day is known; the filter does not change yet.
  const [firstDay, setFirstDay] = useState<string | null>(null);
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder="Any"
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      valueFormat="D MMM YYYY"
      miw="min(220px, 100%)"
      // oxlint-disable-next-line react/purity -- today, whenever that is
      maxDate={new Date()}
      value={firstDay === null ? given : [firstDay, null]}
      onChange={([first, last]) => {
        setFirstDay(first !== null && last === null ? first : null);
        if ((first === null) === (last === null)) onChange({ from: first, to: last });
      }}
    />
  );
}
