import { Field, listBodyOf } from '../../../platform/http/index.js';

const TEXTS = { type: 'array', items: { type: 'string' } } as const;

export class ExtensionTable {
  @Field({ example: 'OpenAI routes: aliases' })
  title!: string;
  @Field({ ...TEXTS, example: ['Name', 'Model'] })
  columns!: readonly string[];
  @Field({
    type: 'array',
    items: TEXTS,
    nullable: true,
    description: 'A text for every column. null: the extension failed to read them, and the log says why.',
    example: [['gpt-image-1', 'embedded-image']],
  })
  rows!: readonly (readonly string[])[] | null;
}

export class ExtensionsBody extends listBodyOf(ExtensionTable) {}
