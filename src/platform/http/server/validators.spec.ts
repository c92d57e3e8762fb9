import type { Response } from 'express';
import request from 'supertest';
import { FastExpressAdapter } from './express-server.js';

describe('conditional requests', () => {
  const adapter = new FastExpressAdapter();
  adapter.initHttpServer();
  const app = adapter.getInstance();
  app.set('etag', false);
  const respondWith =
    (headers: Record<string, string>, body: unknown) => (_request: unknown, response: Response) =>
      void adapter.reply(response.set(headers), body);
  app.get('/plain', respondWith({}, 'text'));
  app.get('/json', respondWith({}, { balance: 1 }));
  app.get('/tagged', respondWith({ ETag: '"a"' }, 'text'));
  app.get('/dated', respondWith({ 'Last-Modified': new Date(0).toUTCString() }, 'text'));

  it('never turn a response without a validator into a 304', async () => {
    for (const value of ['*', '"a"', 'W/"a"']) {
      await request(app).get('/plain').set('If-None-Match', value).expect(200, 'text');
      await request(app).get('/json').set('If-None-Match', value).expect(200, { balance: 1 });
    }
    await request(app).get('/plain').set('If-Modified-Since', new Date().toUTCString()).expect(200);
  });

  it('are honoured for a response with a validator', async () => {
    await request(app).get('/tagged').set('If-None-Match', '"a"').expect(304);
    await request(app).get('/tagged').set('If-None-Match', '*').expect(304);
    await request(app).get('/tagged').set('If-None-Match', '"b"').expect(200);
    await request(app).get('/dated').set('If-Modified-Since', new Date().toUTCString()).expect(304);
  });
});
