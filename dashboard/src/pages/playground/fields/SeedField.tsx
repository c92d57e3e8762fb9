import { ActionIcon, NumberInput } from '@mantine/core';
import { IconDice5 } from '../../../ui/icons';
import type { Field } from '../schema-fields';
import type { ControlProps } from './FieldControl';

type SeedControl = Extract<Field, { kind: 'seed' }>;

/** Without a seed every run differs; with one, a run can be repeated. */
export function SeedField({ field, value, onChange, error }: ControlProps<SeedControl>) {
  const { label, description, required, min, max } = field;
  const randomize = () => onChange(min + Math.floor(Math.random() * (max - min + 1)));
  return (
    <NumberInput
      label={label}
      description={description}
      withAsterisk={required}
      placeholder="Random each time"
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
          onClick={randomize}
          aria-label="Choose a seed"
          title="Choose a seed"
        >
          <IconDice5 size={18} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
