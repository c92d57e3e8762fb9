/** Marks of how a picture was made, through the public API, and metadata that must not be delivered. */
import sharp from 'sharp';
import { startApp, type TestApp } from '../support/app.js';
import { finished, generate, newCaller } from '../support/client.js';

const MARK = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${MARK}"/></rdf:RDF></x:xmpmeta>`;

let app: TestApp;
let key: string;
let imageUrl: string;
beforeAll(async () => {
  app = await startApp();
  ({ key } = await newCaller(app.base));
  const studio = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="120"><rect width="160" height="120" fill="#dfe6ea"/>
    <circle cx="80" cy="60" r="35" fill="#b3332e"/></svg>`;
  const picture = await sharp(Buffer.from(studio))
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .withXmp(XMP)
    .png()
    .toBuffer();
  imageUrl = `data:image/png;base64,${picture.toString('base64')}`;
});
afterAll(() => app.close());

it.each([
  ['embedded-upscale', {}],
  ['embedded-cutout', {}],
  ['embedded-reframe', { aspectRatio: '1:1' }],
])('keeps the mark of a picture through %s, and says nothing untrue', async (modelKey, more) => {
  const { predictionId } = await generate(app.base, key, { modelKey, imageUrl, ...more });
  const { status, outputs } = await finished(app.base, key, predictionId);
  expect(status).toBe('completed');
  const bytes = Buffer.from(await (await fetch(outputs[0].url)).arrayBuffer());
  expect(bytes.includes(MARK)).toBe(true);
  expect(outputs[0].mark).toEqual({ digitalSourceType: MARK, c2pa: false });
  expect(bytes.toString('latin1')).not.toMatch(/not made by|Software|Somebody|Description\0/);
});

it.each([
  ['embedded-image', { prompt: 'a lighthouse' }, 'algorithmicMedia'],
  ['embedded-music', { prompt: 'slow', duration: 5 }, 'algorithmicMedia'],
  ['embedded-mesh', { prompt: 'a vase' }, 'algorithmicMedia'],
])('a result of %s says how it was made, in the file and in the status', async (modelKey, input, term) => {
  const { predictionId } = await generate(app.base, key, { modelKey, ...input });
  const { outputs } = await finished(app.base, key, predictionId);
  const address = `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`;
  expect(outputs[0].mark).toEqual({ digitalSourceType: address, c2pa: false });
  expect(Buffer.from(await (await fetch(outputs[0].url)).arrayBuffer()).includes(address)).toBe(true);
});
