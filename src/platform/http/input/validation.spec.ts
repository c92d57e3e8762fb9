import 'reflect-metadata';
import type { ArgumentMetadata } from '@nestjs/common';
import { IsIn, IsInt, IsOptional, Max } from 'class-validator';
import { QueryInteger, validationPipe } from './validation.js';

class Optional {
  @IsOptional()
  @QueryInteger()
  @IsInt()
  @Max(100)
  limit: number = 20;
}

class Required {
  @IsIn(['day', 'model'])
  by!: string;
}

const argumentOf = (metatype: ArgumentMetadata['metatype'], type: ArgumentMetadata['type'] = 'query') => ({
  type,
  metatype,
});

describe('validationPipe', () => {
  const pipe = validationPipe();

  it('returns a new instance with the defaults for each empty query', async () => {
    const first = (await pipe.transform({}, argumentOf(Optional))) as Optional;
    expect(first).toBeInstanceOf(Optional);
    first.limit = 99;
    const second = (await pipe.transform({}, argumentOf(Optional))) as Optional;
    expect(second).toBeInstanceOf(Optional);
    expect(second).toEqual({ limit: 20 });
  });

  it('validates a query that is not empty, also after an empty one', async () => {
    expect(await pipe.transform({ limit: '7' }, argumentOf(Optional))).toEqual({ limit: 7 });
    await expect(pipe.transform({ limit: '101' }, argumentOf(Optional))).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(pipe.transform({ other: '1' }, argumentOf(Optional))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('rejects an empty query without a required field, every time', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(pipe.transform({}, argumentOf(Required))).rejects.toMatchObject({
        code: 'validation_failed',
      });
    }
  });

  it('validates every body, including empty ones', async () => {
    await pipe.transform({}, argumentOf(Optional));
    await expect(pipe.transform({}, argumentOf(Required, 'body'))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
