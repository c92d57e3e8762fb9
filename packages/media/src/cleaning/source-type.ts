/** `Iptc4xmpExt:DigitalSourceType` is the mark of how a file came to be. */

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const NAMESPACE = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** No known packet is larger; a larger one is dropped unread. */
export const MAX_XMP_BYTES = 2 * 1024 * 1024;

/** Files and responses have the address of a term. */
export const addressOfSourceType = (term: string): string => VOCABULARY + term;

const VALUE = [
  /:DigitalSourceType\s*=\s*["']([^"'<]{1,200})["']/,
  /:DigitalSourceType(?:\s[^<>]*?)?rdf:resource\s*=\s*["']([^"'<]{1,200})["']/,
  /:DigitalSourceType(?:\s[^<>]*)?>\s*([^<]{1,200}?)\s*</,
];
/** The term stands alone or as an address; nothing else can hide in a value. */
const TERM = /^(?:https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/)?([A-Za-z]{3,48})$/;

/** Returns for example `trainedAlgorithmicMedia`, or null. */
export function sourceTypeInXmp(packet: Buffer): string | null {
  const text = isUtf16(packet) ? packet.toString('utf16le') : packet.toString('utf8');
  for (const pattern of VALUE) {
    const term = termOf(pattern.exec(text)?.[1]);
    if (term) return term;
  }
  return null;
}

export function termOf(value: unknown): string | null {
  return typeof value === 'string' ? (TERM.exec(value.trim())?.[1] ?? null) : null;
}

/** The packet holds nothing else. */
export function xmpOf(term: string): Buffer {
  return Buffer.from(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${NAMESPACE}">` +
      `<Iptc4xmpExt:DigitalSourceType>${addressOfSourceType(term)}</Iptc4xmpExt:DigitalSourceType>` +
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
  );
}

/** Belongs to glTF's extension `KHR_xmp_json_ld`. */
export function jsonLdOf(term: string): Record<string, unknown> {
  return {
    '@context': { Iptc4xmpExt: NAMESPACE },
    '@id': '',
    'Iptc4xmpExt:DigitalSourceType': addressOfSourceType(term),
  };
}

function isUtf16(packet: Buffer): boolean {
  return (packet[0] === 0xff && packet[1] === 0xfe) || (packet[0] === 0x3c && packet[1] === 0);
}
