/** ElevenLabs: every call answers with the sound itself; errors are {detail: {status, message}}. */
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
    if (exchange.path === '/v1/user') return exchange.reply(200, { subscription: { tier: 'creator' } });
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
      return exchange.reply(422, { detail: [{ loc: ['body'], msg: 'A field is missing or wrong.' }] });
    engine.accept(text ?? prompt);
    exchange.reply(200, engine.output('mp3'), { 'content-type': 'audio/mpeg' });
  },
};

const SPECIAL = [
  ['quota', 401, 'quota_exceeded'],
  ['busy', 429, 'system_busy'],
  ['busy-as-400', 400, 'too_many_concurrent_requests'],
  ['no-such-voice', 400, 'voice_not_found'],
];
