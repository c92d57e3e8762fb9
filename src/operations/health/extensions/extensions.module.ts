import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { ExtensionFacts } from './extension-facts.js';
import { EXTENSION_FACTS, ExtensionsController } from './extensions.controller.js';

/** Without facts the route is not a part of the application. */
@Module({})
export class ExtensionsModule {
  /** @param modules of extensions, whose exported services facts may inject. */
  static forRoot(
    facts: readonly Type<ExtensionFacts>[],
    modules: readonly (Type | DynamicModule)[],
  ): DynamicModule {
    return {
      module: ExtensionsModule,
      imports: [...modules],
      controllers: [ExtensionsController],
      providers: [
        ...facts,
        {
          provide: EXTENSION_FACTS,
          inject: [...facts],
          useFactory: (...all: ExtensionFacts[]) => all,
        },
      ],
    };
  }
}
