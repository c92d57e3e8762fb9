import { Input, JsonInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { Field } from '../schema-fields';
import { MediaField } from './MediaField';
import { NumberField } from './NumberField';
import { RatioField } from './RatioField';
import { SeedField } from './SeedField';

export interface ControlProps<F extends Field = Field> {
  field: F;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | null;
}

/** Fields with more options use a select instead of a segmented control. */
const MAX_SEGMENTS = 4;

export function FieldControl({ field, value, onChange, error }: ControlProps) {
  const shared = { field, value, onChange, error };
  switch (field.kind) {
    case 'text':
      return <TextField {...shared} field={field} />;
    case 'ratio':
      return <RatioField {...shared} field={field} />;
    case 'choice':
      return <ChoiceField {...shared} field={field} />;
    case 'number':
      return <NumberField {...shared} field={field} />;
    case 'seed':
      return <SeedField {...shared} field={field} />;
    case 'media':
      return <MediaField {...shared} field={field} />;
    case 'switch':
      return (
        <Switch
          label={field.label}
          description={field.description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          error={error}
        />
      );
    case 'json':
      return (
        <JsonInput
          label={field.label}
          description={field.description ?? 'JSON'}
          withAsterisk={field.required}
          autosize
          minRows={3}
          value={String(value)}
          onChange={onChange}
          error={error}
        />
      );
  }
}

type PropsOf<K extends Field['kind']> = ControlProps<Extract<Field, { kind: K }>>;

function TextField({ field, value, onChange, error }: PropsOf<'text'>) {
  const text = String(value);
  const length = [...text].length;
  const counted = field.maxLength !== null && length > field.maxLength / 2;
  const props = {
    label: field.label,
    description: counted ? `${length} of ${field.maxLength} characters` : field.description,
    withAsterisk: field.required,
    value: text,
    error,
    name: field.name,
  };
  return field.multiline ? (
    <Textarea
      {...props}
      autosize
      minRows={3}
      maxRows={10}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

function ChoiceField({ field, value, onChange, error }: PropsOf<'choice'>) {
  const { label, description, required, options } = field;
  const data = options.map((option) => ({ value: String(option), label: String(option) }));
  // Controls work with strings; the model may expect a number.
  const choose = (chosen: string | null) =>
    onChange(options.find((option) => String(option) === chosen) ?? '');
  const isShort = options.length <= MAX_SEGMENTS && field.initial !== undefined;
  if (!isShort) {
    return (
      <Select
        label={label}
        description={description}
        withAsterisk={required}
        data={data}
        value={value === '' ? null : String(value)}
        onChange={choose}
        clearable={!required}
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        searchable={options.length > 8}
        error={error}
      />
    );
  }
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <SegmentedControl
        mt={4}
        fullWidth
        data={data}
        value={String(value)}
        onChange={choose}
        aria-label={label}
      />
    </Input.Wrapper>
  );
}
