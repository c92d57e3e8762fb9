import '@mantine/dates/styles.css';
import { Select, SimpleGrid } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import type { UseFormReturnType } from '@mantine/form';
import { IconCalendar } from '../../ui/icons';
import type { Expiry, ExpiryValues } from './key-values';

const CHOICES: { value: Expiry; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'At a date' },
];

interface ExpiryFieldsProps {
  form: Pick<UseFormReturnType<ExpiryValues>, 'errors' | 'getInputProps' | 'values'>;
}

export function ExpiryFields({ form }: ExpiryFieldsProps) {
  const byDate = form.values.expiry === 'date';
  return (
    <SimpleGrid cols={{ base: 1, xs: byDate ? 2 : 1 }}>
      <Select
        label="Expires"
        description="Requests are rejected from then on."
        data={CHOICES}
        allowDeselect={false}
        {...form.getInputProps('expiry')}
        error={byDate ? null : form.errors.expiresAt}
      />
      {byDate && (
        <DateTimePicker
          label="Date and time"
          description="In your time zone."
          placeholder="Choose a date"
          leftSection={<IconCalendar size={16} aria-hidden />}
          valueFormat="D MMM YYYY, HH:mm"
          // oxlint-disable-next-line react/purity -- now, whenever that is
          minDate={new Date()}
          defaultTimeValue="12:00"
          timePickerProps={{ hoursInputLabel: 'Hour', minutesInputLabel: 'Minute' }}
          submitButtonProps={{ 'aria-label': 'Use this date' }}
          {...form.getInputProps('expiresAt')}
        />
      )}
    </SimpleGrid>
  );
}
