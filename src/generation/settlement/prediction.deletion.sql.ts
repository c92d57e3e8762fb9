/**
 * Deletes what the final prediction $1 contains: prompt, input, files. Its charge, its end and its place in the history stay.
 * Its outputs expire now, so that the sweeper removes them if this process ends first.
 */
export const DELETE_CONTENT = `
update predictions set deleted_at = coalesce(deleted_at, clock_timestamp()), input = '{}', inline_media = null, error_internal = null,
  output_expires_at = least(output_expires_at, clock_timestamp())
where id = $1 and status <> 'processing'
returning outputs is not null and outputs_removed_at is null as has_outputs, inline_bytes is not null as has_inputs
`;
