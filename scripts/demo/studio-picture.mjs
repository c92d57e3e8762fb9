// Draws a small picture, an apple on a plain background: background removal needs a foreground object, and the demo shows how a
// caller sends a picture as a data URL.
import sharp from 'sharp';

const SIZE = 512;

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 512 512">
  <defs>
    <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#eef1f4"/><stop offset="1" stop-color="#e3e7ec"/>
    </linearGradient>
    <radialGradient id="skin" cx="0.36" cy="0.32" r="0.78">
      <stop offset="0" stop-color="#ff8a6b"/><stop offset="0.35" stop-color="#d9302c"/>
      <stop offset="0.8" stop-color="#96131c"/><stop offset="1" stop-color="#6d0b15"/>
    </radialGradient>
    <linearGradient id="leaf" x1="0" y1="1" x2="1" y2="0">
      <stop offset="0" stop-color="#2f6b2a"/><stop offset="1" stop-color="#7fc24a"/>
    </linearGradient>
    <radialGradient id="dimple"><stop offset="0" stop-color="#4d0a10"/><stop offset="1" stop-color="#4d0a10" stop-opacity="0"/></radialGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>
  </defs>
  <rect width="512" height="512" fill="url(#wall)"/>
  <path d="M256 178 C216 138 112 148 104 262 C98 356 168 436 214 432 C234 430 242 422 256 422
           C270 422 278 430 298 432 C344 436 414 356 408 262 C400 148 296 138 256 178 Z" fill="url(#skin)"/>
  <ellipse cx="256" cy="184" rx="46" ry="17" fill="url(#dimple)"/>
  <path d="M252 190 C250 160 256 128 278 100 L290 108 C270 134 264 162 264 190 Z" fill="#5a3a1e"/>
  <path d="M268 146 C288 100 344 92 380 112 C360 150 312 166 268 146 Z" fill="url(#leaf)"/>
  <path d="M272 144 C304 130 336 118 374 113" stroke="#2b5f26" stroke-width="3" fill="none" opacity="0.6"/>
  <ellipse cx="178" cy="236" rx="26" ry="46" transform="rotate(24 178 236)" fill="#fff" opacity="0.5" filter="url(#soft)"/>
</svg>`;

/** Returns the picture as `data:image/png;base64,…`, and its bytes. */
export async function studioPicture() {
  const bytes = await sharp(Buffer.from(DRAWING)).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
  return { bytes, dataUrl: `data:image/png;base64,${bytes.toString('base64')}` };
}
