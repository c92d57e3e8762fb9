/** The options of a model are checked at boot. */
import { Ajv } from 'ajv';
import type { CatalogueModel, Operation } from '../model.js';

export interface SdapiOptions {
  /** Name or title of a checkpoint on the server. Default: the one that is loaded. */
  checkpoint?: string;
  /** For `upscale`: a name from `GET /sdapi/v1/upscalers`. */
  upscaler?: string;
  /** Both edges are rounded to it: 8 for Stable Diffusion and SDXL, 64 for some others. */
  multipleOf?: number;
  /** Longest edge in pixels when the input has no `resolution`. */
  resolution?: number;
  /** Passed through under the server's names: `steps`, `cfg_scale`, `sampler_name`, … The caller's input takes precedence. */
  parameters?: Record<string, unknown>;
  /** The service reads it, not this adapter. */
  onAmbiguous?: 'fail' | 'retry';
}

const OPERATIONS = [
  'text-to-image',
  'image-to-image',
  'reframe',
  'upscale',
] as const satisfies readonly Operation[];
export type SdapiOperation = (typeof OPERATIONS)[number];

/** The adapter sets these parameters itself, or they would change the shape of the response. */
const OURS = [
  'prompt',
  'width',
  'height',
  'init_images',
  'mask',
  'image',
  'batch_size',
  'n_iter',
  'send_images',
];

const check = new Ajv({ allErrors: true }).compile<SdapiOptions>({
  type: 'object',
  additionalProperties: false,
  properties: {
    checkpoint: { type: 'string', minLength: 1 },
    upscaler: { type: 'string', minLength: 1 },
    multipleOf: { type: 'integer', minimum: 1, maximum: 256 },
    resolution: { type: 'integer', minimum: 64, maximum: 8192 },
    parameters: { type: 'object', propertyNames: { not: { enum: OURS } } },
    onAmbiguous: { enum: ['fail', 'retry'] },
  },
});

/** @throws Error naming the file, the model and every problem. */
export function readOptions(model: CatalogueModel): SdapiOptions {
  const where = `catalogue/${model.provider}.yaml: ${model.modelKey}`;
  if (!(OPERATIONS as readonly Operation[]).includes(model.operation))
    throw new Error(`${where}: this engine does ${OPERATIONS.join(', ')}, not ${model.operation}`);
  const { options } = model;
  if (check(options)) return options;
  const problems = check.errors!.map(
    ({ instancePath, message, params }) => `options${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${where}: ${problems.join('; ')}`);
}
