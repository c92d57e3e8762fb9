import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import type { SpendPeriod } from './key-values';
import type { KeyForm } from './useKeyForm';

const PERIODS: { value: SpendPeriod; label: string }[] = [
  { value: 'day', label: 'Per day' },
  { value: 'week', label: 'Per week, from Monday' },
  { value: 'month', label: 'Per calendar month' },
  { value: 'total', label: 'In total' },
];
const DECIMALS = 3;

export function SpendLimitFields({ form }: { form: KeyForm }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label="Spend limit"
        description="Credits for predictions. Empty: no limit."
        placeholder="No limit"
        suffix=" credits"
        thousandSeparator=","
        decimalScale={DECIMALS}
        allowNegative={false}
        hideControls
        {...form.getInputProps('spendLimit.credits')}
      />
      <Select
        label="Period"
        description="Periods begin at midnight UTC."
        data={PERIODS}
        allowDeselect={false}
        disabled={form.values.spendLimit.credits === ''}
        {...form.getInputProps('spendLimit.period')}
      />
    </SimpleGrid>
  );
}
