import { Group, Input, NumberInput, Slider } from '@mantine/core';
import type { Field } from '../schema-fields';
import type { ControlProps } from './FieldControl';

type NumberControl = Extract<Field, { kind: 'number' }>;

/** A slider with more steps is too coarse to use. */
const MAX_SLIDER_STEPS = 4096;

/** Renders a number input, with a slider when the range has both bounds. */
export function NumberField({ field, value, onChange, error }: ControlProps<NumberControl>) {
  const { label, description, required, min, max, integer } = field;
  const step = stepOf(field);
  const number = value === '' ? undefined : Number(value);
  const input = (
    <NumberInput
      aria-label={label}
      value={number ?? ''}
      onChange={onChange}
      min={min ?? undefined}
      max={max ?? undefined}
      step={step}
      allowDecimal={!integer}
      clampBehavior="none"
      error={error !== null}
      w={110}
    />
  );
  const hasSlider = min !== null && max !== null && (max - min) / step <= MAX_SLIDER_STEPS;
  return (
    <Input.Wrapper
      label={label}
      description={description}
      withAsterisk={required}
      error={error}
      labelElement="div"
    >
      <Group mt={4} wrap="nowrap" gap="md">
        {hasSlider && (
          <Slider
            flex={1}
            thumbLabel={label}
            value={number ?? min}
            onChange={onChange}
            min={min}
            max={max}
            step={step}
            label={null}
          />
        )}
        {input}
      </Group>
    </Input.Wrapper>
  );
}

/** Returns a power of ten that divides the range into about a hundred steps. */
function stepOf({ min, max, integer }: NumberControl): number {
  const range = min !== null && max !== null ? max - min : 1;
  const fine = 10 ** Math.floor(Math.log10(range / 10 || 1));
  return integer ? 1 : Math.min(1, fine);
}
