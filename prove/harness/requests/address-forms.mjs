// Spellings of private addresses, to which the fetcher must never connect, and of public addresses, which it must fetch. All
// functions are pure. They derive the forms that parsers and resolvers accept from lists of addresses, independently of the service.

/** Private and special addresses: RFC 6890, and the metadata addresses of clouds. */
export const INSIDE_V4 = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
];

export const INSIDE_V6 = [
  '::',
  '::1',
  'fe80::1',
  'fe80::a9fe:a9fe',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2001:10::1',
  '64:ff9b:1::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  '2001:4860:0:0:0:5efe:7f00:1',
];

export const PUBLIC_V4 = ['8.8.8.8', '1.1.1.1', '93.184.216.34', '151.101.1.69', '104.16.132.229', '9.9.9.9'];
export const PUBLIC_V6 = ['2606:4700:4700::1111', '2001:4860:4860::8888', '2620:fe::fe'];

/** Names that resolve to this machine or its network. */
const INSIDE_NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'metadata.google.internal',
  'metadata',
  'instance-data',
  'host.docker.internal',
  'kubernetes.default.svc.cluster.local',
  'printer.local',
  'router.lan',
  'intranet',
  'db.corp',
  'nas.home.arpa',
  'service.test',
  'x.onion',
  '1.0.0.127.in-addr.arpa',
  'ＬＯＣＡＬＨＯＳＴ',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
];

const bytesOf = (v4) => v4.split('.').map(Number);
const wholeOf = (v4) => bytesOf(v4).reduce((whole, byte) => whole * 256 + byte, 0);
const hex = (number, digits = 0) => number.toString(16).padStart(digits, '0');
const octal = (number, digits = 0) => `0${number.toString(8).padStart(digits, '0')}`;
const percent = (text) => [...text].map((c) => `%${hex(c.codePointAt(0), 2)}`).join('');
const wide = (text) => text.replace(/\d/g, (d) => String.fromCodePoint(0xff10 + Number(d)));
const circled = (text) => text.replace(/[1-9]/g, (d) => String.fromCodePoint(0x245f + Number(d)));

/** Returns every spelling of an IPv4 address as the host of a URL. */
export function spellingsOfV4(v4) {
  const [a, b, c, d] = bytesOf(v4);
  const whole = wholeOf(v4);
  return [
    v4,
    `${v4}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    `0x00000000${hex(whole, 8)}`,
    octal(whole),
    octal(whole, 20),
    [a, b, c, d].map((byte) => `0x${hex(byte)}`).join('.'),
    [a, b, c, d].map((byte) => `0x${hex(byte, 6)}`).join('.'),
    [a, b, c, d].map((byte) => octal(byte)).join('.'),
    [a, b, c, d].map((byte) => octal(byte, 6)).join('.'),
    `${a}.0x${hex(b)}.${octal(c)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    `${octal(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
    percent(v4),
    `${percent(String(a))}.${b}.${c}.${d}`,
    wide(v4),
    circled(v4),
    v4.replaceAll('.', '。'),
    v4.replaceAll('.', '．'),
    v4.replace('.', '｡'),
    `${a}\u00ad.${b}.${c}.${d}`,
    ...v4InsideV6(v4).map((form) => `[${form}]`),
  ];
}

/** Returns the IPv6 addresses that embed an IPv4 address, including deprecated forms. */
function v4InsideV6(v4) {
  const [a, b, c, d] = bytesOf(v4);
  const high = hex(a * 256 + b);
  const low = hex(c * 256 + d);
  return [
    `::ffff:${v4}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `0000:0000:0000:0000:0000:FFFF:${high}:${low}`.toUpperCase(),
    `::${v4}`,
    `::${high}:${low}`,
    `::ffff:0:${v4}`,
    `64:ff9b::${v4}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::1`,
    `2001:0:0:0:0:0:${hex(0xffff - (a * 256 + b))}:${hex(0xffff - (c * 256 + d))}`,
    `fe80::5efe:${high}:${low}`,
    `2606:4700::200:5efe:${high}:${low}`,
  ];
}

export function spellingsOfV6(v6) {
  const full = expand(v6);
  return [
    v6,
    v6.toUpperCase(),
    full.join(':'),
    full.map((part) => part.padStart(4, '0')).join(':'),
    `${v6}%25eth0`,
    `${v6}%251`,
    `${full.slice(0, 6).join(':')}:${dotted(full.slice(6))}`,
  ].map((form) => `[${form}]`);
}

function expand(v6) {
  const [head, tail] = v6.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
}

function dotted(parts) {
  return parts
    .map((part) => parseInt(part, 16))
    .flatMap((n) => [n >> 8, n & 255])
    .join('.');
}

/** The ports that the fetcher may connect to. */
const PORTS = ['', ':80', ':443', ':8080', ':8443'];

/** Returns URLs in which a validator and a connecting client may read different hosts. */
function wrappings(host) {
  return [
    `https://public.example.net@${host}/a.png`,
    `https://public.example.net:443@${host}/a.png`,
    `https://${host}#@public.example.net/a.png`,
    `https://${host}?@public.example.net/a.png`,
    `https://${host}\\@public.example.net/a.png`,
    `https://public.example.net\\@${host}/a.png`,
    `https:\\\\${host}\\a.png`,
    `https:${host}/a.png`,
    `https:/${host}/a.png`,
    `https:///${host}/a.png`,
    `//${host}/a.png`,
    `ht\ttps://${host}/a.png`,
    `https://\t${host}/a.png`,
    ` https://${host}/a.png`,
    `https://${host}\n/a.png`,
    `HTTPS://${host}/a.png`,
    `https://${host}%2f@public.example.net/a.png`,
    `https://${host}%00.public.example.net/a.png`,
    `https://${host}%0d%0aHost:public.example.net/a.png`,
    `https://:@${host}/a.png`,
    `https://a:b@${host}/a.png`,
  ];
}

const OTHER_SCHEMES = [
  'http',
  'ftp',
  'file',
  'gopher',
  'dict',
  'ldap',
  'ws',
  'wss',
  'jar:https',
  'blob:https',
  'view-source:https',
  'javascript',
  'tftp',
  'sftp',
];

/** Returns URLs that must be rejected before any connection. Unique, always in the same order. */
export function insideUrls() {
  const urls = [];
  for (const [index, v4] of INSIDE_V4.entries()) {
    const hosts = spellingsOfV4(v4);
    for (const [at, host] of hosts.entries()) {
      urls.push(`https://${host}${PORTS[(at + index) % PORTS.length]}/a.png`);
      if (index < 2) for (const port of PORTS) urls.push(`https://${host}${port}/a.png`);
    }
    urls.push(...wrappings(v4));
  }
  for (const v6 of INSIDE_V6) {
    const hosts = spellingsOfV6(v6);
    urls.push(...hosts.map((host, at) => `https://${host}${PORTS[at % PORTS.length]}/a.png`));
  }
  urls.push(...wrappings('[::1]'), ...wrappings('localhost'), ...wrappings('169.254.169.254:80'));
  urls.push(...INSIDE_NAMES.flatMap((name) => PORTS.map((port) => `https://${name}${port}/a.png`)));
  urls.push(
    ...OTHER_SCHEMES.flatMap((scheme) => [`${scheme}://127.0.0.1/a.png`, `${scheme}://8.8.8.8/a.png`]),
  );
  urls.push(...['22', '25', '5432', '6379', '9200', '11211'].map((port) => `https://8.8.8.8:${port}/a.png`));
  return [...new Set(urls)];
}

/** Returns private hosts for redirect locations. */
export function insideHosts() {
  return [...INSIDE_V4.flatMap(spellingsOfV4), ...INSIDE_V6.flatMap(spellingsOfV6), ...INSIDE_NAMES];
}

/** Returns resolver results with one private address, at every position among public ones. */
export function mixedAnswers() {
  const inside = [...INSIDE_V4, ...INSIDE_V6, ...INSIDE_V4.map((v4) => `::ffff:${v4}`)];
  return inside.flatMap((address, index) => {
    const open = PUBLIC_V4[index % PUBLIC_V4.length];
    const open6 = PUBLIC_V6[index % PUBLIC_V6.length];
    return [[address], [address, open], [open, address], [open, open6, PUBLIC_V4[(index + 1) % 6], address]];
  });
}

/** Returns public URLs in common spellings; all of them must be fetched. */
export function publicUrls() {
  const literals = [
    ...PUBLIC_V4.flatMap((v4) => {
      const [a, b, c, d] = bytesOf(v4);
      return [
        `http://${v4}/a.png`,
        `http://${wholeOf(v4)}/a.png`,
        `http://${a}.${b}.${c * 256 + d}/a.png`,
        `http://[::ffff:${v4}]/a.png`,
        `http://[64:ff9b::${hex(a * 256 + b)}:${hex(c * 256 + d)}]:8080/a.png`,
      ];
    }),
    ...PUBLIC_V6.flatMap((v6) => [`http://[${v6}]/a.png`, `http://[${v6.toUpperCase()}]:8443/a.png`]),
  ];
  const names = [
    'cdn.example.net',
    'CDN.Example.NET',
    'cdn.example.net.',
    'bücher.example.net',
    'a-b_c.example.net',
  ];
  return [
    ...literals,
    ...names.flatMap((name) =>
      ['', ':80', ':8080', ':8443'].map((port) => `http://${name}${port}/a.png?x=1`),
    ),
  ];
}
