/** Returns the database id of a public id such as `pred_…`, `acc_…` or `key_…`. */
export function uuidOf(publicId: string): string {
  return publicId
    .slice(publicId.indexOf('_') + 1)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
