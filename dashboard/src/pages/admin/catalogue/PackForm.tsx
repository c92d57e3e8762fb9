import { NumberInput, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { money } from '../../credits/billing/money';
import { CURRENCY } from './currency';
import type { CataloguePack } from './entries';
import { ReviewedForm } from './ReviewedForm';

/** A cleared number is an empty text. */
interface PackValues {
  title: string;
  description: string;
  enabled: boolean;
  credits: number | string;
  price: { amount: number | string; currency: string };
  expiresInDays: number | string;
}

export function PackForm({ pack, onClose }: { pack: CataloguePack; onClose: () => void }) {
  const { id, title, description, enabled, credits, price, expiresInDays } = pack;
  const form = useForm<PackValues>({
    initialValues: {
      title,
      description: description ?? '',
      enabled,
      credits,
      price: { amount: price.amount, currency: price.currency },
      expiresInDays: expiresInDays ?? '',
    },
    validate: {
      title: (text) => (text.trim() === '' ? 'Enter a title.' : null),
      credits: (value) => (Number(value) > 0 ? null : 'Enter a number of credits.'),
      price: {
        amount: (value) => (Number(value) > 0 ? null : 'Enter an amount.'),
        currency: (text) => (CURRENCY.test(text) ? null : 'Three capital letters, such as EUR.'),
      },
    },
  });
  const written = form.getValues().price;
  const isPrice = CURRENCY.test(written.currency) && Number(written.amount) > 0;
  return (
    <ReviewedForm
      subject={{ kind: 'packs', key: id }}
      form={form}
      before={pack}
      fieldsOf={(values) => ({
        title: values.title.trim(),
        description: values.description.trim() || null,
        enabled: values.enabled,
        credits: Number(values.credits),
        price: { amount: Number(values.price.amount), currency: values.price.currency },
        expiresInDays: Number(values.expiresInDays) || null,
      })}
      onClose={onClose}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <Switch
        label="For sale"
        description="Off: it cannot be bought. Orders that were made stay."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label="Credits"
          decimalScale={3}
          allowNegative={false}
          hideControls
          {...form.getInputProps('credits')}
        />
        <NumberInput
          label="Price in minor units"
          description={isPrice ? money(Number(written.amount), written.currency) : 'Taxes included.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps('price.amount')}
        />
        <TextInput label="Currency" maxLength={3} {...form.getInputProps('price.currency')} />
      </SimpleGrid>
      <NumberInput
        label="Expiry in days"
        description="From the arrival of the credits, at most 36,500. Empty: they never expire."
        min={1}
        max={36_500}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...form.getInputProps('expiresInDays')}
      />
    </ReviewedForm>
  );
}
