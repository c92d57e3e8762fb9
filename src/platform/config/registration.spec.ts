import { loadConfig } from './config.js';

const isOpen = (variables: Record<string, string>) => loadConfig(variables).auth.registration.isOpen;

it.each<[boolean, Record<string, string>]>([
  [true, {}],
  [true, { HOST: '127.0.0.53' }],
  [true, { HOST: '::1' }],
  [true, { HOST: 'localhost' }],
  [true, { HOST: 'LOCALHOST' }],
  [true, { HOST: '::ffff:127.0.0.1' }],
  [true, { PUBLIC_URL: 'http://localhost:3000' }],
  [true, { PUBLIC_URL: 'http://[::1]:3000/' }],
  [true, { PUBLIC_URL: 'http://studio.localhost' }],
  [true, { REGISTRATION: '' }],
  [true, { REGISTRATION: 'open', HOST: '0.0.0.0', PUBLIC_URL: 'https://api.example.com' }],
  [false, { HOST: '0.0.0.0' }],
  [false, { HOST: '::' }],
  [false, { HOST: '10.0.0.4' }],
  [false, { HOST: 'api.internal' }],
  [false, { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
  [false, { PUBLIC_URL: 'https://api.example.com' }],
  [false, { PUBLIC_URL: 'HTTPS://API.EXAMPLE.COM' }],
  [false, { PUBLIC_URL: 'http://192.168.1.7:3000' }],
  [false, { PUBLIC_URL: 'https://localhost.example.com' }],
  [false, { REGISTRATION: 'closed' }],
])('registration is open: %s with %j', (open, variables) => {
  expect(isOpen(variables)).toBe(open);
});
