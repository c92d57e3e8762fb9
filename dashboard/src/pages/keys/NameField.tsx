import { TextInput, type TextInputProps } from '@mantine/core';

export function NameField(props: TextInputProps) {
  return (
    <TextInput
      label="Name"
      description="Helps you tell your keys apart."
      placeholder="Production server"
      data-autofocus
      {...props}
    />
  );
}
