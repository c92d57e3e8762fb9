import { Injectable } from '@nestjs/common';
import { Catalogue, SerializedJson } from 'offprint';

/** The bodies that are made of the models on offer. Each is serialized once, until what is offered changes. */
@Injectable()
export class OfferBodies {
  private readonly kept = new Map<string, SerializedJson>();

  constructor(catalogue: Catalogue) {
    catalogue.onChange(() => {
      for (const body of this.kept.values()) body.retire();
      this.kept.clear();
    });
  }

  /** Returns the body with its ETag. @param name one of few: every body is kept. @param make makes it when there is none. */
  get(name: string, make: () => object): SerializedJson {
    const body = this.kept.get(name) ?? new SerializedJson(make());
    this.kept.set(name, body);
    return body;
  }
}
