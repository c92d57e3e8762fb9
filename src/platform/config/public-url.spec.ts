import { ConfigError, loadConfig } from './config.js';
import { parsePublicUrl } from './public-url.js';

it.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['HTTPS://API.EXAMPLE.COM', 'https://api.example.com'],
  ['Http://Api.Example.Com/', 'http://api.example.com'],
  ['https://api.example.com///', 'https://api.example.com'],
  ['https://api.example.com:443', 'https://api.example.com'],
  ['http://api.example.com:80/', 'http://api.example.com'],
  ['https://api.example.com:8443/', 'https://api.example.com:8443'],
  ['https://example.com/Studio/', 'https://example.com/Studio'],
  ['https://example.com/a/../b', 'https://example.com/b'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://BÜCHER.example/', 'https://xn--bcher-kva.example'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
  ['http://[2001:DB8:0:0::1]', 'http://[2001:db8::1]'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://service_name:3000', 'http://service_name:3000'],
])('%s is %s', (text, url) => {
  expect(parsePublicUrl(text)).toBe(url);
  expect(loadConfig({ PUBLIC_URL: ` ${text} ` }).http).toMatchObject({ publicUrl: url, pageUrl: url });
});

it.each([
  'api.example.com',
  '//api.example.com',
  'https:api.example.com',
  'https:/api.example.com',
  'https:\\\\api.example.com',
  'https://api.example.com\\studio',
  'ftp://api.example.com',
  'javascript://api.example.com',
  'https://',
  'https:///studio',
  'https://SECRET@api.example.com',
  'https://SECRET:SECRET@api.example.com',
  'https://@api.example.com',
  'https://api.example.com?SECRET',
  'https://api.example.com?',
  'https://api.example.com/#SECRET',
  'https://api.example.com#',
  'https://api.example.com:0x50',
  'https://api.example.com:99999',
  'https://api example.com',
  'https://[::1',
  'https://*.example.com',
  'https://a.example.com,https://b.example.com',
])('%s is refused by one sentence', (PUBLIC_URL) => {
  const load = () => loadConfig({ PUBLIC_URL });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/^Wrong settings:\n {2}- PUBLIC_URL must be an http or https address[^\n]*$/);
  expect(load).not.toThrow(/SECRET/);
});
