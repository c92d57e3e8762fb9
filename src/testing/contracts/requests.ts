/** Leaves out the model, which is shared. */
export function contentOf(request: object): unknown {
  return structuredClone({ ...request, model: null });
}
