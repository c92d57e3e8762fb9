import { setImmediate as turn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Catalogue } from '../catalogue.js';
import { waitForOffer } from './wait-for-offer.js';

describe('waitForOffer', () => {
  let end: (error?: Error) => void;
  let asked: number;
  /** Sends a request to a process that was frozen. @returns whether it has gone on, and when it does. */
  function send(path: string, isCurrent = false) {
    const confirm = () => {
      asked += 1;
      return new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
    };
    const request = { path } as Request;
    let hasGoneOn = false;
    const done = new Promise<void>((resolve) => {
      const catalogue = { isCurrent, confirm } as unknown as Catalogue;
      waitForOffer(catalogue)(request, {} as Response, () => {
        hasGoneOn = true;
        resolve();
      });
    });
    return { hasGoneOn: () => hasGoneOn, done };
  }
  beforeEach(() => (asked = 0));

  it.each([
    ['/api/models', true, true],
    ['/api/models', false, false],
    ['/v1/models', false, false],
    ['/health/live', false, true],
    ['/health/ready', false, true],
    ['/metrics', false, true],
    ['/healthy', false, false],
  ])('%s, current: %s: goes on at once: %s', (path, isCurrent, isAtOnce) => {
    expect(send(path, isCurrent).hasGoneOn()).toBe(isAtOnce);
    expect(asked).toBe(isAtOnce ? 0 : 1);
  });

  it.each([
    ['read', undefined],
    ['not read', new Error('away')],
  ])('goes on when the offer is %s', async (_, error) => {
    const { hasGoneOn, done } = send('/api/models');
    await turn();
    expect(hasGoneOn()).toBe(false);
    end(error);
    await done;
  });

  it('goes on without it when the database does not answer', () => send('/api/models').done);
});
