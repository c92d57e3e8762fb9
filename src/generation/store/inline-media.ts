/** The fields of an input that take a file: as a link, or inside the request as a data URL. */
export const MEDIA_FIELDS = { imageUrl: 'image', videoUrl: 'video' } as const;
export type MediaField = keyof typeof MEDIA_FIELDS;
/** Data URLs, or links to what they held, by field. */
export type InlineMedia = Partial<Record<MediaField, string>>;
