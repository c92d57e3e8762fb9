import { sql, statement } from '../../platform/database/index.js';

/**
 * The charge, the end and the place in the history stay. Outputs expire now, so that the sweeper removes them if this process ends first.
 */
export const DELETE_CONTENT = statement('generation.delete-content', {
  parameters: { id: sql.uuid },
  row: { has_outputs: sql.boolean, has_inputs: sql.boolean },
  text: `
update predictions set deleted_at = coalesce(deleted_at, clock_timestamp()), input = '{}', inline_media = null, error_internal = null,
  output_expires_at = least(output_expires_at, clock_timestamp())
where id = $id and status <> 'processing'
returning outputs is not null and outputs_removed_at is null as has_outputs, inline_bytes is not null as has_inputs
`,
});
