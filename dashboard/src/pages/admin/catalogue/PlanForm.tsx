import { MultiSelect, NumberInput, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { WINDOW_NAME } from '../../../text/rate-window';
import { RATE_MAX, RATE_MIN } from '../../keys/key-rules';
import { CURRENCY } from './currency';
import type { CataloguePlan } from './entries';
import { ReviewedForm } from './ReviewedForm';
import { useCatalogue } from './useCatalogue';

export function PlanForm({ plan, onClose }: { plan: CataloguePlan; onClose: () => void }) {
  const { key, title, description, enabled, isDefault, maxRateLimit, maxConcurrent, priority, models } = plan;
  const { outputRetentionDays, monthlyCredits, creditsExpire, price } = plan;
  const offered = useCatalogue('models').data ?? [];
  const form = useForm({
    initialValues: {
      title,
      description: description ?? '',
      enabled,
      maxRateLimit: (maxRateLimit ?? '') as number | string,
      maxConcurrent: (maxConcurrent ?? '') as number | string,
      priority: priority as number | string,
      models: models ?? [],
      outputRetentionDays: (outputRetentionDays ?? '') as number | string,
      monthlyCredits: (monthlyCredits ?? '') as number | string,
      creditsExpire,
      price: { amount: price?.amount ?? '', currency: price?.currency ?? '' },
    },
    validate: {
      title: (text) => (text.trim() === '' ? 'Enter a title.' : null),
      monthlyCredits: (value, { price: written, creditsExpire: expire }) =>
        value === '' && (written.amount !== '' || expire) ? 'Enter the credits of a month.' : null,
      price: {
        currency: (text, { price: written }) =>
          written.amount === '' || CURRENCY.test(text) ? null : 'Three capital letters, such as EUR.',
      },
    },
  });
  // A model that was removed from the files can still be named.
  const keys = [...new Set([...offered.map((model) => model.key), ...(models ?? [])])];
  return (
    <ReviewedForm
      subject={{ kind: 'plans', key }}
      form={form}
      before={plan}
      fieldsOf={(values) => ({
        title: values.title.trim(),
        description: values.description.trim() || null,
        enabled: values.enabled,
        maxRateLimit: numberOf(values.maxRateLimit),
        maxConcurrent: numberOf(values.maxConcurrent),
        priority: numberOf(values.priority) ?? 1,
        models: values.models.length === 0 ? null : values.models,
        outputRetentionDays: numberOf(values.outputRetentionDays),
        monthlyCredits: numberOf(values.monthlyCredits),
        creditsExpire: values.creditsExpire,
        price:
          values.price.amount === ''
            ? null
            : { amount: Number(values.price.amount), currency: values.price.currency },
      })}
      onClose={onClose}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <Switch
        label="Offered"
        description={
          isDefault
            ? 'New accounts get this plan, so it stays offered.'
            : 'Off: accounts that have it keep it, no other one gets it.'
        }
        disabled={isDefault}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label="Rate limit"
          description={`Of a key, ${RATE_MIN} to ${RATE_MAX} per ${WINDOW_NAME}. Empty: the highest.`}
          {...WHOLE}
          {...form.getInputProps('maxRateLimit')}
        />
        <NumberInput
          label="At a time"
          description="Predictions in flight; more wait. Empty: no limit."
          {...WHOLE}
          {...form.getInputProps('maxConcurrent')}
        />
        <NumberInput
          label="Priority"
          description="How many times as much of its work is begun."
          {...WHOLE}
          {...form.getInputProps('priority')}
        />
      </SimpleGrid>
      <NumberInput
        label="Keep outputs"
        description="Days, for outputs that are stored from now on. Empty: as long as the installation keeps them."
        {...WHOLE}
        {...form.getInputProps('outputRetentionDays')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NumberInput
          label="Credits each month"
          description="Empty: none."
          decimalScale={3}
          allowNegative={false}
          hideControls
          {...form.getInputProps('monthlyCredits')}
        />
        <NumberInput
          label="Price in minor units"
          description="With taxes. Empty: not sold."
          disabled={isDefault}
          {...WHOLE}
          {...form.getInputProps('price.amount')}
        />
        <TextInput
          label="Currency"
          description="Such as EUR."
          maxLength={3}
          disabled={isDefault}
          {...form.getInputProps('price.currency')}
        />
      </SimpleGrid>
      <Switch
        label="Credits expire with their month"
        {...form.getInputProps('creditsExpire', { type: 'checkbox' })}
      />
      <MultiSelect
        label="Models"
        description="Empty: all of them."
        data={keys}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Allow all models' }}
        {...form.getInputProps('models')}
      />
    </ReviewedForm>
  );
}

const WHOLE = { allowDecimal: false, allowNegative: false, hideControls: true } as const;

const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));
