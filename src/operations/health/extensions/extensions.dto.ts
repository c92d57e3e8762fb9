import { ApiProperty } from '../../../platform/http/index.js';

const TEXTS = { type: 'array', items: { type: 'string' } } as const;

export class ExtensionTable {
  @ApiProperty({ example: 'OpenAI routes: aliases' })
  title!: string;
  @ApiProperty({ ...TEXTS, example: ['Name', 'Model'] })
  columns!: readonly string[];
  @ApiProperty({
    type: 'array',
    items: TEXTS,
    nullable: true,
    description: 'A text for every column. null: the extension failed to read them, and the log says why.',
    example: [['gpt-image-1', 'embedded-image']],
  })
  rows!: readonly (readonly string[])[] | null;
}

export class ExtensionsBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [ExtensionTable] })
  items!: ExtensionTable[];
}
