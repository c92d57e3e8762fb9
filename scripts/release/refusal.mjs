/** What stops a release, as one sentence. */
export class Refusal extends Error {}
