export { ExtensionFacts } from './extensions/extension-facts.js';
export { ExtensionsModule } from './extensions/extensions.module.js';
