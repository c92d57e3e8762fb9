import { addressesOf, addressesProblem } from './addresses';

describe('allowed addresses', () => {
  it('are separated by lines, commas and spaces', () => {
    expect(addressesOf(' 198.51.100.7\n203.0.113.0/24, 2001:db8::/32\n\n')).toEqual([
      '198.51.100.7',
      '203.0.113.0/24',
      '2001:db8::/32',
    ]);
    expect(addressesOf(' \n')).toEqual([]);
  });

  it.each([
    '0.0.0.0/0',
    '255.255.255.255/32',
    '203.0.113.7',
    '::1',
    '2001:DB8::7/128',
    '::ffff:192.0.2.1',
    '::/0',
    '',
  ])('“%s” is valid', (text) => {
    expect(addressesProblem(text)).toBeNull();
  });

  it.each([
    '256.0.0.1',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.1/33',
    '10.0.0.1/08',
    '10.0.0.1/',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    '2001:db8::1::2',
    '2001:db8::/129',
    '[::1]',
    'example.com',
    'cafe',
  ])('“%s” is not, and is named among valid ones', (text) => {
    expect(addressesProblem(`203.0.113.7\n${text}\n::1`)).toContain(`“${text}”`);
  });
});
