import { ApiProperty } from '../../http/index.js';

const TEXTS = { type: 'array', items: { type: 'string' } } as const;

export class ExtensionTable {
  @ApiProperty({ example: 'OpenAI routes: aliases' })
  title!: string;
  @ApiProperty({ ...TEXTS, example: ['Name', 'Model'] })
  columns!: readonly string[];
  @ApiProperty({
    type: 'array',
    items: TEXTS,
    description: 'A text for every column.',
    example: [['gpt-image-1', 'embedded-image']],
  })
  rows!: readonly (readonly string[])[];
}

export class ExtensionsBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [ExtensionTable] })
  items!: ExtensionTable[];
}
