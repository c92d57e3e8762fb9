import { MODALITIES, OPERATIONS } from '../../catalogue/index.js';
import { ApiProperty } from '../../platform/http/index.js';
import type { CircuitState } from './circuit.js';

export class CircuitView {
  @ApiProperty({
    enum: ['closed', 'open', 'half-open'],
    description:
      'open: nothing is submitted to it; half-open: one prediction at a time shows whether it works.',
  })
  state!: CircuitState;
  @ApiProperty({ type: 'integer', description: 'In a row.' })
  failures!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'What went wrong last.' })
  reason!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  changedAt!: string | null;
}

export class ProviderModel {
  @ApiProperty()
  modelKey!: string;
  @ApiProperty()
  title!: string;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ enum: OPERATIONS })
  operation!: string;
  @ApiProperty({ description: 'Whether it can be started here, by this provider.' })
  offered!: boolean;
}

export class ProviderView {
  @ApiProperty({ example: 'embedded' })
  name!: string;
  @ApiProperty({ description: 'Whether its settings are there.' })
  configured!: boolean;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Of a remote engine.',
    example: 'api.example.com',
  })
  host!: string | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    description:
      'The variables to set before it is configured. Null: it is of an extension that is not loaded.',
    example: ['FAL_KEY'],
  })
  missing!: string[] | null;
  @ApiProperty({ type: CircuitView, nullable: true, description: 'Null when it is not configured.' })
  circuit!: CircuitView | null;
  @ApiProperty({ type: [ProviderModel] })
  models!: ProviderModel[];
}

export class ProvidersBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [ProviderView] })
  items!: ProviderView[];
}

export class ProviderCheckBody {
  @ApiProperty({ enum: [true], description: 'The check was made; `ok` is its result.' })
  success!: true;
  @ApiProperty()
  name!: string;
  @ApiProperty()
  ok!: boolean;
  @ApiProperty({ description: 'The response of the engine, or the reason for its absence.' })
  detail!: string;
  @ApiProperty({ type: 'integer', description: 'How long it took.' })
  milliseconds!: number;
}
