import { classifyHost, isPublicAddress } from './outside-address.js';

/** One or two addresses of every IPv4 range that is not the public internet. */
const INTERNAL_IPV4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.254',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
];
const PUBLIC_IPV4 = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
];

const INTERNAL_IPV6 = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fdff::1',
  'fd00:ec2::254',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:3::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:db8::1',
  '2002::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  '8000::1',
  'e000::1',
  '64:ff9b:1::1',
  '::2',
  '::ffff:0:8.8.8.8',
  '2620:4f:8000::1',
];
const PUBLIC_IPV6 = ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::1', '2400:cb00::1'];

function forms(ipv4: string): string[] {
  const octets = ipv4.split('.').map(Number) as [number, number, number, number];
  const [a, b, c, d] = octets;
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = number.toString(16).padStart(8, '0');
  const [high, low] = [hex.slice(0, 4), hex.slice(4)];
  return [
    ipv4,
    `${ipv4}.`,
    `${number}`,
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0${number.toString(8)}`,
    octets.map((octet) => `0${octet.toString(8)}`).join('.'),
    octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
    ipv4.replaceAll('.', '。'),
    [...ipv4]
      .map((sign) => (sign === '.' ? sign : String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)))
      .join(''),
    ipv4.replace(/./, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    `[::ffff:${ipv4}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${ipv4}]`,
    `[64:ff9b::${ipv4}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::1]`,
    `[2606:4700::5efe:${high}:${low}]`,
    `[2606:4700::200:5efe:${high}:${low}]`,
  ];
}

/** Classifies a host as the fetcher does: after the WHATWG parser, which rejects some hosts itself. */
function verdictOf(host: string): string {
  const address = `http://${host}/`;
  return URL.canParse(address) ? classifyHost(new URL(address).hostname).kind : 'refused';
}

describe('isPublicAddress and classifyHost', () => {
  const spellings = INTERNAL_IPV4.flatMap((ipv4) => forms(ipv4).map((form) => [form, ipv4] as const));

  it('are tested with more than 200 forms of internal addresses', () => {
    expect(new Set(spellings.map(([form]) => form)).size).toBeGreaterThan(500);
  });

  it.each(spellings)('reject %s (%s)', (form) => {
    expect(verdictOf(form)).toBe('refused');
  });

  it.each(spellings)('reject %s (%s) without the URL parser', (form) => {
    expect(classifyHost(form).kind).toBe('refused');
  });

  it.each(INTERNAL_IPV6)('reject [%s]', (ipv6) => {
    expect(isPublicAddress(ipv6)).toBe(false);
    expect(verdictOf(`[${ipv6}]`)).toBe('refused');
  });

  it.each(PUBLIC_IPV4)('accept %s in its usual, mapped and NAT64 forms', (ipv4) => {
    expect(verdictOf(ipv4)).toBe('address');
    expect(isPublicAddress(ipv4)).toBe(true);
    expect(isPublicAddress(`::ffff:${ipv4}`)).toBe(true);
    expect(isPublicAddress(`64:ff9b::${ipv4}`)).toBe(true);
  });

  it.each(PUBLIC_IPV6)('accept [%s]', (ipv6) => {
    expect(classifyHost(`[${ipv6}]`)).toEqual({ kind: 'address', address: ipv6, family: 6 });
  });

  it.each(['8.8.8.8', '1.1.1.1'])(
    'does not hold 6to4, Teredo, ISATAP or compatible forms even of %s',
    (ipv4) => {
      const [a, b, c, d] = ipv4.split('.').map((octet) => Number(octet).toString(16).padStart(2, '0'));
      expect(isPublicAddress(`2002:${a}${b}:${c}${d}::1`)).toBe(false);
      expect(isPublicAddress(`2001:0:${a}${b}:${c}${d}::1`)).toBe(false);
      expect(isPublicAddress(`2606:4700::5efe:${ipv4}`)).toBe(false);
      expect(isPublicAddress(`::${ipv4}`)).toBe(false);
    },
  );

  it('return literals in canonical form', () => {
    expect(classifyHost(new URL('http://134744072/').hostname)).toEqual({
      kind: 'address',
      address: '8.8.8.8',
      family: 4,
    });
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata',
    'db',
    'server.lan',
    'a.intranet',
    'x.home.arpa',
    'x.corp',
    'x.onion',
    'a.test',
    'host.docker.internal',
    'localhost.localdomain',
    'kubernetes.default.svc.cluster.local',
    '',
    '.',
    '..',
    'a..b.com',
    '.example.com',
    'example.com..',
    '-a.com',
    'a-.com',
    'a b.com',
    'a/b.com',
    'a@b.com',
    'a:80',
    'example.0x7f',
    'example.127',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    '[fe80::1%25eth0]',
    '[::1',
    '[]',
    '[1.2.3.4]',
    'exa\0mple.com',
    'exämple.com',
  ])('reject the name %j', (name) => {
    expect(classifyHost(name).kind).toBe('refused');
  });

  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['my_bucket.s3.amazonaws.com', 'my_bucket.s3.amazonaws.com'],
    ['xn--exmple-cua.com', 'xn--exmple-cua.com'],
    ['localhost.example.com', 'localhost.example.com'],
    ['127.0.0.1.nip.io', '127.0.0.1.nip.io'],
  ])('return the name %s to be resolved', (given, name) => {
    expect(classifyHost(given)).toEqual({ kind: 'name', name });
  });

  it.each([
    '',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
    '0x8.8.8.8',
    '08.8.8.8',
    '8.8.8.8 ',
    '2606:4700::1%eth0',
    '[2606:4700::1]',
    '134744072',
  ])('reject the literal %j', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
