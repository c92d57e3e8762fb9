export { type Circuit, type CircuitState } from './circuit.js';
export { CircuitsModule } from './circuits.module.js';
export { ProviderCircuits } from './provider-circuits.js';
