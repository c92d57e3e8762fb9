import { ActionIcon, NumberInput } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import type { Field } from '../schema-fields';
import type { ControlProps } from './FieldControl';

type SeedControl = Extract<Field, { kind: 'seed' }>;

/** Left empty, every run differs; with a number, a run can be repeated. */
export function SeedField({ field, value, onChange, error }: ControlProps<SeedControl>) {
  const { label, description, required, min, max } = field;
  const roll = () => onChange(min + Math.floor(Math.random() * (max - min + 1)));
  return (
    <NumberInput
      label={label}
      description={description}
      withAsterisk={required}
      placeholder="A new one each time"
      value={value === '' ? '' : Number(value)}
      onChange={onChange}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      hideControls
      error={error}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={roll}
          aria-label="Choose a seed"
          title="Choose a seed"
        >
          <IconDice5 size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
