/** Written by `npm run generate -- client-models` from the catalogue. */

/** Fields of each shipped model; an installation offers those whose engines it has. */
export interface ShippedModels {
  /** FLUX 1.1 [pro] */
  'bfl-flux-pro': {
    prompt: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "1:1". */
    aspectRatio?: string;
    /** Longest edge, pixels. 512–1440. Default: 1024. */
    resolution?: number;
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** Left out, it is chosen at random. 0–4294967295. */
    seed?: number;
  };
  /** FLUX 1.1 [pro] Ultra */
  'bfl-flux-ultra': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '16:9' | '9:16' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | '9:21';
    /** Default: false. */
    raw?: boolean;
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** Left out, it is chosen at random. 0–4294967295. */
    seed?: number;
  };
  /** FLUX.1 Kontext [pro] */
  'bfl-kontext': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. Up to 15 MB. */
    imageUrl: string;
    /** Left out, that of the image. */
    aspectRatio?: '1:1' | '16:9' | '9:16' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | '9:21';
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** Left out, it is chosen at random. 0–4294967295. */
    seed?: number;
  };
  /** Wan 2.2 5B image to video (ComfyUI) */
  'comfyui-animate': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    prompt: string;
    /** What should not be seen. Without it the workflow's own. */
    negativePrompt?: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "16:9". */
    aspectRatio?: string;
    /** Short edge; what it was trained on is 720p. Default: "720p". */
    resolution?: '480p' | '720p';
    /** Seconds. 1–5. Default: 5. */
    duration?: number;
    /** For a result that can be repeated on the same server. 0–4294967295. */
    seed?: number;
  };
  /** SDXL text to image (ComfyUI) */
  'comfyui-image': {
    prompt: string;
    /** What should not be seen. Without it the workflow's own. */
    negativePrompt?: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "1:1". */
    aspectRatio?: string;
    /** For a result that can be repeated on the same server. 0–4294967295. */
    seed?: number;
  };
  /** Hunyuan3D 2.1 (ComfyUI) */
  'comfyui-image-to-3d': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: "medium". */
    detail?: 'medium' | 'high';
    /** For a result that can be repeated on the same server. 0–4294967295. */
    seed?: number;
  };
  /** SDXL image to image (ComfyUI) */
  'comfyui-image-to-image': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** What should not be seen. Without it the workflow's own. */
    negativePrompt?: string;
    /** How much may change; 1 is everything. 0.05–1. Default: 0.6. */
    strength?: number;
    /** <width>:<height>, from 1:4 to 4:1. Default: "1:1". */
    aspectRatio?: string;
    /** For a result that can be repeated on the same server. 0–4294967295. */
    seed?: number;
  };
  /** Stable Audio Open (ComfyUI) */
  'comfyui-sound': {
    prompt: string;
    /** What should not be heard. Without it the workflow's own. */
    negativePrompt?: string;
    /** Seconds. 1–47. Default: 10. */
    duration?: number;
    /** For a result that can be repeated on the same server. 0–4294967295. */
    seed?: number;
  };
  /** Real-ESRGAN upscale (ComfyUI) */
  'comfyui-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
  };
  /** Wan 2.2 5B text to video (ComfyUI) */
  'comfyui-video': {
    prompt: string;
    /** What should not be seen. Without it the workflow's own. */
    negativePrompt?: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "16:9". */
    aspectRatio?: string;
    /** Short edge; what it was trained on is 720p. Default: "720p". */
    resolution?: '480p' | '720p';
    /** Seconds. 1–5. Default: 5. */
    duration?: number;
    /** For a result that can be repeated on the same server. 0–4294967295. */
    seed?: number;
  };
  /** Eleven Music */
  'elevenlabs-music': {
    prompt: string;
    /** Seconds. 10–300. Default: 30. */
    duration?: number;
    /** Without singing. Default: false. */
    instrumental?: boolean;
  };
  /** ElevenLabs sound effects */
  'elevenlabs-sound': {
    prompt: string;
    /** Seconds. 0.5–30. Default: 5. */
    duration?: number;
    /** How closely the prompt is followed. 0–1. Default: 0.3. */
    influence?: number;
    /** Default: false. */
    loop?: boolean;
  };
  /** ElevenLabs Multilingual v2 */
  'elevenlabs-speech': {
    /** The text to speak. */
    prompt: string;
    /** Id of a voice of the ElevenLabs account. Default: "21m00Tcm4TlvDq8ikWAM". */
    voice?: string;
    /** Low is lively, high is even. 0–1. Default: 0.5. */
    stability?: number;
    /** 0.7–1.2. Default: 1. */
    speed?: number;
    /** 0–4294967295. */
    seed?: number;
  };
  /** Procedural motion on a still image */
  'embedded-animate': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Chooses the sound and the mood of the light. */
    prompt?: string;
    /** Seconds. 1–10. Default: 4. */
    duration?: number;
    /** Default: "auto". */
    motion?: 'auto' | 'zoom-in' | 'zoom-out' | 'pan-left' | 'pan-right' | 'orbit';
    /** Short edge. Default: "480p". */
    resolution?: '360p' | '480p' | '720p';
    /** Default: false. */
    sound?: boolean;
    /** Default: "webm". */
    format?: 'webm' | 'mp4';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Classic background removal */
  'embedded-cutout': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: "png". */
    format?: 'png' | 'webp';
  };
  /** Procedural image */
  'embedded-image': {
    prompt: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "1:1". */
    aspectRatio?: string;
    /** Longest edge, pixels. 256–2048. Default: 1024. */
    resolution?: number;
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Procedural 3D model */
  'embedded-mesh': {
    prompt: string;
    /** Default: "medium". */
    detail?: 'low' | 'medium' | 'high';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Procedural music */
  'embedded-music': {
    prompt: string;
    /** Seconds. 5–120. Default: 20. */
    duration?: number;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Procedural reframe */
  'embedded-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** <width>:<height>, from 1:4 to 4:1. */
    aspectRatio: string;
    /** Default: "extend". */
    mode?: 'extend' | 'crop';
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
  };
  /** Procedural relief from an image */
  'embedded-relief': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Height of the relief as a part of its width. 0.02–0.5. Default: 0.15. */
    depth?: number;
    /** Default: "medium". */
    detail?: 'low' | 'medium' | 'high';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Procedural sound effect */
  'embedded-sound': {
    prompt: string;
    /** Seconds. 0.5–30. Default: 5. */
    duration?: number;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Formant speech (eSpeak NG) */
  'embedded-speech': {
    /** The text to speak. */
    prompt: string;
    /** Default: "en". */
    voice?:
      | 'en'
      | 'en-us'
      | 'en-scotland'
      | 'de'
      | 'fr'
      | 'es'
      | 'es-419'
      | 'it'
      | 'pt'
      | 'pt-br'
      | 'nl'
      | 'pl'
      | 'sv'
      | 'cs'
      | 'tr'
      | 'hi';
    /** Words per minute. 80–260. Default: 160. */
    speed?: number;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav';
  };
  /** Classic upscale */
  'embedded-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
  };
  /** Procedural video with sound */
  'embedded-video': {
    prompt: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "16:9". */
    aspectRatio?: string;
    /** Seconds. 1–10. Default: 4. */
    duration?: number;
    /** Short edge. Default: "480p". */
    resolution?: '360p' | '480p' | '720p';
    /** Default: true. */
    sound?: boolean;
    /** Default: "webm". */
    format?: 'webm' | 'mp4';
    /** The same seed and input give the same file. 0–4294967295. */
    seed?: number;
  };
  /** Classic video upscale */
  'embedded-video-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    videoUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
  };
  /** FLUX.1 [dev] on fal */
  'fal-flux-dev': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '4:3' | '3:4' | '16:9' | '9:16';
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** 0–2147483647. */
    seed?: number;
  };
  /** FLUX.1 Kontext [pro] on fal */
  'fal-flux-kontext': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Of the result; left out: that of the image. */
    aspectRatio?: '21:9' | '16:9' | '4:3' | '3:2' | '1:1' | '2:3' | '3:4' | '9:16' | '9:21';
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** 0–2147483647. */
    seed?: number;
  };
  /** FLUX.1 [schnell] on fal */
  'fal-flux-schnell': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '4:3' | '3:4' | '16:9' | '9:16';
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** 0–2147483647. */
    seed?: number;
  };
  /** TRELLIS on fal */
  'fal-image-to-3d': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Pixels. Default: 1024. */
    textureSize?: 512 | 1024 | 2048;
    /** 0–2147483647. */
    seed?: number;
  };
  /** Kling 2.5 Turbo Pro on fal */
  'fal-kling': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '1:1';
    /** Seconds. Default: 5. */
    duration?: 5 | 10;
  };
  /** Kling 2.5 Turbo Pro from an image, on fal */
  'fal-kling-animate': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Seconds. Default: 5. */
    duration?: 5 | 10;
  };
  /** Stable Audio 2.5 on fal */
  'fal-music': {
    prompt: string;
    /** Seconds. 1–190. Default: 60. */
    duration?: number;
    /** 0–2147483647. */
    seed?: number;
  };
  /** Luma Photon reframe on fal */
  'fal-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    aspectRatio: '1:1' | '16:9' | '9:16' | '4:3' | '3:4' | '21:9' | '9:21';
    /** What lies beyond the edges. */
    prompt?: string;
  };
  /** BiRefNet on fal */
  'fal-remove-background': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: "png". */
    format?: 'png' | 'webp';
  };
  /** ElevenLabs sound effects on fal */
  'fal-sound': {
    prompt: string;
    /** Seconds. 0.5–22. Default: 5. */
    duration?: number;
  };
  /** Kokoro (American English) on fal */
  'fal-speech': {
    /** The text to speak. */
    prompt: string;
    /** Default: "af_heart". */
    voice?:
      | 'af_heart'
      | 'af_bella'
      | 'af_nicole'
      | 'af_nova'
      | 'af_sarah'
      | 'am_adam'
      | 'am_eric'
      | 'am_liam'
      | 'am_michael'
      | 'am_onyx';
    /** Times the normal speed. 0.5–2. Default: 1. */
    speed?: number;
  };
  /** Chatterbox on fal */
  'fal-speech-expressive': {
    /** The text to speak. */
    prompt: string;
    /** Emotion. 0–1. Default: 0.25. */
    exaggeration?: number;
    /** 0–2147483647. */
    seed?: number;
  };
  /** Hunyuan3D 3 on fal */
  'fal-text-to-3d': {
    prompt: string;
    /** Materials for physically based rendering. Default: false. */
    pbr?: boolean;
  };
  /** Real-ESRGAN on fal */
  'fal-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
    /** Default: "png". */
    format?: 'png' | 'jpeg';
  };
  /** Topaz video upscale on fal */
  'fal-video-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    videoUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
    /** Seconds that are paid for; a longer video is refused. 1–120. Default: 10. */
    duration?: number;
    /** Frames per second that are paid for; a faster video is refused. Default: 30. */
    frameRate?: 30 | 60;
  };
  /** Wan 2.2 A14B on fal */
  'fal-wan': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '1:1';
    /** Short edge. Default: "720p". */
    resolution?: '480p' | '720p';
    /** 0–2147483647. */
    seed?: number;
  };
  /** Kling 2 Master, from an image */
  'kling-image-to-video': {
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    prompt?: string;
    negativePrompt?: string;
    /** Seconds. Default: 5. */
    duration?: 5 | 10;
  };
  /** Kling 2 Master */
  'kling-text-to-video': {
    prompt: string;
    negativePrompt?: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '1:1';
    /** Seconds. Default: 5. */
    duration?: 5 | 10;
  };
  /** Veo 3.1 Fast, from an image */
  'litellm-animate': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** What happens in the film. */
    prompt?: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Seconds. Default: 8. */
    duration?: 4 | 6 | 8;
  };
  /** Veo 3.1 Fast */
  'litellm-video': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Seconds. Default: 8. */
    duration?: 4 | 6 | 8;
  };
  /** Wan 2.1 14B on LocalAI, from an image */
  'localai-animate': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** What happens in the film. */
    prompt: string;
    /** Short edge. Default: "480p". */
    resolution?: '480p';
    /** Seconds. 1–5. Default: 3. */
    duration?: number;
    /** 1–2147483647. */
    seed?: number;
  };
  /** FLUX.1 [dev] on LocalAI */
  'localai-image': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** FLUX.1 Kontext [dev] on LocalAI */
  'localai-image-edit': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Another shape than the picture’s own. */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** 1–2147483647. */
    seed?: number;
  };
  /** TRELLIS.2 on LocalAI */
  'localai-mesh': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Grid that the mesh is drawn on. Default: "512". */
    quality?: '512' | '1024';
    /** 1–2147483647. */
    seed?: number;
  };
  /** ACE-Step Turbo on LocalAI */
  'localai-music': {
    prompt: string;
    /** Seconds. 10–240. Default: 30. */
    duration?: number;
    lyrics?: string;
    /** Default: false. */
    instrumental?: boolean;
    /** Beats per minute. 40–220. */
    bpm?: number;
  };
  /** Dreamshaper 8 inpainting on LocalAI */
  'localai-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    aspectRatio: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** What the new area shows. */
    prompt?: string;
  };
  /** Kokoro on LocalAI */
  'localai-speech': {
    /** The text to speak. */
    prompt: string;
    /** Default: "af_heart". */
    voice?:
      | 'af_heart'
      | 'af_bella'
      | 'af_nicole'
      | 'am_fenrir'
      | 'am_michael'
      | 'am_puck'
      | 'bf_emma'
      | 'bm_george';
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav' | 'flac';
  };
  /** Stable Diffusion x4 upscaler on LocalAI */
  'localai-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: 4. */
    scale?: 4;
  };
  /** Wan 2.1 1.3B on LocalAI */
  'localai-video': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Short edge. Default: "480p". */
    resolution?: '480p' | '720p';
    /** Seconds. 1–5. Default: 3. */
    duration?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** Luma Ray 2, from an image */
  'luma-image-to-video': {
    /** An https link. */
    imageUrl: string;
    prompt?: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9' | '9:21';
    /** Short edge. Default: "720p". */
    resolution?: '540p' | '720p' | '1080p';
    /** Seconds. Default: 5. */
    duration?: 5 | 9;
    /** The end leads back to the beginning. Default: false. */
    loop?: boolean;
  };
  /** Luma image reframe */
  'luma-reframe-image': {
    /** An https link. */
    imageUrl: string;
    aspectRatio: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9' | '9:21';
    prompt?: string;
    /** Default: "png". */
    format?: 'png' | 'jpg';
  };
  /** Luma video reframe */
  'luma-reframe-video': {
    /** An https link. */
    videoUrl: string;
    aspectRatio: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9' | '9:21';
    prompt?: string;
  };
  /** Luma Ray 2 */
  'luma-video': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9' | '9:21';
    /** Short edge. Default: "720p". */
    resolution?: '540p' | '720p' | '1080p';
    /** Seconds. Default: 5. */
    duration?: 5 | 9;
    /** The end leads back to the beginning. Default: false. */
    loop?: boolean;
  };
  /** Meshy image to 3D */
  'meshy-image-to-3d': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: "triangle". */
    topology?: 'triangle' | 'quad';
    /** Also maps of metal, roughness and relief for the renderer. Default: false. */
    pbr?: boolean;
  };
  /** Meshy text to 3D */
  'meshy-text-to-3d': {
    prompt: string;
    /** Default: "triangle". */
    topology?: 'triangle' | 'quad';
    /** Also maps of metal, roughness and relief for the renderer. Default: false. */
    pbr?: boolean;
  };
  /** MiniMax Hailuo 02, from an image */
  'minimax-image-to-video': {
    /** https link, data URL, or a link to an output of ours. Up to 20 MB. */
    imageUrl: string;
    prompt?: string;
    /** Seconds. Default: 6. */
    duration?: 6 | 10;
  };
  /** MiniMax Hailuo 02 */
  'minimax-text-to-video': {
    prompt: string;
    /** Seconds. Default: 6. */
    duration?: 6 | 10;
  };
  /** GPT Image 2.5 Flare */
  'openai-image': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 1024–3840. Default: 1024. */
    resolution?: number;
    /** Default: "medium". */
    quality?: 'low' | 'medium' | 'high';
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
  };
  /** GPT Image 2.5 Sunburst, editing */
  'openai-image-edit': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Another shape than the picture’s own. */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 1024–3840. Default: 1024. */
    resolution?: number;
    /** Default: "medium". */
    quality?: 'low' | 'medium' | 'high';
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
  };
  /** GPT Image 2.5 Sunburst, reframing */
  'openai-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    aspectRatio: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** What the new area shows. */
    prompt?: string;
    /** Longest edge, pixels; met as nearly as the model allows. 1024–3840. Default: 1024. */
    resolution?: number;
    /** Default: "medium". */
    quality?: 'low' | 'medium' | 'high';
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
  };
  /** GPT Image 2.5 Flare, background removal */
  'openai-remove-background': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Longest edge, pixels; met as nearly as the model allows. 1024–3840. Default: 1024. */
    resolution?: number;
    /** Default: "medium". */
    quality?: 'low' | 'medium' | 'high';
    /** Default: "png". */
    format?: 'png' | 'webp';
  };
  /** GPT-4o mini TTS */
  'openai-speech': {
    /** The text to speak. */
    prompt: string;
    /** Default: "marin". */
    voice?:
      | 'alloy'
      | 'ash'
      | 'ballad'
      | 'cedar'
      | 'coral'
      | 'echo'
      | 'fable'
      | 'marin'
      | 'nova'
      | 'onyx'
      | 'sage'
      | 'shimmer'
      | 'verse';
    /** How to speak, in plain words. */
    instructions?: string;
    /** 0.25–4. Default: 1. */
    speed?: number;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav' | 'flac';
  };
  /** FLUX.1 [dev] on Replicate */
  'replicate-flux-dev': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '16:9' | '21:9' | '3:2' | '2:3' | '4:5' | '5:4' | '3:4' | '4:3' | '9:16' | '9:21';
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
    /** 0–2147483647. */
    seed?: number;
  };
  /** FLUX.1 Kontext [pro] on Replicate */
  'replicate-flux-kontext': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Of the result; same: that of the image. Default: "same". */
    aspectRatio?: 'same' | '1:1' | '16:9' | '9:16';
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** 0–2147483647. */
    seed?: number;
  };
  /** FLUX.1 [schnell] on Replicate */
  'replicate-flux-schnell': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '16:9' | '21:9' | '3:2' | '2:3' | '4:5' | '5:4' | '3:4' | '4:3' | '9:16' | '9:21';
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
    /** 0–2147483647. */
    seed?: number;
  };
  /** TRELLIS on Replicate */
  'replicate-image-to-3d': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Pixels. Default: 1024. */
    textureSize?: 512 | 1024 | 2048;
    /** 0–2147483647. Default: 0. */
    seed?: number;
  };
  /** Kling 2.5 Turbo Pro on Replicate */
  'replicate-kling': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '1:1';
    /** Seconds. Default: 5. */
    duration?: 5 | 10;
  };
  /** Kling 2.5 Turbo Pro from an image, on Replicate */
  'replicate-kling-animate': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Seconds. Default: 5. */
    duration?: 5 | 10;
  };
  /** Stable Audio 2.5 on Replicate */
  'replicate-music': {
    prompt: string;
    /** Seconds. 1–190. Default: 60. */
    duration?: number;
    /** 0–2147483647. */
    seed?: number;
  };
  /** Luma Photon Flash reframe on Replicate */
  'replicate-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    aspectRatio: '1:1' | '3:4' | '4:3' | '9:16' | '16:9' | '9:21' | '21:9';
    /** What lies beyond the edges. */
    prompt?: string;
  };
  /** Background Remover on Replicate */
  'replicate-remove-background': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
  };
  /** Stable Audio 2.5 sounds on Replicate */
  'replicate-sound': {
    prompt: string;
    /** Seconds. 1–47. Default: 8. */
    duration?: number;
    /** 0–2147483647. */
    seed?: number;
  };
  /** Kokoro 82M on Replicate */
  'replicate-speech': {
    /** The text to speak. */
    prompt: string;
    /** Default: "af_bella". */
    voice?:
      | 'af_bella'
      | 'af_nicole'
      | 'af_sarah'
      | 'af_sky'
      | 'am_adam'
      | 'am_michael'
      | 'bf_emma'
      | 'bf_isabella'
      | 'bm_george'
      | 'bm_lewis';
    /** Times the normal speed. 0.5–2. Default: 1. */
    speed?: number;
  };
  /** Chatterbox on Replicate */
  'replicate-speech-expressive': {
    /** The text to speak. */
    prompt: string;
    /** Emotion; 0.5 is neutral. 0.25–2. Default: 0.5. */
    exaggeration?: number;
    /** 0–2147483647. */
    seed?: number;
  };
  /** Hunyuan3D 3.1 on Replicate */
  'replicate-text-to-3d': {
    prompt: string;
  };
  /** Real-ESRGAN on Replicate */
  'replicate-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
  };
  /** Topaz video upscale on Replicate */
  'replicate-video-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    videoUrl: string;
    /** Default: "1080p". */
    resolution?: '720p' | '1080p' | '4k';
    /** Seconds that are paid for; a longer video is refused. 1–120. Default: 10. */
    duration?: number;
    /** Frames per second that are paid for; a faster video is refused. Default: 30. */
    frameRate?: 24 | 25 | 30 | 50 | 60;
  };
  /** Runway Gen-4 Turbo, image to video */
  'runway-image-to-video': {
    /** https link, data URL, or a link to an output of ours. Up to 16 MB. */
    imageUrl: string;
    prompt?: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16' | '4:3' | '3:4' | '1:1' | '21:9';
    /** Seconds. 2–10. Default: 5. */
    duration?: number;
    /** Left out, it is chosen at random. 0–4294967295. */
    seed?: number;
  };
  /** Runway Gen-4.5, text to video */
  'runway-text-to-video': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Seconds. 2–10. Default: 5. */
    duration?: number;
    /** Left out, it is chosen at random. 0–4294967295. */
    seed?: number;
  };
  /** Magnific creative video upscaler, at Runway */
  'runway-video-upscale': {
    /** https link, data URL, or a link to an output of ours. Up to 32 MB. */
    videoUrl: string;
    /** Default: "2k". */
    resolution?: '720p' | '1k' | '2k' | '4k';
    /** Seconds that are paid for; a longer video is refused. 1–30. Default: 10. */
    duration?: number;
    /** Frames per second that are paid for; a faster video is refused. Default: 30. */
    frameRate?: 24 | 25 | 30 | 50 | 60;
    /** 0 is faithful. 0–100. Default: 0. */
    creativity?: number;
    /** Default: "natural". */
    flavor?: 'vivid' | 'natural';
  };
  /** Stable Diffusion image */
  'sdapi-image': {
    prompt: string;
    /** What to avoid. */
    negativePrompt?: string;
    /** <width>:<height>, from 1:4 to 4:1. Default: "1:1". */
    aspectRatio?: string;
    /** Longest edge, pixels. 256–2048. Default: 1024. */
    resolution?: number;
    /** More steps take longer. 1–80. */
    steps?: number;
    /** How closely the prompt is followed. 1–20. */
    guidance?: number;
    /** The same seed and input give nearly the same picture. 0–4294967295. */
    seed?: number;
  };
  /** Stable Diffusion image to image */
  'sdapi-image-to-image': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** 0 leaves the image as it is, 1 forgets it. 0–1. Default: 0.6. */
    strength?: number;
    /** What to avoid. */
    negativePrompt?: string;
    /** Longest edge, pixels. 256–2048. Default: 1024. */
    resolution?: number;
    /** More steps take longer. 1–80. */
    steps?: number;
    /** How closely the prompt is followed. 1–20. */
    guidance?: number;
    /** The same seed and input give nearly the same picture. 0–4294967295. */
    seed?: number;
  };
  /** Stable Diffusion reframe */
  'sdapi-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** <width>:<height>, from 1:4 to 4:1. */
    aspectRatio: string;
    /** What the whole picture shows. */
    prompt?: string;
    /** What to avoid. */
    negativePrompt?: string;
    /** Longest edge, pixels. 256–2048. Default: 1024. */
    resolution?: number;
    /** The same seed and input give nearly the same picture. 0–4294967295. */
    seed?: number;
  };
  /** Real-ESRGAN upscale */
  'sdapi-upscale': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Default: 2. */
    scale?: 2 | 4;
  };
  /** stable-diffusion.cpp */
  'sdcpp-image': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** 1–2147483647. */
    seed?: number;
  };
  /** stable-diffusion.cpp, from an image */
  'sdcpp-image-edit': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** How far the result may depart from the picture. 0.05–1. Default: 0.75. */
    strength?: number;
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** stable-diffusion.cpp, reframing */
  'sdcpp-reframe': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    aspectRatio: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** What the new area shows. */
    prompt?: string;
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** Wan 2.2, from an image */
  'selfhosted-animate': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** What happens in the film. */
    prompt?: string;
    /** Short edge. Default: "480p". */
    resolution?: '480p' | '720p';
    /** Seconds. 1–5. Default: 3. */
    duration?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** Qwen-Image */
  'selfhosted-image': {
    prompt: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** Qwen-Image-Edit */
  'selfhosted-image-edit': {
    prompt: string;
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** Another shape than the picture’s own. */
    aspectRatio?: '1:1' | '3:2' | '2:3' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '9:21' | '3:1' | '1:3';
    /** Longest edge, pixels; met as nearly as the model allows. 512–1536. Default: 1024. */
    resolution?: number;
    /** Default: "png". */
    format?: 'png' | 'webp' | 'jpeg';
    /** 1–2147483647. */
    seed?: number;
  };
  /** Hunyuan3D 2 */
  'selfhosted-mesh': {
    /** https link, data URL, or a link to an output of ours. */
    imageUrl: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** Stable Audio Open, music */
  'selfhosted-music': {
    prompt: string;
    /** Seconds. 1–47. Default: 20. */
    duration?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav' | 'flac';
    /** 1–2147483647. */
    seed?: number;
  };
  /** Stable Audio Open, sound effects */
  'selfhosted-sound': {
    prompt: string;
    /** Seconds. 1–47. Default: 5. */
    duration?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav' | 'flac';
    /** 1–2147483647. */
    seed?: number;
  };
  /** Qwen3-TTS */
  'selfhosted-speech': {
    /** The text to speak. */
    prompt: string;
    /** Default: "vivian". */
    voice?: 'vivian' | 'serena' | 'uncle_fu' | 'dylan' | 'eric' | 'ryan' | 'aiden' | 'ono_anna' | 'sohee';
    /** How to speak, in plain words. */
    instructions?: string;
    /** Default: "mp3". */
    format?: 'mp3' | 'ogg' | 'wav' | 'flac';
  };
  /** Wan 2.2 */
  'selfhosted-video': {
    prompt: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Short edge. Default: "480p". */
    resolution?: '480p' | '720p';
    /** Seconds. 1–5. Default: 3. */
    duration?: number;
    /** What is not to be seen. */
    negativePrompt?: string;
    /** 1–2147483647. */
    seed?: number;
  };
  /** Stable Image Core */
  'stability-core': {
    prompt: string;
    /** What should not be seen. */
    negativePrompt?: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '16:9' | '9:16' | '3:2' | '2:3' | '5:4' | '4:5' | '21:9' | '9:21';
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
    /** Left out, it is chosen at random. 0–4294967294. */
    seed?: number;
  };
  /** Stable Diffusion 3.5 Large, image to image */
  'stability-image-to-image': {
    prompt: string;
    /** What should not be seen. */
    negativePrompt?: string;
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    /** 0 keeps the image, 1 ignores it. 0–1. Default: 0.7. */
    strength?: number;
    /** Default: "png". */
    format?: 'png' | 'jpeg';
    /** Left out, it is chosen at random. 0–4294967294. */
    seed?: number;
  };
  /** Stability outpaint */
  'stability-reframe': {
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    /** <width>:<height>, from 1:4 to 4:1. */
    aspectRatio: string;
    /** What the new parts show. */
    prompt?: string;
    /** 0–1. Default: 0.5. */
    creativity?: number;
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
  };
  /** Stability background removal */
  'stability-remove-background': {
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    /** Default: "png". */
    format?: 'png' | 'webp';
  };
  /** Stable Image Ultra */
  'stability-ultra': {
    prompt: string;
    /** What should not be seen. */
    negativePrompt?: string;
    /** Default: "1:1". */
    aspectRatio?: '1:1' | '16:9' | '9:16' | '3:2' | '2:3' | '5:4' | '4:5' | '21:9' | '9:21';
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
    /** Left out, it is chosen at random. 0–4294967294. */
    seed?: number;
  };
  /** Stability fast upscale */
  'stability-upscale': {
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
  };
  /** Stability creative upscale */
  'stability-upscale-creative': {
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    prompt: string;
    /** What should not be seen. */
    negativePrompt?: string;
    /** 0.1–0.5. Default: 0.3. */
    creativity?: number;
    /** Default: "png". */
    format?: 'png' | 'jpeg' | 'webp';
    /** Left out, it is chosen at random. 0–4294967294. */
    seed?: number;
  };
  /** Tripo image to 3D */
  'tripo-image-to-3d': {
    /** https link, data URL, or a link to an output of ours. Up to 10 MB. */
    imageUrl: string;
    /** Of the texture. Default: "standard". */
    quality?: 'standard' | 'detailed';
    /** Faces at most. 1000–100000. */
    faceLimit?: number;
    /** Left out, it is chosen at random. 0–2147483647. */
    seed?: number;
  };
  /** Tripo text to 3D */
  'tripo-text-to-3d': {
    prompt: string;
    negativePrompt?: string;
    /** Of the texture. Default: "standard". */
    quality?: 'standard' | 'detailed';
    /** Faces at most. 1000–100000. */
    faceLimit?: number;
    /** Left out, it is chosen at random. 0–2147483647. */
    seed?: number;
  };
  /** Google Veo 3.1, from an image */
  'veo-image-to-video': {
    /** https link, data URL, or a link to an output of ours. Up to 20 MB. */
    imageUrl: string;
    prompt: string;
    negativePrompt?: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Seconds. Default: 8. */
    duration?: 4 | 6 | 8;
  };
  /** Google Veo 3.1 */
  'veo-text-to-video': {
    prompt: string;
    negativePrompt?: string;
    /** Default: "16:9". */
    aspectRatio?: '16:9' | '9:16';
    /** Seconds. Default: 8. */
    duration?: 4 | 6 | 8;
  };
}
