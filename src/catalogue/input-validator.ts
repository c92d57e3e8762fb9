import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { CatalogueModel } from './catalogue-model.js';
import { isAspectRatio, isMediaUrl, withInterfaceFields } from './input-fields.js';

const ajv = new Ajv2020({
  allErrors: true,
  // Errors name the rule that they explain.
  verbose: true,
  useDefaults: true,
  strict: true,
  multipleOfPrecision: 6,
  // In strict mode compiling checks the schema; validating it against the meta-schema would cost more than all of ours.
  validateSchema: false,
  // V8 optimizes what runs often: a validation takes as long without it, and a start is shorter.
  code: { optimize: false },
});
ajv.addFormat('aspect-ratio', isAspectRatio);
ajv.addFormat('media-url', isMediaUrl);

/** The key is the text of the schema: models share schemas, and one process can hold several catalogues. */
const compiled = new Map<string, ValidateFunction>();

/** @throws what is wrong with the schema, with the file. */
export function inputValidatorOf({ inputSchema, provider, modelKey }: CatalogueModel): ValidateFunction {
  const schema = withInterfaceFields(inputSchema);
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  try {
    const validator = ajv.compile(schema);
    compiled.set(text, validator);
    return validator;
  } catch (cause) {
    throw new Error(`catalogue/${provider}.yaml: the input schema of ${modelKey}: ${String(cause)}`, {
      cause,
    });
  }
}
