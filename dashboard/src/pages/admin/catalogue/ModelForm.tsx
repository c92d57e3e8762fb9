import { Fieldset, JsonInput, NumberInput, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type CatalogueModel, type Fields, PRICE_PARTS, type PricePart } from './entries';
import { ReviewedForm } from './ReviewedForm';

const PARTS = Object.keys(PRICE_PARTS) as PricePart[];
const LABELS: Record<PricePart, string> = {
  base: 'Per prediction',
  perSecond: 'Per second',
  perMegapixel: 'Per megapixel',
  perThousandCharacters: 'Per 1,000 characters',
};
const CREDIT_DECIMALS = 3;

interface Values {
  title: string;
  description: string;
  enabled: boolean;
  /** An empty part is not in the price. `multipliers` is JSON. */
  pricing: Record<PricePart, number | string> & { multipliers: string };
}

export function ModelForm({ model, onClose }: { model: CatalogueModel; onClose: () => void }) {
  const { modelKey, title, description, enabled, pricing } = model;
  const form = useForm<Values>({
    initialValues: { title, description, enabled, pricing: writtenPrice(pricing) },
    validate: {
      title: (text) => (text.trim() === '' ? 'Enter a title.' : null),
      description: (text) => (text.trim() === '' ? 'Enter a description.' : null),
      pricing: { multipliers: multipliersProblem },
    },
  });
  return (
    <ReviewedForm
      subject={{ kind: 'models', key: modelKey }}
      form={form}
      before={{ title, description, enabled, pricing }}
      fieldsOf={(values) => ({
        title: values.title.trim(),
        description: values.description.trim(),
        enabled: values.enabled,
        pricing: priceOf(values.pricing),
      })}
      onClose={onClose}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <Switch
        label="Offered"
        description="Off: new requests get model_not_found. Accepted predictions run on."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <Fieldset legend="Price in credits">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {PARTS.map((part) => (
            <NumberInput
              key={part}
              label={LABELS[part]}
              placeholder="none"
              decimalScale={CREDIT_DECIMALS}
              allowNegative={false}
              hideControls
              {...form.getInputProps(`pricing.${part}`)}
            />
          ))}
        </SimpleGrid>
        <JsonInput
          label="Multipliers"
          validationError="This is no JSON."
          description={'Factors by the value of an input field: {"scale": {"4": 2}}. Empty: none.'}
          mt="md"
          autosize
          minRows={2}
          maxRows={12}
          {...form.getInputProps('pricing.multipliers')}
        />
      </Fieldset>
    </ReviewedForm>
  );
}

function writtenPrice(pricing: Fields): Values['pricing'] {
  const numberOf = (part: PricePart) => (pricing[part] as number | undefined) ?? '';
  const { multipliers } = pricing;
  return {
    base: numberOf('base'),
    perSecond: numberOf('perSecond'),
    perMegapixel: numberOf('perMegapixel'),
    perThousandCharacters: numberOf('perThousandCharacters'),
    multipliers: multipliers === undefined ? '' : JSON.stringify(multipliers, null, 2),
  };
}

function priceOf({ multipliers, ...parts }: Values['pricing']): Fields {
  const given = Object.entries(parts).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(given.map(([part, value]) => [part, Number(value)])),
    ...(multipliers.trim() !== '' && { multipliers: JSON.parse(multipliers) as unknown }),
  };
}

function multipliersProblem(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : 'Enter an object, such as {"scale": {"4": 2}}.';
  } catch {
    return 'This is no JSON.';
  }
}
