import { hasMetricsAccess } from './metrics-access.js';

const TOKEN = 'a-token-of-an-operator';

describe('without a token', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'accepts a caller on this machine: %s',
    (peer) => {
      expect(hasMetricsAccess({ peer, headers: {} }, null)).toBe(true);
    },
  );

  it.each(['10.0.0.1', '203.0.113.1', '2001:db8::1', '::ffff:10.0.0.1', '::', '', 'localhost', undefined])(
    'rejects any other caller: %s',
    (peer) => {
      expect(hasMetricsAccess({ peer, headers: {} }, null)).toBe(false);
    },
  );

  it('accepts what scrapers, tools and browsers send', () => {
    const headers = {
      ...{ host: '127.0.0.1:3000', connection: 'close', 'user-agent': 'Prometheus/3.5.0', accept: '*/*' },
      ...{ 'accept-encoding': 'gzip', 'accept-language': '*', 'sec-fetch-mode': 'cors', cookie: 'a=b' },
      ...{ 'x-prometheus-scrape-timeout-seconds': '10', traceparent: '00-1-2-01', authorization: 'Bearer x' },
    };
    expect(hasMetricsAccess({ peer: '127.0.0.1', headers }, null)).toBe(true);
  });

  it.each([
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'],
    ...['cf-connecting-ip', 'cf-ray', 'true-client-ip', 'fastly-client-ip', 'x-client-ip'],
    ...['x-cluster-client-ip'],
    ...['x-original-forwarded-for', 'x-envoy-external-address', 'fly-client-ip'],
    ...['do-connecting-ip', 'cdn-loop'],
    ...['x-azure-clientip', 'x-appengine-user-ip', 'x-amzn-trace-id', 'x-amz-cf-id', 'x-cloud-trace-context'],
    ...['x-vercel-forwarded-for', 'client-ip', 'x-remote-addr', 'x-proxyuser-ip', 'x-arr-log-id'],
    ...['x-original-url'],
  ])('rejects requests of a proxy on this machine, even with an empty %s', (name) => {
    expect(hasMetricsAccess({ peer: '127.0.0.1', headers: { [name]: '127.0.0.1' } }, null)).toBe(false);
    expect(hasMetricsAccess({ peer: '127.0.0.1', headers: { [name]: '' } }, null)).toBe(false);
  });

  it('rejects any token', () => {
    expect(hasMetricsAccess({ peer: '10.0.0.1', headers: { authorization: 'Bearer null' } }, null)).toBe(
      false,
    );
  });
});

describe('with a token', () => {
  it('accepts any caller with the token', () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.1' };
    expect(hasMetricsAccess({ peer: '10.0.0.1', headers }, TOKEN)).toBe(true);
  });

  it.each([undefined, '', TOKEN, 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])(
    'rejects %j, even on this machine',
    (authorization) => {
      expect(hasMetricsAccess({ peer: '127.0.0.1', headers: { authorization } }, TOKEN)).toBe(false);
    },
  );
});
