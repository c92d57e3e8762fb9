import { Textarea, type TextareaProps } from '@mantine/core';

/** The addresses that a key may be used from. */
export function AddressesField(props: TextareaProps) {
  return (
    <Textarea
      label="Allowed addresses"
      description="IP addresses and networks of your servers, one per line. Empty: every address."
      placeholder={'203.0.113.7\n2001:db8::/32'}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      {...props}
    />
  );
}
