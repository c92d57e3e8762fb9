import { FormData } from 'undici';

/** Every file is a PNG. */
export function formOf(
  fields: Readonly<Record<string, unknown>>,
  pictures: Readonly<Record<string, Buffer>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, png] of Object.entries(pictures)) {
    form.append(name, new Blob([new Uint8Array(png)], { type: 'image/png' }), `${name}.png`);
  }
  return form;
}
