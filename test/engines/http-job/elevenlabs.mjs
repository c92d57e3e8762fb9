/** ElevenLabs: every call returns the sound itself; errors are {detail: {status, message}}. */
const SPEECH = /^\/v1\/text-to-speech\/([A-Za-z0-9]+)$/;
const OTHERS = ['/v1/sound-generation', '/v1/music'];

export const elevenlabs = {
  owns: (path) => SPEECH.test(path) || OTHERS.includes(path) || path === '/v1/user',
  secretIn: (headers) => headers['xi-api-key'],
  isSubmit: ({ method, path }) => method === 'POST' && (SPEECH.test(path) || OTHERS.includes(path)),
  isPoll: () => false,
  errorBody: (status, kind) => ({
    detail: {
      status: kind === 'moderated' ? 'bad_prompt' : `error_${status}`,
      message: `What ElevenLabs has to say about ${status}.`,
    },
  }),
  handle(exchange, engine) {
    if (exchange.path === '/v1/user') return exchange.reply(200, USER);
    for (const [fault, status, name] of SPECIAL)
      if (engine.take(fault))
        return exchange.reply(status, { detail: { status: name, message: 'ElevenLabs says so.' } });
    const {
      text,
      prompt,
      model_id: model,
      duration_seconds: seconds,
      music_length_ms: length,
    } = exchange.json();
    const whole =
      exchange.path === '/v1/music'
        ? prompt && length >= 3000
        : text && (SPEECH.test(exchange.path) || (seconds >= 0.5 && seconds <= 30));
    if (!whole || !model || exchange.query.get('output_format') !== 'mp3_44100_128')
      return exchange.reply(422, {
        detail: [{ loc: ['body'], msg: 'A field is missing or wrong.', type: 'value_error' }],
      });
    engine.accept(text ?? prompt);
    exchange.reply(200, engine.output('mp3'), { 'content-type': 'audio/mpeg' });
  },
};

const USER = {
  user_id: 'user-1',
  workspace_id: 'workspace-1',
  is_new_user: false,
  can_use_delayed_payment_methods: false,
  is_onboarding_completed: true,
  is_onboarding_checklist_completed: true,
  created_at: 1_700_000_000,
  seat_type: 'workspace_admin',
  subscription: {
    tier: 'creator',
    character_count: 100,
    character_limit: 100_000,
    max_credit_limit_extension: 'unlimited',
    can_extend_character_limit: true,
    allowed_to_extend_character_limit: true,
    voice_slots_used: 1,
    professional_voice_slots_used: 0,
    professional_voice_slots_used_in_workspace: 0,
    voice_limit: 30,
    voice_add_edit_counter: 0,
    professional_voice_limit: 1,
    can_extend_voice_limit: false,
    can_use_instant_voice_cloning: true,
    can_use_professional_voice_cloning: true,
    current_overage: { amount: '0', currency: 'usd' },
    status: 'active',
  },
};

const SPECIAL = [
  ['quota', 401, 'quota_exceeded'],
  ['busy', 429, 'system_busy'],
  ['busy-as-400', 400, 'too_many_concurrent_requests'],
  ['no-such-voice', 400, 'voice_not_found'],
];
