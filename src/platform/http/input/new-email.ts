import { buildMessage, isEmail, ValidateBy, type ValidationOptions } from 'class-validator';

/**
 * Letters that look alike, have several widths or cannot be seen would give one mailbox several accounts, and one person's address to
 * another. Domains in other scripts have a form in ASCII.
 */
const ASCII = /^[\x21-\x7e]*$/;

export const isNewEmail = (value: unknown): value is string =>
  typeof value === 'string' && ASCII.test(value) && isEmail(value);

export const IsNewEmail = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isNewEmail',
      validator: {
        validate: isNewEmail,
        defaultMessage: buildMessage(
          (each, args) =>
            `${each}$property must be an email${
              typeof args?.value === 'string' && !ASCII.test(args.value)
                ? ' of ASCII characters; a domain in another script is written as xn--…'
                : ''
            }`,
          options,
        ),
      },
    },
    options,
  );
