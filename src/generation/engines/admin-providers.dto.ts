import { MODALITIES, OPERATIONS } from '../../catalogue/index.js';
import { Field, listBodyOf, NullableField } from '../../platform/http/index.js';
import type { CircuitState } from './circuit.js';

export class CircuitView {
  @Field.oneOf(
    ['closed', 'open', 'half-open'],
    'open: nothing is submitted to it; half-open: one prediction at a time shows whether it works.',
  )
  state!: CircuitState;
  @Field.integer('In a row.')
  failures!: number;
  @NullableField.text('What went wrong last.')
  reason!: string | null;
  @NullableField.instant() changedAt!: string | null;
}

export class ProviderModel {
  @Field() modelKey!: string;
  @Field() title!: string;
  @Field.oneOf(MODALITIES) modality!: string;
  @Field.oneOf(OPERATIONS) operation!: string;
  @Field('Whether it can be started here, by this provider.')
  offered!: boolean;
}

export class ProviderView {
  @Field({ example: 'embedded' }) name!: string;
  @Field('Whether its settings are there.')
  configured!: boolean;
  @NullableField.text('Of a remote engine.', { example: 'api.example.com' })
  host!: string | null;
  @NullableField.list(
    String,
    'The variables to set before it is configured. Null: it is of an extension that is not loaded.',
    { example: ['FAL_KEY'] },
  )
  missing!: string[] | null;
  @NullableField.object(CircuitView, 'Null when it is not configured.')
  circuit!: CircuitView | null;
  @Field.list(ProviderModel) models!: ProviderModel[];
}

export class ProvidersBody extends listBodyOf(ProviderView) {}

export class ProviderCheckBody {
  @Field.oneOf([true], 'The check was made; `ok` is its result.')
  success!: true;
  @Field() name!: string;
  @Field() ok!: boolean;
  @Field('The response of the engine, or the reason for its absence.')
  detail!: string;
  @Field.integer('How long it took.')
  milliseconds!: number;
}
