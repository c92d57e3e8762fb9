/** What the operator of an installation with another engine is advised. */

/** The built-in engine, and the service's engine of tests, whose model is on offer only by ENABLE_FAULT_MODEL. */
const NO_OTHERS = new Set(['embedded', 'fault']);

/** Returns the advice for an installation whose models these engines run; null when no other engine is among them. */
export function adviceFor(providers: Iterable<string>): string | null {
  const others = [...providers].filter((name) => !NO_OTHERS.has(name));
  if (others.length === 0) return null;
  const verb = others.length === 1 ? 'serves' : 'serve';
  return `${others.join(', ')} ${verb} models: BUILT_IN_ENGINE=off leaves out the built-in engine`;
}
