import { applyDecorators } from '@nestjs/common';
import { registerDecorator } from 'class-validator';
import { ApiPropertyOptional } from '../../platform/http/index.js';
import { isTimeZone } from './calendar-days.js';

/** The default is UTC. */
export const QueryTimeZone = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'string',
      maxLength: 64,
      default: 'UTC',
      example: 'Europe/Berlin',
      description: 'The IANA time zone in which days begin.',
    }),
    (target: object, propertyName: string | symbol) =>
      registerDecorator({
        name: 'isTimeZone',
        target: target.constructor,
        propertyName: propertyName as string,
        validator: {
          validate: isTimeZone,
          defaultMessage: () => 'timeZone must be an IANA time zone such as Europe/Berlin',
        },
      }),
  );
