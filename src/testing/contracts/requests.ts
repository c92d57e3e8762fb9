/** Returns a copy of a request without its model, which is shared. */
export function contentOf(request: object): unknown {
  return structuredClone({ ...request, model: null });
}
