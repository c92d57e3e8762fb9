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

const of = (metatype: ArgumentMetadata['metatype'], type: ArgumentMetadata['type'] = 'query') => ({
  type,
  metatype,
});

describe('reading a query', () => {
  const pipe = validationPipe();

  it('gives the defaults when nothing was given, to every caller an object of its own', async () => {
    const first = (await pipe.transform({}, of(Optional))) as Optional;
    expect(first).toBeInstanceOf(Optional);
    first.limit = 99;
    const second = (await pipe.transform({}, of(Optional))) as Optional;
    expect(second).toBeInstanceOf(Optional);
    expect(second).toEqual({ limit: 20 });
  });

  it('validates what was given, before and after', async () => {
    expect(await pipe.transform({ limit: '7' }, of(Optional))).toEqual({ limit: 7 });
    await expect(pipe.transform({ limit: '101' }, of(Optional))).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(pipe.transform({ other: '1' }, of(Optional))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('refuses a query without what it needs, every time', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(pipe.transform({}, of(Required))).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  it('validates every body, an empty one too', async () => {
    await pipe.transform({}, of(Optional));
    await expect(pipe.transform({}, of(Required, 'body'))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
