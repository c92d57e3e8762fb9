import type { Response } from 'express';
import request from 'supertest';
import { FastExpressAdapter } from './express-server.js';

describe('conditional requests', () => {
  const adapter = new FastExpressAdapter();
  adapter.initHttpServer();
  const app = adapter.getInstance();
  app.set('etag', false);
  const answer =
    (headers: Record<string, string>, body: unknown) => (_request: unknown, response: Response) =>
      void adapter.reply(response.set(headers), body);
  app.get('/plain', answer({}, 'text'));
  app.get('/json', answer({}, { balance: 1 }));
  app.get('/tagged', answer({ ETag: '"a"' }, 'text'));
  app.get('/dated', answer({ 'Last-Modified': new Date(0).toUTCString() }, 'text'));

  it('never make a 304 of an answer that has no validator', async () => {
    for (const value of ['*', '"a"', 'W/"a"']) {
      await request(app).get('/plain').set('If-None-Match', value).expect(200, 'text');
      await request(app).get('/json').set('If-None-Match', value).expect(200, { balance: 1 });
    }
    await request(app).get('/plain').set('If-Modified-Since', new Date().toUTCString()).expect(200);
  });

  it('are honoured where there is one', async () => {
    await request(app).get('/tagged').set('If-None-Match', '"a"').expect(304);
    await request(app).get('/tagged').set('If-None-Match', '*').expect(304);
    await request(app).get('/tagged').set('If-None-Match', '"b"').expect(200);
    await request(app).get('/dated').set('If-Modified-Since', new Date().toUTCString()).expect(304);
  });
});
