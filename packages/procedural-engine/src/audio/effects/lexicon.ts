/**
 * Maps words to effects. Several words make several layers; the first is the loudest. A word for two sounds
 * ("thunderstorm", "campfire") is in both lists.
 */
import { abstract } from './abstract.js';
import * as creatures from './creatures.js';
import * as household from './household.js';
import * as impacts from './impacts.js';
import * as machines from './machines.js';
import * as signals from './signals.js';
import type { Effect } from './stage.js';
import * as weather from './weather.js';

export interface EffectEntry {
  name: string;
  words: RegExp;
  effect: Effect;
  /** RMS in dBFS of the effect alone: a steady noise is loud at a low peak, a click is not. */
  loudness: number;
  /** Continuous, so it can be the background of a scene; the others are single events. */
  steady: boolean;
}

const steady = (name: string, words: RegExp, effect: Effect, loudness = -18): EffectEntry => ({
  name,
  words,
  effect,
  loudness,
  steady: true,
});
const event = (name: string, words: RegExp, effect: Effect, loudness = -17): EffectEntry => ({
  name,
  words,
  effect,
  loudness,
  steady: false,
});

export const EFFECTS: readonly EffectEntry[] = [
  steady('rain', /\b(rain|drizzle|shower|downpour|monsoon|thunderstorm|storm)/, weather.rain),
  event('thunder', /\b(thunder|lightning|thunderstorm)/, weather.thunder, -16),
  steady(
    'wind',
    /\b(wind|breeze|gust|blizzard|storm|gale|tornado|hurricane|desert|mountain|snow)/,
    weather.wind,
    -19,
  ),
  steady('sea', /\b(sea|ocean|waves?|surf|beach|shore|coast|seaside|tide)\b/, weather.sea),
  steady('fire', /\b(fire|campfire|flames?|burning|fireplace|bonfire|crackling)\b/, weather.fire, -19),
  steady(
    'stream',
    /\b(stream|river|creek|brook|waterfall|running water|fountain|bubbl|underwater|lake)/,
    weather.stream,
    -19,
  ),
  event('drops', /\b(drops?|drip|dripping|droplet|cave|leak)/, weather.drops, -22),
  event('splash', /\b(splash|dive|plunge)/, weather.splash),
  event(
    'birds',
    /\b(birds?|birdsong|chirp|tweet|sparrow|nightingale|forest|jungle|meadow|garden|morning|spring|woods?|park)\b/,
    creatures.birds,
    -21,
  ),
  steady(
    'crickets',
    /\b(crickets?|insects?|cicadas?|night|campsite|summer evening|grasshopper)\b/,
    creatures.crickets,
    -22,
  ),
  event('frogs', /\b(frogs?|swamp|toads?|marsh|pond)\b/, creatures.frogs, -20),
  event('dog', /\b(dogs?|bark|barking|puppy)\b/, creatures.dog),
  event('footsteps', /\b(footsteps?|walk|walking|steps|running feet|march)/, creatures.footsteps, -20),
  event('applause', /\b(applause|clap|clapping|ovation|audience)/, creatures.applause),
  steady('crowd', /\b(crowd|people talking|chatter|stadium|cafe|restaurant|market|cheer)/, creatures.crowd),
  event('heartbeat', /\b(heart|heartbeat|pulse)/, creatures.heartbeat, -18),
  event('breath', /\b(breath|breathing|sigh|gasp)/, creatures.breath, -20),
  steady(
    'engine',
    /\b(engine|car|motor|motorcycle|motorbike|truck|tractor|vehicle|racing|diesel|boat|idling)\b/,
    machines.engine,
  ),
  steady('train', /\b(train|railway|locomotive|subway|tram)\b/, machines.train),
  steady('helicopter', /\b(helicopter|chopper|rotor|drone flight|propeller)/, machines.helicopter),
  steady('city', /\b(city|traffic|street|urban|downtown|highway|road)\b/, machines.city, -19),
  steady(
    'hum',
    /\b(hum|humming|spaceship|space|reactor|server|machine room|factory|computer|robot|sci-?fi|galaxy|nebula|cosmic|electric)/,
    machines.hum,
    -18,
  ),
  event('clock', /\b(clock|tick|ticking|timer|stopwatch|metronome)/, household.clock, -24),
  event('typing', /\b(typing|keyboard|typewriter|keys)/, household.typing, -23),
  steady(
    'radio',
    /\b(radio|static|vinyl|interference|glitch|white noise|record player)/,
    household.radio,
    -20,
  ),
  event('door', /\b(doors?|gate|creak)\b/, household.door, -20),
  event('knock', /\b(knock|knocking)/, household.knock, -20),
  event(
    'explosion',
    /\b(explosion|explode|bomb|blast|boom|detonat|fireworks?|cannon)/,
    impacts.explosion,
    -15,
  ),
  event('shot', /\b(gunshot|gun|shot|rifle|pistol|machine gun)/, impacts.shot, -17),
  event('bell', /\b(bells?|gong|church|ding|toll)\b/, impacts.bell, -17),
  event('chimes', /\b(chimes?|wind chime|glockenspiel)/, impacts.chimes, -20),
  event('glass', /\b(glass|shatter|window break|bottle)/, impacts.glass, -20),
  event('metal', /\b(metal|sword|clang|anvil|hammer|steel|blade|armou?r|battle|knight)/, impacts.metal, -19),
  event('thud', /\b(thud|punch|hit|impact|stomp|drop heavy|slam|kick)\b/, impacts.thud, -18),
  event(
    'whoosh',
    /\b(whoosh|swoosh|swish|fly ?by|pass(es|ing)? by|transition|arrow|throw)/,
    impacts.whoosh,
    -18,
  ),
  event('laser', /\b(laser|blaster|ray ?gun|zap|phaser|pew)/, impacts.laser, -18),
  event('riser', /\b(riser|build-?up|rise|rising tension|crescendo)/, impacts.riser, -18),
  steady('siren', /\b(siren|police|ambulance|fire ?truck)/, signals.siren, -17),
  event('alarm', /\b(alarm|beep|beeping|warning|alert)/, signals.alarm, -18),
  event('phone', /\b(phone|telephone|ringtone|ringing)/, signals.phone, -18),
  event('click', /\b(click|button|tap|switch|mouse|ui\b)/, signals.click, -26),
  event('notice', /\b(notification|notify|message|success|error|ping|popup|confirm)/, signals.notice, -20),
  event(
    'game',
    /\b(coin|jump|arcade|power-?up|level up|8-?bit|pixel|video ?game|pick-?up)/,
    signals.game,
    -18,
  ),
  event('magic', /\b(magic|spell|sparkle|fairy|wizard|enchant|twinkle|shimmer)/, signals.magic, -19),
];

/** At most this many layers; more are indistinct. */
const MOST_LAYERS = 4;

/** Returns the effects that the words name, in their order. */
export function effectsIn(words: string): EffectEntry[] {
  return EFFECTS.map((entry) => ({ entry, at: words.search(entry.words) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .slice(0, MOST_LAYERS)
    .map(({ entry }) => entry);
}

export const ABSTRACT: EffectEntry = {
  name: 'abstract',
  words: /./,
  effect: abstract,
  loudness: -18,
  steady: true,
};
