import sharp from 'sharp';

/** Creates a picture that does not compress, so that its size is about three bytes a pixel. */
export async function pictureOf(side) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 };
  return sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
}
