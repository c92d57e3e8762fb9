import { type Adapter, addAdapters, type EngineParts } from '@offprint/engines';
import { readTextFile } from '../platform/env/index.js';

/** @param added adapters of extensions. @throws {AdapterError} for one that cannot be added. */
export function enginePartsOf(added: Readonly<Record<string, Adapter>> = {}): EngineParts {
  return { adapters: addAdapters(added), readFile: readTextFile };
}
