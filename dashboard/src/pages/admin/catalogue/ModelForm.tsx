import {
  Fieldset,
  JsonInput,
  NumberInput,
  SimpleGrid,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { type CatalogueModel, type Fields, PRICE_PARTS, type PricePart } from './entries';
import { ReviewedForm } from './ReviewedForm';
import { type RouteSetting, routesProblem, routesText } from './routes';
import { RoutesField } from './RoutesField';

const PARTS = Object.keys(PRICE_PARTS) as PricePart[];
const LABELS: Record<PricePart, string> = {
  base: 'Per prediction',
  perSecond: 'Per second',
  perMegapixel: 'Per megapixel',
  perThousandCharacters: 'Per 1,000 characters',
};
const CREDIT_DECIMALS = 3;
/** The service rejects more. */
const MAX_CREDITS = 1_000_000_000;
const MAX_PER_CREDIT = 1000;

interface Values {
  title: string;
  description: string;
  enabled: boolean;
  /** An empty part is not in the price. `multipliers` is JSON. */
  pricing: Record<PricePart, number | string> & { multipliers: string };
  /** Empty: unknown. */
  engineCost: Record<'perPrediction' | 'perCredit', number | string>;
  routes: RouteSetting[];
}

export function ModelForm({ model, onClose }: { model: CatalogueModel; onClose: () => void }) {
  const { modelKey, title, description, enabled, pricing, engineCost, routes } = model;
  const form = useForm<Values>({
    initialValues: {
      title,
      description,
      enabled,
      pricing: writtenPrice(pricing),
      engineCost: writtenCost(engineCost),
      routes,
    },
    validate: {
      title: (text) => (text.trim() === '' ? 'Enter a title.' : null),
      description: (text) => (text.trim() === '' ? 'Enter a description.' : null),
      pricing: { multipliers: multipliersProblem },
      // Files may leave no engine on; that does not hinder other changes.
      routes: (now) => (routesText(now) === routesText(routes) ? null : routesProblem(now)),
    },
  });
  // The only engine of a model can neither move nor be switched off.
  const hasChoice = routes.length > 1 || routesProblem(routes) !== null;
  return (
    <ReviewedForm
      subject={{ kind: 'models', key: modelKey }}
      form={form}
      before={{ title, description, enabled, pricing, engineCost, routes }}
      fieldsOf={(values) => ({
        title: values.title.trim(),
        description: values.description.trim(),
        enabled: values.enabled,
        pricing: priceOf(values.pricing),
        engineCost: costOf(values.engineCost),
        routes: values.routes,
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
      <Fieldset legend="Engine cost in credits">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="For each prediction"
            decimalScale={CREDIT_DECIMALS}
            max={MAX_CREDITS}
            {...COST}
            {...form.getInputProps('engineCost.perPrediction')}
          />
          <NumberInput
            label="For each credit charged"
            max={MAX_PER_CREDIT}
            {...COST}
            {...form.getInputProps('engineCost.perCredit')}
          />
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt="xs">
          What the engine charges you, for the margin in usage reports. Customers do not see it.
        </Text>
      </Fieldset>
      {hasChoice && (
        <RoutesField
          value={form.values.routes}
          onChange={(changed) => form.setFieldValue('routes', changed)}
          error={form.errors.routes}
        />
      )}
    </ReviewedForm>
  );
}

const COST = {
  placeholder: 'unknown',
  allowNegative: false,
  clampBehavior: 'strict',
  hideControls: true,
} as const;

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

function writtenCost(engineCost: Fields | null): Values['engineCost'] {
  const { perPrediction = '', perCredit = '' } = (engineCost ?? {}) as Partial<Values['engineCost']>;
  return { perPrediction, perCredit };
}

/** @returns null without a part: the service takes no empty object. */
function costOf(cost: Values['engineCost']): Fields | null {
  const given = Object.entries(cost).filter(([, value]) => value !== '');
  return given.length === 0 ? null : Object.fromEntries(given.map(([part, value]) => [part, Number(value)]));
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
