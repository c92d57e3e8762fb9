/** Reads and writes `Iptc4xmpExt:DigitalSourceType`, the mark of how a file came to be. */

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const NAMESPACE = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** No packet that anybody writes is larger; a larger one is dropped unread. */
export const MAX_XMP_BYTES = 2 * 1024 * 1024;

/** Returns the address of a term, the form that files and responses have. */
export const addressOfSourceType = (term: string): string => VOCABULARY + term;

const VALUE = [
  /:DigitalSourceType\s*=\s*["']([^"'<]{1,200})["']/,
  /:DigitalSourceType(?:\s[^<>]*?)?rdf:resource\s*=\s*["']([^"'<]{1,200})["']/,
  /:DigitalSourceType(?:\s[^<>]*)?>\s*([^<]{1,200}?)\s*</,
];
/** A term of the vocabulary, alone or as an address; nothing else can hide in a value. */
const TERM = /^(?:https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/)?([A-Za-z]{3,48})$/;

/** Returns the term in an XMP packet, for example `trainedAlgorithmicMedia`, or null. */
export function sourceTypeInXmp(packet: Buffer): string | null {
  const text = isUtf16(packet) ? packet.toString('utf16le') : packet.toString('utf8');
  for (const pattern of VALUE) {
    const term = termOf(pattern.exec(text)?.[1]);
    if (term) return term;
  }
  return null;
}

/** Returns the term of a value, or null when it is none. */
export function termOf(value: unknown): string | null {
  return typeof value === 'string' ? (TERM.exec(value.trim())?.[1] ?? null) : null;
}

/** Returns a packet that holds the term and nothing else. */
export function xmpOf(term: string): Buffer {
  return Buffer.from(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${NAMESPACE}">` +
      `<Iptc4xmpExt:DigitalSourceType>${addressOfSourceType(term)}</Iptc4xmpExt:DigitalSourceType>` +
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
  );
}

/** Returns the packet of glTF's extension `KHR_xmp_json_ld`. */
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
