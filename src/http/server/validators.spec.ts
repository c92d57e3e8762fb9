import express from 'express';
import request from 'supertest';
import { requireValidators } from './validators.js';

describe('conditional requests', () => {
  const app = express();
  app.set('etag', false);
  requireValidators(app);
  app.get('/plain', (_request, response) => void response.json({ balance: 1 }));
  app.get('/tagged', (_request, response) => void response.set('ETag', '"a"').json({ balance: 1 }));
  app.get(
    '/dated',
    (_request, response) =>
      void response.set('Last-Modified', new Date(0).toUTCString()).json({ balance: 1 }),
  );

  it('never make a 304 of an answer that has no validator', async () => {
    for (const value of ['*', '"a"', 'W/"a"']) {
      const answer = await request(app).get('/plain').set('If-None-Match', value);
      expect({ value, status: answer.status, body: answer.body }).toEqual({
        value,
        status: 200,
        body: { balance: 1 },
      });
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
