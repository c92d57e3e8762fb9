import { TextInput } from '@mantine/core';
import type { KeyForm } from './useKeyForm';

export function NameField({ form }: { form: KeyForm }) {
  return (
    <TextInput
      label="Name"
      description="Helps you tell your keys apart."
      placeholder="Production server"
      data-autofocus
      {...form.getInputProps('name')}
    />
  );
}
