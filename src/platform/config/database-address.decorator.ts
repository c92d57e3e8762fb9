import { parseAddress } from '@offprint/postgres';
import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Its message names the mistake and not the address, which contains a password. */
export function IsDatabaseAddress(): PropertyDecorator {
  return ValidateBy({
    name: 'isDatabaseAddress',
    validator: {
      validate: (value) => problemOf(value) === null,
      defaultMessage: (args?: ValidationArguments) => `${args!.property} ${problemOf(args!.value)}`,
    },
  });
}

function problemOf(value: unknown): string | null {
  try {
    parseAddress(String(value));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
