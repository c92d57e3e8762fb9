/** A file is a link, or a data URL inside the request. */
export const MEDIA_FIELDS = { imageUrl: 'image', videoUrl: 'video' } as const;
export type MediaField = keyof typeof MEDIA_FIELDS;
/** Data URLs, or links to the files stored from them, by field. */
export type InlineMedia = Partial<Record<MediaField, string>>;
