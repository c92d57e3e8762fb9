import { readFileSync } from 'node:fs';

export const baseline = (): string => readFileSync(new URL('./baseline.sql', import.meta.url), 'utf8');

/** These functions replace those of an earlier schema. */
export const baselineFunctions = (): string =>
  [...baseline().matchAll(/^create function [^]*?\$\$[^]*?\$\$;$/gm)]
    .map(([text]) => text.replace('create function', 'create or replace function'))
    .join('\n');
