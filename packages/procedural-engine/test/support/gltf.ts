/** Runs the Khronos validator and returns its errors and warnings as text; none for a valid file. */
import { createRequire } from 'node:module';

interface Validator {
  validateBytes(bytes: Uint8Array): Promise<{
    issues: { messages: { code: string; severity: number; pointer?: string; message: string }[] };
  }>;
}

// The package is CommonJS without type declarations.
const validator = createRequire(import.meta.url)('gltf-validator') as Validator;

export async function validateGlb(bytes: Uint8Array): Promise<string[]> {
  const { issues } = await validator.validateBytes(new Uint8Array(bytes));
  return issues.messages
    .filter(({ severity }) => severity <= 1)
    .map(({ code, pointer, message }) => `${code} at ${pointer ?? 'file'}: ${message}`);
}
