/**
 * The vocabulary of the built-in engine: the scene family, light, weather, mood, colour or object of each word. Data only,
 * as word lists, so that a synonym is a one-word change. Words are singular: `prompt-reading.ts` reduces plurals before it
 * looks them up. Two-word phrases have a hyphen.
 */

export const SCENE_FAMILIES = [
  'landscape',
  'sea',
  'city',
  'forest',
  'space',
  'portrait',
  'still-life',
  'abstract',
  'desert',
  'meadow',
] as const;
export type SceneFamily = (typeof SCENE_FAMILIES)[number];

export const SCENE_LIGHTS = ['dawn', 'day', 'golden', 'dusk', 'night', 'storm'] as const;
export type SceneLight = (typeof SCENE_LIGHTS)[number];

export const SCENE_WEATHERS = ['clear', 'clouds', 'fog', 'rain', 'snow', 'storm', 'wind'] as const;
export type SceneWeather = (typeof SCENE_WEATHERS)[number];

export const SCENE_MOODS = [
  'calm',
  'joyful',
  'melancholy',
  'mysterious',
  'epic',
  'tense',
  'romantic',
  'dreamy',
] as const;
export type SceneMood = (typeof SCENE_MOODS)[number];

/** Family -> [weight, words]: 4 names the picture itself, 3 its subject, 2 a typical thing in it, 1 a hint. */
export const FAMILY_WORDS: Record<SceneFamily, readonly (readonly [number, string])[]> = {
  landscape: [
    [
      3,
      'mountain mountains peak summit alps alpine himalaya everest ridge cliff canyon fjord volcano volcanic crater',
    ],
    [3, 'landscape glacier highland matterhorn andes rockies massif mount-fuji tundra waterfall plateau'],
    [
      2,
      'valley lake hill hillside pass cabin castle fortress tarn arctic wilderness nature outdoor hiker hiking',
    ],
    [1, 'river eagle dragon snow sky cloud view panorama vista horizon bridge adventure world eagle balloon'],
  ],
  sea: [
    [
      3,
      'sea ocean beach coast coastline shore seaside wave surf surfer island lagoon tide seascape harbor harbour',
    ],
    [
      3,
      'lighthouse sailboat sailing ship boat yacht pirate whale dolphin bay reef atlantic pacific mediterranean',
    ],
    [
      2,
      'marine nautical sailor gull seagull underwater fish shark mermaid coral pier cove water regatta kayak',
    ],
    [1, 'palm tropical vacation holiday summer blue'],
  ],
  city: [
    [
      3,
      'city skyline cityscape skyscraper downtown metropolis megacity urban tokyo manhattan new-york london paris',
    ],
    [3, 'hong-kong shanghai chicago cyberpunk dubai berlin seoul singapore town street alley rooftop'],
    [
      2,
      'building tower neon traffic car taxi subway office apartment architecture village futuristic market cafe',
    ],
    [1, 'bridge train night-life robot window lights billboard road restaurant shop bus'],
  ],
  forest: [
    [4, 'rainforest'],
    [3, 'forest wood woods woodland jungle grove redwood sequoia birch taiga bamboo pine-forest'],
    [2, 'tree pine fir spruce oak trunk moss fern mushroom elf fairy bear stag deer owl path trail canopy'],
    [1, 'leaf autumn fox wolf green enchanted firefly squirrel root branch'],
  ],
  space: [
    [4, 'outer-space deep-space'],
    [3, 'space galaxy nebula planet cosmos cosmic universe astronaut spaceship starship saturn jupiter mars'],
    [3, 'interstellar asteroid comet supernova black-hole milky-way exoplanet spacecraft astronomy orbit'],
    [
      2,
      'alien star stars constellation rocket satellite moon lunar sci-fi ufo neptune venus mercury uranus celestial',
    ],
    [1, 'starry gravity science-fiction future'],
  ],
  portrait: [
    [4, 'portrait headshot selfie'],
    [
      3,
      'woman man girl boy person face lady gentleman child princess prince queen king people human profile',
    ],
    [
      3,
      'model figure silhouette bust head musician dancer warrior knight samurai wizard witch hero character',
    ],
    [
      2,
      'hair eyes smile grandmother grandfather mother father bride detective monk poet actress actor influencer',
    ],
    [
      2,
      'student teacher doctor engineer worker businessman businesswoman couple friend family baby avatar android',
    ],
    [1, 'beautiful elegant fashion wearing dress hat'],
  ],
  'still-life': [
    [4, 'still-life stilllife'],
    [
      3,
      'vase fruit apple pear orange-fruit lemon grape bowl bottle pottery ceramic bouquet jug peach plum cherry',
    ],
    [3, 'teapot cup mug wine coffee tea breakfast food cake product perfume book candle cosmetics'],
    [
      2,
      'table kitchen glass plate bread cheese tomato vegetable packaging mockup jar basket rose tulip watch shoe',
    ],
    [1, 'interior room desk lamp chair object studio flower'],
  ],
  abstract: [
    [4, 'abstract'],
    [
      3,
      'pattern geometric fractal texture gradient shape fluid marble generative swirl kaleidoscope mandala wallpaper',
    ],
    [
      2,
      'background flow line circle triangle ink paint minimal minimalist minimalism bauhaus psychedelic logo icon',
    ],
    [2, 'expressionism cubism kandinsky mondrian rothko chaos energy sound music mind thought time spiral'],
    [1, 'art modern colorful colourful color colour dream emotion love idea data digital curve wave-pattern'],
  ],
  desert: [
    [3, 'desert dune sahara oasis camel arizona mojave gobi cactus sandstorm namib arrakis'],
    [2, 'sand sandy pyramid egypt nomad caravan sphinx bedouin arid saguaro'],
    [1, 'dry heat hot scorching western cowboy'],
  ],
  meadow: [
    [
      3,
      'meadow field prairie grassland pasture wildflower sunflower lavender poppy tuscany countryside vineyard',
    ],
    [2, 'grass flower farm barn windmill horse cow sheep garden hay wheat spring butterfly picnic daisy bee'],
    [1, 'hill cat dog rabbit puppy kitten puppies bunny house cottage animal bird park nature'],
  ],
};

export const LIGHT_WORDS: Record<SceneLight, string> = {
  dawn: 'dawn sunrise morning daybreak early sunup first-light aurora-morning',
  day: 'day daylight noon midday sunny bright afternoon daytime sunlight blue-sky sunshine clear-sky',
  golden:
    'golden-hour sunset evening sundown late-afternoon warm-light golden-light autumn amber-light backlit',
  dusk: 'dusk twilight blue-hour gloaming nightfall synthwave vaporwave retrowave',
  night:
    'night midnight moonlight moonlit moon nocturnal starry star stars aurora northern-lights neon cyberpunk ' +
    'nighttime milky-way firefly dark darkness candlelight noir campfire firework',
  storm:
    'storm stormy thunder thunderstorm lightning tempest hurricane apocalypse apocalyptic tornado overcast',
};

export const WEATHER_WORDS: Record<SceneWeather, string> = {
  clear: 'clear cloudless sunny blue-sky clear-sky',
  clouds: 'cloud cloudy clouds overcast cumulus cloudscape',
  fog: 'fog foggy mist misty haze hazy smoke smoky smog steam ethereal',
  rain: 'rain rainy raining drizzle downpour monsoon wet umbrella shower',
  snow: 'snow snowy snowfall snowing winter wintry blizzard christmas frozen frost ice icy snowflake xmas arctic',
  storm: 'storm stormy thunder thunderstorm lightning tempest hurricane tornado',
  wind: 'wind windy breeze gale gust sandstorm',
};

export const MOOD_WORDS: Record<SceneMood, string> = {
  calm: 'calm peaceful serene quiet tranquil still gentle relaxing relax zen meditation silent soft cozy cosy lofi',
  joyful:
    'happy joyful cheerful fun bright playful vibrant celebration party funny cute colorful colourful lively',
  melancholy:
    'sad melancholy lonely alone nostalgic abandoned loss moody solitude bleak gloomy old faded somber',
  mysterious:
    'mysterious mystery eerie haunted strange secret magical magic enchanted mystical spooky ghost occult',
  epic: 'epic majestic grand dramatic heroic vast monumental cinematic powerful legendary breathtaking battle',
  tense:
    'tense dark horror scary ominous angry dystopian apocalyptic danger war fear sinister nightmare grim',
  romantic: 'romantic love lovely tender wedding passion kiss valentine intimate elegant',
  dreamy:
    'dreamy dream surreal fantasy ethereal whimsical pastel fairy fairytale psychedelic vaporwave unreal',
};

/** Colour words; the value is the colour as it should read in a painting, not the CSS keyword. */
export const COLOUR_WORDS: Readonly<Record<string, string>> = {
  red: '#c8372d',
  crimson: '#a81f35',
  scarlet: '#d43a26',
  ruby: '#a8173d',
  maroon: '#6d2230',
  burgundy: '#6b1f34',
  orange: '#e8813a',
  amber: '#e6a13a',
  copper: '#b8703f',
  rust: '#a84f2a',
  terracotta: '#c4704f',
  coral: '#f0806a',
  peach: '#f6b48f',
  salmon: '#ef9480',
  apricot: '#f2b077',
  yellow: '#f1cc4a',
  gold: '#d9a93f',
  golden: '#dcae48',
  mustard: '#c99a2e',
  lemon: '#f2e05f',
  cream: '#f4e8cf',
  ivory: '#f3ecdc',
  beige: '#d8c4a3',
  sand: '#d7b98c',
  brown: '#7a5136',
  sepia: '#8a6a48',
  chocolate: '#5b3a28',
  ochre: '#c48a3a',
  green: '#4f9a56',
  emerald: '#1f9a70',
  jade: '#3f9f7c',
  olive: '#7d8445',
  lime: '#a5cf4c',
  mint: '#9fdcc0',
  sage: '#9bb08f',
  turquoise: '#3cb9b2',
  teal: '#1f7f86',
  aqua: '#5cc6cf',
  cyan: '#43c3de',
  azure: '#3f97dd',
  blue: '#3a6fc4',
  cobalt: '#2a52b5',
  navy: '#1d2f5c',
  indigo: '#45399e',
  sapphire: '#1f4fa8',
  purple: '#7d4bb0',
  violet: '#7a55c7',
  lavender: '#b3a0dd',
  lilac: '#c3a4d8',
  mauve: '#a97d9f',
  plum: '#74406e',
  magenta: '#cc3d93',
  fuchsia: '#d73fa1',
  pink: '#ee8fb0',
  rosy: '#e58c9c',
  black: '#17171c',
  white: '#f2f0ea',
  gray: '#85878c',
  grey: '#85878c',
  silver: '#b7bcc4',
  charcoal: '#33363d',
  blonde: '#dcb56a',
  blond: '#dcb56a',
  brunette: '#4d3022',
  ginger: '#b8592b',
  neon: '#ff4fa3',
};

/** Detail -> its words. Painters draw the details they know and ignore the others. */
export const DETAIL_WORDS: Readonly<Record<string, string>> = {
  sun: 'sun sunrise sunset sunny',
  moon: 'moon moonlight moonlit lunar',
  stars: 'star stars starry milky-way constellation',
  aurora: 'aurora northern-lights',
  lake: 'lake tarn pond reflection fjord oasis',
  river: 'river stream creek waterfall',
  volcano: 'volcano volcanic lava eruption',
  canyon: 'canyon mesa gorge',
  pines: 'pine fir spruce conifer taiga evergreen',
  tree: 'tree oak maple willow',
  birch: 'birch aspen',
  autumn: 'autumn fall-colors october november harvest maple',
  blossom: 'blossom sakura cherry-blossom spring',
  flowers: 'flower wildflower bouquet rose tulip poppy lavender sunflower daisy bloom peony lily orchid',
  sunflower: 'sunflower',
  lavender: 'lavender',
  poppy: 'poppy',
  rose: 'rose',
  tulip: 'tulip',
  mushroom: 'mushroom toadstool',
  fireflies: 'firefly glowworm fairy enchanted magical',
  path: 'path trail road track walkway',
  birds: 'bird gull seagull crow raven eagle swallow flock goose',
  boat: 'boat sailboat ship yacht sailing sail pirate fisherman regatta',
  lighthouse: 'lighthouse beacon',
  island: 'island archipelago atoll',
  palm: 'palm tropical oasis caribbean hawaii',
  cabin: 'cabin hut cottage house home barn lodge farmhouse village',
  castle: 'castle fortress palace citadel',
  tower: 'tower spire skyscraper',
  bridge: 'bridge viaduct',
  neon: 'neon cyberpunk synthwave vaporwave blade-runner',
  balloon: 'balloon hot-air-balloon zeppelin airship',
  person:
    'person man woman hiker traveler traveller wanderer figure girl boy astronaut couple monk knight surfer',
  deer: 'deer stag elk reindeer',
  cat: 'cat kitten',
  dog: 'dog puppy',
  fox: 'fox',
  wolf: 'wolf',
  horse: 'horse pony unicorn',
  camel: 'camel caravan',
  cactus: 'cactus saguaro',
  pyramid: 'pyramid egypt',
  windmill: 'windmill',
  planet: 'planet exoplanet mars jupiter saturn neptune uranus venus earth world',
  rings: 'ring saturn rings',
  galaxy: 'galaxy spiral milky-way andromeda',
  comet: 'comet meteor shooting-star',
  spaceship: 'spaceship starship rocket ufo spacecraft satellite',
  whale: 'whale orca',
  woman: 'woman girl lady princess queen bride mother actress witch businesswoman grandmother dancer she',
  man: 'man boy gentleman prince king father actor wizard knight businessman grandfather samurai he',
  beard: 'beard bearded wizard viking',
  hat: 'hat fedora cowboy witch wizard detective',
  glasses: 'glasses spectacles sunglasses',
  crown: 'crown king queen princess prince',
  'short-hair': 'short-hair pixie buzzcut bald',
  'long-hair': 'long-hair flowing-hair',
  curly: 'curly curls afro',
  bun: 'bun ponytail updo ballerina geisha',
  apple: 'apple',
  pear: 'pear',
  lemon: 'lemon',
  orange: 'tangerine mandarin clementine',
  grapes: 'grape',
  peach: 'peach apricot',
  plum: 'plum',
  cherry: 'cherry',
  vase: 'vase bouquet jug urn pottery ceramic amphora',
  bottle: 'bottle wine perfume',
  bowl: 'bowl basket',
  cup: 'cup mug coffee tea',
  candle: 'candle candlelight',
  book: 'book',
  geometric:
    'geometric bauhaus circle triangle square shape mondrian cubism kandinsky minimal minimalist logo icon',
  waves: 'wave ripple layer paper papercut topographic contour',
  lines: 'line flow flowing field strand hair fiber fibre stream string current wind data',
  fluid: 'fluid marble ink liquid paint swirl smoke oil acrylic psychedelic nebulous lava-lamp',
  fireworks: 'firework',
  embers: 'fire campfire ember flame lava burning volcano',
  lightning: 'lightning thunder thunderstorm',
};
