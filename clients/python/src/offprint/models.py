"""Requests of the shipped models, for type checkers. Written by `npm run generate -- client-models` from the catalogue.

An installation offers the models whose engines it has, and others of its own: any mapping is a request.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class CommonFields(TypedDict, total=False):
    """Fields that the service accepts for every model."""

    #: At most 16 values; stored and returned.
    metadata: dict[str, str]
    #: Your own user, for spending by user and for its limit.
    externalUserId: str
    #: Seconds after which the prediction fails with `deadline_exceeded` and is refunded.
    deadlineSeconds: float
    #: Of a quote.
    priceVersion: str


class _BflFluxPro(TypedDict):
    modelKey: Literal["bfl-flux-pro"]
    prompt: str


class BflFluxPro(_BflFluxPro, CommonFields, total=False):
    """FLUX 1.1 [pro]."""

    #: <width>:<height>, from 1:4 to 4:1. Default: "1:1".
    aspectRatio: str
    #: Longest edge, pixels. 512 to 1440. Default: 1024.
    resolution: int
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: Left out, it is chosen at random. 0 to 4294967295.
    seed: int


class _BflFluxUltra(TypedDict):
    modelKey: Literal["bfl-flux-ultra"]
    prompt: str


class BflFluxUltra(_BflFluxUltra, CommonFields, total=False):
    """FLUX 1.1 [pro] Ultra."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3", "21:9", "9:21"]
    #: Default: False.
    raw: bool
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: Left out, it is chosen at random. 0 to 4294967295.
    seed: int


class _BflKontext(TypedDict):
    modelKey: Literal["bfl-kontext"]
    prompt: str
    #: https link, data URL, or a link to an output of ours. Up to 15 MB.
    imageUrl: str


class BflKontext(_BflKontext, CommonFields, total=False):
    """FLUX.1 Kontext [pro]."""

    #: Left out, that of the image.
    aspectRatio: Literal["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3", "21:9", "9:21"]
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: Left out, it is chosen at random. 0 to 4294967295.
    seed: int


class _ComfyuiAnimate(TypedDict):
    modelKey: Literal["comfyui-animate"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    prompt: str


class ComfyuiAnimate(_ComfyuiAnimate, CommonFields, total=False):
    """Wan 2.2 5B image to video (ComfyUI)."""

    #: What should not be seen. Without it the workflow's own.
    negativePrompt: str
    #: <width>:<height>, from 1:4 to 4:1. Default: "16:9".
    aspectRatio: str
    #: Short edge; what it was trained on is 720p. Default: "720p".
    resolution: Literal["480p", "720p"]
    #: Seconds. 1 to 5. Default: 5.
    duration: float
    #: For a result that can be repeated on the same server. 0 to 4294967295.
    seed: int


class _ComfyuiImage(TypedDict):
    modelKey: Literal["comfyui-image"]
    prompt: str


class ComfyuiImage(_ComfyuiImage, CommonFields, total=False):
    """SDXL text to image (ComfyUI)."""

    #: What should not be seen. Without it the workflow's own.
    negativePrompt: str
    #: <width>:<height>, from 1:4 to 4:1. Default: "1:1".
    aspectRatio: str
    #: For a result that can be repeated on the same server. 0 to 4294967295.
    seed: int


class _ComfyuiImageTo3d(TypedDict):
    modelKey: Literal["comfyui-image-to-3d"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ComfyuiImageTo3d(_ComfyuiImageTo3d, CommonFields, total=False):
    """Hunyuan3D 2.1 (ComfyUI)."""

    #: Default: "medium".
    detail: Literal["medium", "high"]
    #: For a result that can be repeated on the same server. 0 to 4294967295.
    seed: int


class _ComfyuiImageToImage(TypedDict):
    modelKey: Literal["comfyui-image-to-image"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ComfyuiImageToImage(_ComfyuiImageToImage, CommonFields, total=False):
    """SDXL image to image (ComfyUI)."""

    #: What should not be seen. Without it the workflow's own.
    negativePrompt: str
    #: How much may change; 1 is everything. 0.05 to 1. Default: 0.6.
    strength: float
    #: <width>:<height>, from 1:4 to 4:1. Default: "1:1".
    aspectRatio: str
    #: For a result that can be repeated on the same server. 0 to 4294967295.
    seed: int


class _ComfyuiSound(TypedDict):
    modelKey: Literal["comfyui-sound"]
    prompt: str


class ComfyuiSound(_ComfyuiSound, CommonFields, total=False):
    """Stable Audio Open (ComfyUI)."""

    #: What should not be heard. Without it the workflow's own.
    negativePrompt: str
    #: Seconds. 1 to 47. Default: 10.
    duration: float
    #: For a result that can be repeated on the same server. 0 to 4294967295.
    seed: int


class _ComfyuiUpscale(TypedDict):
    modelKey: Literal["comfyui-upscale"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ComfyuiUpscale(_ComfyuiUpscale, CommonFields, total=False):
    """Real-ESRGAN upscale (ComfyUI)."""

    #: Default: 2.
    scale: Literal[2, 4]


class _ComfyuiVideo(TypedDict):
    modelKey: Literal["comfyui-video"]
    prompt: str


class ComfyuiVideo(_ComfyuiVideo, CommonFields, total=False):
    """Wan 2.2 5B text to video (ComfyUI)."""

    #: What should not be seen. Without it the workflow's own.
    negativePrompt: str
    #: <width>:<height>, from 1:4 to 4:1. Default: "16:9".
    aspectRatio: str
    #: Short edge; what it was trained on is 720p. Default: "720p".
    resolution: Literal["480p", "720p"]
    #: Seconds. 1 to 5. Default: 5.
    duration: float
    #: For a result that can be repeated on the same server. 0 to 4294967295.
    seed: int


class _ElevenlabsMusic(TypedDict):
    modelKey: Literal["elevenlabs-music"]
    prompt: str


class ElevenlabsMusic(_ElevenlabsMusic, CommonFields, total=False):
    """Eleven Music."""

    #: Seconds. 10 to 300. Default: 30.
    duration: int
    #: Without singing. Default: False.
    instrumental: bool


class _ElevenlabsSound(TypedDict):
    modelKey: Literal["elevenlabs-sound"]
    prompt: str


class ElevenlabsSound(_ElevenlabsSound, CommonFields, total=False):
    """ElevenLabs sound effects."""

    #: Seconds. 0.5 to 30. Default: 5.
    duration: float
    #: How closely the prompt is followed. 0 to 1. Default: 0.3.
    influence: float
    #: Default: False.
    loop: bool


class _ElevenlabsSpeech(TypedDict):
    modelKey: Literal["elevenlabs-speech"]
    #: The text to speak.
    prompt: str


class ElevenlabsSpeech(_ElevenlabsSpeech, CommonFields, total=False):
    """ElevenLabs Multilingual v2."""

    #: Id of a voice of the ElevenLabs account. Default: "21m00Tcm4TlvDq8ikWAM".
    voice: str
    #: Low is lively, high is even. 0 to 1. Default: 0.5.
    stability: float
    #: 0.7 to 1.2. Default: 1.
    speed: float
    #: 0 to 4294967295.
    seed: int


class _EmbeddedAnimate(TypedDict):
    modelKey: Literal["embedded-animate"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class EmbeddedAnimate(_EmbeddedAnimate, CommonFields, total=False):
    """Procedural motion on a still image."""

    #: Chooses the sound and the mood of the light.
    prompt: str
    #: Seconds. 1 to 10. Default: 4.
    duration: float
    #: Default: "auto".
    motion: Literal["auto", "zoom-in", "zoom-out", "pan-left", "pan-right", "orbit"]
    #: Short edge. Default: "480p".
    resolution: Literal["360p", "480p", "720p"]
    #: Default: False.
    sound: bool
    #: Default: "webm".
    format: Literal["webm", "mp4"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedCutout(TypedDict):
    modelKey: Literal["embedded-cutout"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class EmbeddedCutout(_EmbeddedCutout, CommonFields, total=False):
    """Classic background removal."""

    #: Default: "png".
    format: Literal["png", "webp"]


class _EmbeddedImage(TypedDict):
    modelKey: Literal["embedded-image"]
    prompt: str


class EmbeddedImage(_EmbeddedImage, CommonFields, total=False):
    """Procedural image."""

    #: <width>:<height>, from 1:4 to 4:1. Default: "1:1".
    aspectRatio: str
    #: Longest edge, pixels. 256 to 2048. Default: 1024.
    resolution: int
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedMesh(TypedDict):
    modelKey: Literal["embedded-mesh"]
    prompt: str


class EmbeddedMesh(_EmbeddedMesh, CommonFields, total=False):
    """Procedural 3D model."""

    #: Default: "medium".
    detail: Literal["low", "medium", "high"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedMusic(TypedDict):
    modelKey: Literal["embedded-music"]
    prompt: str


class EmbeddedMusic(_EmbeddedMusic, CommonFields, total=False):
    """Procedural music."""

    #: Seconds. 5 to 120. Default: 20.
    duration: float
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedReframe(TypedDict):
    modelKey: Literal["embedded-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    #: <width>:<height>, from 1:4 to 4:1.
    aspectRatio: str


class EmbeddedReframe(_EmbeddedReframe, CommonFields, total=False):
    """Procedural reframe."""

    #: Default: "extend".
    mode: Literal["extend", "crop"]
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]


class _EmbeddedRelief(TypedDict):
    modelKey: Literal["embedded-relief"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class EmbeddedRelief(_EmbeddedRelief, CommonFields, total=False):
    """Procedural relief from an image."""

    #: Height of the relief as a part of its width. 0.02 to 0.5. Default: 0.15.
    depth: float
    #: Default: "medium".
    detail: Literal["low", "medium", "high"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedSound(TypedDict):
    modelKey: Literal["embedded-sound"]
    prompt: str


class EmbeddedSound(_EmbeddedSound, CommonFields, total=False):
    """Procedural sound effect."""

    #: Seconds. 0.5 to 30. Default: 5.
    duration: float
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedSpeech(TypedDict):
    modelKey: Literal["embedded-speech"]
    #: The text to speak.
    prompt: str


class EmbeddedSpeech(_EmbeddedSpeech, CommonFields, total=False):
    """Formant speech (eSpeak NG)."""

    #: Default: "en".
    voice: Literal["en", "en-us", "en-scotland", "de", "fr", "es", "es-419", "it", "pt", "pt-br", "nl", "pl", "sv", "cs", "tr", "hi"]
    #: Words per minute. 80 to 260. Default: 160.
    speed: int
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav"]


class _EmbeddedUpscale(TypedDict):
    modelKey: Literal["embedded-upscale"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class EmbeddedUpscale(_EmbeddedUpscale, CommonFields, total=False):
    """Classic upscale."""

    #: Default: 2.
    scale: Literal[2, 4]
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]


class _EmbeddedVideo(TypedDict):
    modelKey: Literal["embedded-video"]
    prompt: str


class EmbeddedVideo(_EmbeddedVideo, CommonFields, total=False):
    """Procedural video with sound."""

    #: <width>:<height>, from 1:4 to 4:1. Default: "16:9".
    aspectRatio: str
    #: Seconds. 1 to 10. Default: 4.
    duration: float
    #: Short edge. Default: "480p".
    resolution: Literal["360p", "480p", "720p"]
    #: Default: True.
    sound: bool
    #: Default: "webm".
    format: Literal["webm", "mp4"]
    #: The same seed and input give the same file. 0 to 4294967295.
    seed: int


class _EmbeddedVideoUpscale(TypedDict):
    modelKey: Literal["embedded-video-upscale"]
    #: https link, data URL, or a link to an output of ours.
    videoUrl: str


class EmbeddedVideoUpscale(_EmbeddedVideoUpscale, CommonFields, total=False):
    """Classic video upscale."""

    #: Default: 2.
    scale: Literal[2, 4]


class _FalFluxDev(TypedDict):
    modelKey: Literal["fal-flux-dev"]
    prompt: str


class FalFluxDev(_FalFluxDev, CommonFields, total=False):
    """FLUX.1 [dev] on fal."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "4:3", "3:4", "16:9", "9:16"]
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: 0 to 2147483647.
    seed: int


class _FalFluxKontext(TypedDict):
    modelKey: Literal["fal-flux-kontext"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class FalFluxKontext(_FalFluxKontext, CommonFields, total=False):
    """FLUX.1 Kontext [pro] on fal."""

    #: Of the result; left out: that of the image.
    aspectRatio: Literal["21:9", "16:9", "4:3", "3:2", "1:1", "2:3", "3:4", "9:16", "9:21"]
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: 0 to 2147483647.
    seed: int


class _FalFluxSchnell(TypedDict):
    modelKey: Literal["fal-flux-schnell"]
    prompt: str


class FalFluxSchnell(_FalFluxSchnell, CommonFields, total=False):
    """FLUX.1 [schnell] on fal."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "4:3", "3:4", "16:9", "9:16"]
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: 0 to 2147483647.
    seed: int


class _FalImageTo3d(TypedDict):
    modelKey: Literal["fal-image-to-3d"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class FalImageTo3d(_FalImageTo3d, CommonFields, total=False):
    """TRELLIS on fal."""

    #: Pixels. Default: 1024.
    textureSize: Literal[512, 1024, 2048]
    #: 0 to 2147483647.
    seed: int


class _FalKling(TypedDict):
    modelKey: Literal["fal-kling"]
    prompt: str


class FalKling(_FalKling, CommonFields, total=False):
    """Kling 2.5 Turbo Pro on fal."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "1:1"]
    #: Seconds. Default: 5.
    duration: Literal[5, 10]


class _FalKlingAnimate(TypedDict):
    modelKey: Literal["fal-kling-animate"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class FalKlingAnimate(_FalKlingAnimate, CommonFields, total=False):
    """Kling 2.5 Turbo Pro from an image, on fal."""

    #: Seconds. Default: 5.
    duration: Literal[5, 10]


class _FalMusic(TypedDict):
    modelKey: Literal["fal-music"]
    prompt: str


class FalMusic(_FalMusic, CommonFields, total=False):
    """Stable Audio 2.5 on fal."""

    #: Seconds. 1 to 190. Default: 60.
    duration: int
    #: 0 to 2147483647.
    seed: int


class _FalReframe(TypedDict):
    modelKey: Literal["fal-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    aspectRatio: Literal["1:1", "16:9", "9:16", "4:3", "3:4", "21:9", "9:21"]


class FalReframe(_FalReframe, CommonFields, total=False):
    """Luma Photon reframe on fal."""

    #: What lies beyond the edges.
    prompt: str


class _FalRemoveBackground(TypedDict):
    modelKey: Literal["fal-remove-background"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class FalRemoveBackground(_FalRemoveBackground, CommonFields, total=False):
    """BiRefNet on fal."""

    #: Default: "png".
    format: Literal["png", "webp"]


class _FalSound(TypedDict):
    modelKey: Literal["fal-sound"]
    prompt: str


class FalSound(_FalSound, CommonFields, total=False):
    """ElevenLabs sound effects on fal."""

    #: Seconds. 0.5 to 22. Default: 5.
    duration: float


class _FalSpeech(TypedDict):
    modelKey: Literal["fal-speech"]
    #: The text to speak.
    prompt: str


class FalSpeech(_FalSpeech, CommonFields, total=False):
    """Kokoro (American English) on fal."""

    #: Default: "af_heart".
    voice: Literal["af_heart", "af_bella", "af_nicole", "af_nova", "af_sarah", "am_adam", "am_eric", "am_liam", "am_michael", "am_onyx"]
    #: Times the normal speed. 0.5 to 2. Default: 1.
    speed: float


class _FalSpeechExpressive(TypedDict):
    modelKey: Literal["fal-speech-expressive"]
    #: The text to speak.
    prompt: str


class FalSpeechExpressive(_FalSpeechExpressive, CommonFields, total=False):
    """Chatterbox on fal."""

    #: Emotion. 0 to 1. Default: 0.25.
    exaggeration: float
    #: 0 to 2147483647.
    seed: int


class _FalTextTo3d(TypedDict):
    modelKey: Literal["fal-text-to-3d"]
    prompt: str


class FalTextTo3d(_FalTextTo3d, CommonFields, total=False):
    """Hunyuan3D 3 on fal."""

    #: Materials for physically based rendering. Default: False.
    pbr: bool


class _FalUpscale(TypedDict):
    modelKey: Literal["fal-upscale"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class FalUpscale(_FalUpscale, CommonFields, total=False):
    """Real-ESRGAN on fal."""

    #: Default: 2.
    scale: Literal[2, 4]
    #: Default: "png".
    format: Literal["png", "jpeg"]


class _FalVideoUpscale(TypedDict):
    modelKey: Literal["fal-video-upscale"]
    #: https link, data URL, or a link to an output of ours.
    videoUrl: str


class FalVideoUpscale(_FalVideoUpscale, CommonFields, total=False):
    """Topaz video upscale on fal."""

    #: Default: 2.
    scale: Literal[2, 4]
    #: Seconds that are paid for; a longer video is refused. 1 to 120. Default: 10.
    duration: int
    #: Frames per second that are paid for; a faster video is refused. Default: 30.
    frameRate: Literal[30, 60]


class _FalWan(TypedDict):
    modelKey: Literal["fal-wan"]
    prompt: str


class FalWan(_FalWan, CommonFields, total=False):
    """Wan 2.2 A14B on fal."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "1:1"]
    #: Short edge. Default: "720p".
    resolution: Literal["480p", "720p"]
    #: 0 to 2147483647.
    seed: int


class _KlingImageToVideo(TypedDict):
    modelKey: Literal["kling-image-to-video"]
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str


class KlingImageToVideo(_KlingImageToVideo, CommonFields, total=False):
    """Kling 2 Master, from an image."""

    prompt: str
    negativePrompt: str
    #: Seconds. Default: 5.
    duration: Literal[5, 10]


class _KlingTextToVideo(TypedDict):
    modelKey: Literal["kling-text-to-video"]
    prompt: str


class KlingTextToVideo(_KlingTextToVideo, CommonFields, total=False):
    """Kling 2 Master."""

    negativePrompt: str
    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "1:1"]
    #: Seconds. Default: 5.
    duration: Literal[5, 10]


class _LitellmAnimate(TypedDict):
    modelKey: Literal["litellm-animate"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class LitellmAnimate(_LitellmAnimate, CommonFields, total=False):
    """Veo 3.1 Fast, from an image."""

    #: What happens in the film.
    prompt: str
    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Seconds. Default: 8.
    duration: Literal[4, 6, 8]


class _LitellmVideo(TypedDict):
    modelKey: Literal["litellm-video"]
    prompt: str


class LitellmVideo(_LitellmVideo, CommonFields, total=False):
    """Veo 3.1 Fast."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Seconds. Default: 8.
    duration: Literal[4, 6, 8]


class _LocalaiAnimate(TypedDict):
    modelKey: Literal["localai-animate"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    #: What happens in the film.
    prompt: str


class LocalaiAnimate(_LocalaiAnimate, CommonFields, total=False):
    """Wan 2.1 14B on LocalAI, from an image."""

    #: Short edge. Default: "480p".
    resolution: Literal["480p"]
    #: Seconds. 1 to 5. Default: 3.
    duration: int
    #: 1 to 2147483647.
    seed: int


class _LocalaiImage(TypedDict):
    modelKey: Literal["localai-image"]
    prompt: str


class LocalaiImage(_LocalaiImage, CommonFields, total=False):
    """FLUX.1 [dev] on LocalAI."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _LocalaiImageEdit(TypedDict):
    modelKey: Literal["localai-image-edit"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class LocalaiImageEdit(_LocalaiImageEdit, CommonFields, total=False):
    """FLUX.1 Kontext [dev] on LocalAI."""

    #: Another shape than the picture’s own.
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: 1 to 2147483647.
    seed: int


class _LocalaiMesh(TypedDict):
    modelKey: Literal["localai-mesh"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class LocalaiMesh(_LocalaiMesh, CommonFields, total=False):
    """TRELLIS.2 on LocalAI."""

    #: Grid that the mesh is drawn on. Default: "512".
    quality: Literal["512", "1024"]
    #: 1 to 2147483647.
    seed: int


class _LocalaiMusic(TypedDict):
    modelKey: Literal["localai-music"]
    prompt: str


class LocalaiMusic(_LocalaiMusic, CommonFields, total=False):
    """ACE-Step Turbo on LocalAI."""

    #: Seconds. 10 to 240. Default: 30.
    duration: float
    lyrics: str
    #: Default: False.
    instrumental: bool
    #: Beats per minute. 40 to 220.
    bpm: int


class _LocalaiReframe(TypedDict):
    modelKey: Literal["localai-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]


class LocalaiReframe(_LocalaiReframe, CommonFields, total=False):
    """Dreamshaper 8 inpainting on LocalAI."""

    #: What the new area shows.
    prompt: str


class _LocalaiSpeech(TypedDict):
    modelKey: Literal["localai-speech"]
    #: The text to speak.
    prompt: str


class LocalaiSpeech(_LocalaiSpeech, CommonFields, total=False):
    """Kokoro on LocalAI."""

    #: Default: "af_heart".
    voice: Literal["af_heart", "af_bella", "af_nicole", "am_fenrir", "am_michael", "am_puck", "bf_emma", "bm_george"]
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav", "flac"]


class _LocalaiUpscale(TypedDict):
    modelKey: Literal["localai-upscale"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class LocalaiUpscale(_LocalaiUpscale, CommonFields, total=False):
    """Stable Diffusion x4 upscaler on LocalAI."""

    #: Default: 4.
    scale: Literal[4]


class _LocalaiVideo(TypedDict):
    modelKey: Literal["localai-video"]
    prompt: str


class LocalaiVideo(_LocalaiVideo, CommonFields, total=False):
    """Wan 2.1 1.3B on LocalAI."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Short edge. Default: "480p".
    resolution: Literal["480p", "720p"]
    #: Seconds. 1 to 5. Default: 3.
    duration: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _LumaImageToVideo(TypedDict):
    modelKey: Literal["luma-image-to-video"]
    #: An https link.
    imageUrl: str


class LumaImageToVideo(_LumaImageToVideo, CommonFields, total=False):
    """Luma Ray 2, from an image."""

    prompt: str
    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "1:1", "4:3", "3:4", "21:9", "9:21"]
    #: Short edge. Default: "720p".
    resolution: Literal["540p", "720p", "1080p"]
    #: Seconds. Default: 5.
    duration: Literal[5, 9]
    #: The end leads back to the beginning. Default: False.
    loop: bool


class _LumaReframeImage(TypedDict):
    modelKey: Literal["luma-reframe-image"]
    #: An https link.
    imageUrl: str
    aspectRatio: Literal["16:9", "9:16", "1:1", "4:3", "3:4", "21:9", "9:21"]


class LumaReframeImage(_LumaReframeImage, CommonFields, total=False):
    """Luma image reframe."""

    prompt: str
    #: Default: "png".
    format: Literal["png", "jpg"]


class _LumaReframeVideo(TypedDict):
    modelKey: Literal["luma-reframe-video"]
    #: An https link.
    videoUrl: str
    aspectRatio: Literal["16:9", "9:16", "1:1", "4:3", "3:4", "21:9", "9:21"]


class LumaReframeVideo(_LumaReframeVideo, CommonFields, total=False):
    """Luma video reframe."""

    prompt: str


class _LumaVideo(TypedDict):
    modelKey: Literal["luma-video"]
    prompt: str


class LumaVideo(_LumaVideo, CommonFields, total=False):
    """Luma Ray 2."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "1:1", "4:3", "3:4", "21:9", "9:21"]
    #: Short edge. Default: "720p".
    resolution: Literal["540p", "720p", "1080p"]
    #: Seconds. Default: 5.
    duration: Literal[5, 9]
    #: The end leads back to the beginning. Default: False.
    loop: bool


class _MeshyImageTo3d(TypedDict):
    modelKey: Literal["meshy-image-to-3d"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class MeshyImageTo3d(_MeshyImageTo3d, CommonFields, total=False):
    """Meshy image to 3D."""

    #: Default: "triangle".
    topology: Literal["triangle", "quad"]
    #: Also maps of metal, roughness and relief for the renderer. Default: False.
    pbr: bool


class _MeshyTextTo3d(TypedDict):
    modelKey: Literal["meshy-text-to-3d"]
    prompt: str


class MeshyTextTo3d(_MeshyTextTo3d, CommonFields, total=False):
    """Meshy text to 3D."""

    #: Default: "triangle".
    topology: Literal["triangle", "quad"]
    #: Also maps of metal, roughness and relief for the renderer. Default: False.
    pbr: bool


class _MinimaxImageToVideo(TypedDict):
    modelKey: Literal["minimax-image-to-video"]
    #: https link, data URL, or a link to an output of ours. Up to 20 MB.
    imageUrl: str


class MinimaxImageToVideo(_MinimaxImageToVideo, CommonFields, total=False):
    """MiniMax Hailuo 02, from an image."""

    prompt: str
    #: Seconds. Default: 6.
    duration: Literal[6, 10]


class _MinimaxTextToVideo(TypedDict):
    modelKey: Literal["minimax-text-to-video"]
    prompt: str


class MinimaxTextToVideo(_MinimaxTextToVideo, CommonFields, total=False):
    """MiniMax Hailuo 02."""

    #: Seconds. Default: 6.
    duration: Literal[6, 10]


class _OpenaiImage(TypedDict):
    modelKey: Literal["openai-image"]
    prompt: str


class OpenaiImage(_OpenaiImage, CommonFields, total=False):
    """GPT Image 2.5 Flare."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 1024 to 3840. Default: 1024.
    resolution: int
    #: Default: "medium".
    quality: Literal["low", "medium", "high"]
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]


class _OpenaiImageEdit(TypedDict):
    modelKey: Literal["openai-image-edit"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class OpenaiImageEdit(_OpenaiImageEdit, CommonFields, total=False):
    """GPT Image 2.5 Sunburst, editing."""

    #: Another shape than the picture’s own.
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 1024 to 3840. Default: 1024.
    resolution: int
    #: Default: "medium".
    quality: Literal["low", "medium", "high"]
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]


class _OpenaiReframe(TypedDict):
    modelKey: Literal["openai-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]


class OpenaiReframe(_OpenaiReframe, CommonFields, total=False):
    """GPT Image 2.5 Sunburst, reframing."""

    #: What the new area shows.
    prompt: str
    #: Longest edge, pixels; met as nearly as the model allows. 1024 to 3840. Default: 1024.
    resolution: int
    #: Default: "medium".
    quality: Literal["low", "medium", "high"]
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]


class _OpenaiRemoveBackground(TypedDict):
    modelKey: Literal["openai-remove-background"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class OpenaiRemoveBackground(_OpenaiRemoveBackground, CommonFields, total=False):
    """GPT Image 2.5 Flare, background removal."""

    #: Longest edge, pixels; met as nearly as the model allows. 1024 to 3840. Default: 1024.
    resolution: int
    #: Default: "medium".
    quality: Literal["low", "medium", "high"]
    #: Default: "png".
    format: Literal["png", "webp"]


class _OpenaiSpeech(TypedDict):
    modelKey: Literal["openai-speech"]
    #: The text to speak.
    prompt: str


class OpenaiSpeech(_OpenaiSpeech, CommonFields, total=False):
    """GPT-4o mini TTS."""

    #: Default: "marin".
    voice: Literal["alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage", "shimmer", "verse"]
    #: How to speak, in plain words.
    instructions: str
    #: 0.25 to 4. Default: 1.
    speed: float
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav", "flac"]


class _ReplicateFluxDev(TypedDict):
    modelKey: Literal["replicate-flux-dev"]
    prompt: str


class ReplicateFluxDev(_ReplicateFluxDev, CommonFields, total=False):
    """FLUX.1 [dev] on Replicate."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"]
    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]
    #: 0 to 2147483647.
    seed: int


class _ReplicateFluxKontext(TypedDict):
    modelKey: Literal["replicate-flux-kontext"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ReplicateFluxKontext(_ReplicateFluxKontext, CommonFields, total=False):
    """FLUX.1 Kontext [pro] on Replicate."""

    #: Of the result; same: that of the image. Default: "same".
    aspectRatio: Literal["same", "1:1", "16:9", "9:16"]
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: 0 to 2147483647.
    seed: int


class _ReplicateFluxSchnell(TypedDict):
    modelKey: Literal["replicate-flux-schnell"]
    prompt: str


class ReplicateFluxSchnell(_ReplicateFluxSchnell, CommonFields, total=False):
    """FLUX.1 [schnell] on Replicate."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"]
    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]
    #: 0 to 2147483647.
    seed: int


class _ReplicateImageTo3d(TypedDict):
    modelKey: Literal["replicate-image-to-3d"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ReplicateImageTo3d(_ReplicateImageTo3d, CommonFields, total=False):
    """TRELLIS on Replicate."""

    #: Pixels. Default: 1024.
    textureSize: Literal[512, 1024, 2048]
    #: 0 to 2147483647. Default: 0.
    seed: int


class _ReplicateKling(TypedDict):
    modelKey: Literal["replicate-kling"]
    prompt: str


class ReplicateKling(_ReplicateKling, CommonFields, total=False):
    """Kling 2.5 Turbo Pro on Replicate."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "1:1"]
    #: Seconds. Default: 5.
    duration: Literal[5, 10]


class _ReplicateKlingAnimate(TypedDict):
    modelKey: Literal["replicate-kling-animate"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ReplicateKlingAnimate(_ReplicateKlingAnimate, CommonFields, total=False):
    """Kling 2.5 Turbo Pro from an image, on Replicate."""

    #: Seconds. Default: 5.
    duration: Literal[5, 10]


class _ReplicateMusic(TypedDict):
    modelKey: Literal["replicate-music"]
    prompt: str


class ReplicateMusic(_ReplicateMusic, CommonFields, total=False):
    """Stable Audio 2.5 on Replicate."""

    #: Seconds. 1 to 190. Default: 60.
    duration: int
    #: 0 to 2147483647.
    seed: int


class _ReplicateReframe(TypedDict):
    modelKey: Literal["replicate-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    aspectRatio: Literal["1:1", "3:4", "4:3", "9:16", "16:9", "9:21", "21:9"]


class ReplicateReframe(_ReplicateReframe, CommonFields, total=False):
    """Luma Photon Flash reframe on Replicate."""

    #: What lies beyond the edges.
    prompt: str


class _ReplicateRemoveBackground(TypedDict):
    modelKey: Literal["replicate-remove-background"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ReplicateRemoveBackground(_ReplicateRemoveBackground, CommonFields, total=False):
    """Background Remover on Replicate."""


class _ReplicateSound(TypedDict):
    modelKey: Literal["replicate-sound"]
    prompt: str


class ReplicateSound(_ReplicateSound, CommonFields, total=False):
    """Stable Audio 2.5 sounds on Replicate."""

    #: Seconds. 1 to 47. Default: 8.
    duration: int
    #: 0 to 2147483647.
    seed: int


class _ReplicateSpeech(TypedDict):
    modelKey: Literal["replicate-speech"]
    #: The text to speak.
    prompt: str


class ReplicateSpeech(_ReplicateSpeech, CommonFields, total=False):
    """Kokoro 82M on Replicate."""

    #: Default: "af_bella".
    voice: Literal["af_bella", "af_nicole", "af_sarah", "af_sky", "am_adam", "am_michael", "bf_emma", "bf_isabella", "bm_george", "bm_lewis"]
    #: Times the normal speed. 0.5 to 2. Default: 1.
    speed: float


class _ReplicateSpeechExpressive(TypedDict):
    modelKey: Literal["replicate-speech-expressive"]
    #: The text to speak.
    prompt: str


class ReplicateSpeechExpressive(_ReplicateSpeechExpressive, CommonFields, total=False):
    """Chatterbox on Replicate."""

    #: Emotion; 0.5 is neutral. 0.25 to 2. Default: 0.5.
    exaggeration: float
    #: 0 to 2147483647.
    seed: int


class _ReplicateTextTo3d(TypedDict):
    modelKey: Literal["replicate-text-to-3d"]
    prompt: str


class ReplicateTextTo3d(_ReplicateTextTo3d, CommonFields, total=False):
    """Hunyuan3D 3.1 on Replicate."""


class _ReplicateUpscale(TypedDict):
    modelKey: Literal["replicate-upscale"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class ReplicateUpscale(_ReplicateUpscale, CommonFields, total=False):
    """Real-ESRGAN on Replicate."""

    #: Default: 2.
    scale: Literal[2, 4]


class _ReplicateVideoUpscale(TypedDict):
    modelKey: Literal["replicate-video-upscale"]
    #: https link, data URL, or a link to an output of ours.
    videoUrl: str


class ReplicateVideoUpscale(_ReplicateVideoUpscale, CommonFields, total=False):
    """Topaz video upscale on Replicate."""

    #: Default: "1080p".
    resolution: Literal["720p", "1080p", "4k"]
    #: Seconds that are paid for; a longer video is refused. 1 to 120. Default: 10.
    duration: int
    #: Frames per second that are paid for; a faster video is refused. Default: 30.
    frameRate: Literal[24, 25, 30, 50, 60]


class _RunwayImageToVideo(TypedDict):
    modelKey: Literal["runway-image-to-video"]
    #: https link, data URL, or a link to an output of ours. Up to 16 MB.
    imageUrl: str


class RunwayImageToVideo(_RunwayImageToVideo, CommonFields, total=False):
    """Runway Gen-4 Turbo, image to video."""

    prompt: str
    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16", "4:3", "3:4", "1:1", "21:9"]
    #: Seconds. 2 to 10. Default: 5.
    duration: int
    #: Left out, it is chosen at random. 0 to 4294967295.
    seed: int


class _RunwayTextToVideo(TypedDict):
    modelKey: Literal["runway-text-to-video"]
    prompt: str


class RunwayTextToVideo(_RunwayTextToVideo, CommonFields, total=False):
    """Runway Gen-4.5, text to video."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Seconds. 2 to 10. Default: 5.
    duration: int
    #: Left out, it is chosen at random. 0 to 4294967295.
    seed: int


class _RunwayVideoUpscale(TypedDict):
    modelKey: Literal["runway-video-upscale"]
    #: https link, data URL, or a link to an output of ours. Up to 32 MB.
    videoUrl: str


class RunwayVideoUpscale(_RunwayVideoUpscale, CommonFields, total=False):
    """Magnific creative video upscaler, at Runway."""

    #: Default: "2k".
    resolution: Literal["720p", "1k", "2k", "4k"]
    #: Seconds that are paid for; a longer video is refused. 1 to 30. Default: 10.
    duration: int
    #: Frames per second that are paid for; a faster video is refused. Default: 30.
    frameRate: Literal[24, 25, 30, 50, 60]
    #: 0 is faithful. 0 to 100. Default: 0.
    creativity: int
    #: Default: "natural".
    flavor: Literal["vivid", "natural"]


class _SdapiImage(TypedDict):
    modelKey: Literal["sdapi-image"]
    prompt: str


class SdapiImage(_SdapiImage, CommonFields, total=False):
    """Stable Diffusion image."""

    #: What to avoid.
    negativePrompt: str
    #: <width>:<height>, from 1:4 to 4:1. Default: "1:1".
    aspectRatio: str
    #: Longest edge, pixels. 256 to 2048. Default: 1024.
    resolution: int
    #: More steps take longer. 1 to 80.
    steps: int
    #: How closely the prompt is followed. 1 to 20.
    guidance: float
    #: The same seed and input give nearly the same picture. 0 to 4294967295.
    seed: int


class _SdapiImageToImage(TypedDict):
    modelKey: Literal["sdapi-image-to-image"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class SdapiImageToImage(_SdapiImageToImage, CommonFields, total=False):
    """Stable Diffusion image to image."""

    #: 0 leaves the image as it is, 1 forgets it. 0 to 1. Default: 0.6.
    strength: float
    #: What to avoid.
    negativePrompt: str
    #: Longest edge, pixels. 256 to 2048. Default: 1024.
    resolution: int
    #: More steps take longer. 1 to 80.
    steps: int
    #: How closely the prompt is followed. 1 to 20.
    guidance: float
    #: The same seed and input give nearly the same picture. 0 to 4294967295.
    seed: int


class _SdapiReframe(TypedDict):
    modelKey: Literal["sdapi-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    #: <width>:<height>, from 1:4 to 4:1.
    aspectRatio: str


class SdapiReframe(_SdapiReframe, CommonFields, total=False):
    """Stable Diffusion reframe."""

    #: What the whole picture shows.
    prompt: str
    #: What to avoid.
    negativePrompt: str
    #: Longest edge, pixels. 256 to 2048. Default: 1024.
    resolution: int
    #: The same seed and input give nearly the same picture. 0 to 4294967295.
    seed: int


class _SdapiUpscale(TypedDict):
    modelKey: Literal["sdapi-upscale"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class SdapiUpscale(_SdapiUpscale, CommonFields, total=False):
    """Real-ESRGAN upscale."""

    #: Default: 2.
    scale: Literal[2, 4]


class _SdcppImage(TypedDict):
    modelKey: Literal["sdcpp-image"]
    prompt: str


class SdcppImage(_SdcppImage, CommonFields, total=False):
    """stable-diffusion.cpp."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: What is not to be seen.
    negativePrompt: str
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: 1 to 2147483647.
    seed: int


class _SdcppImageEdit(TypedDict):
    modelKey: Literal["sdcpp-image-edit"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class SdcppImageEdit(_SdcppImageEdit, CommonFields, total=False):
    """stable-diffusion.cpp, from an image."""

    #: How far the result may depart from the picture. 0.05 to 1. Default: 0.75.
    strength: float
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _SdcppReframe(TypedDict):
    modelKey: Literal["sdcpp-reframe"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]


class SdcppReframe(_SdcppReframe, CommonFields, total=False):
    """stable-diffusion.cpp, reframing."""

    #: What the new area shows.
    prompt: str
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _SelfhostedAnimate(TypedDict):
    modelKey: Literal["selfhosted-animate"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class SelfhostedAnimate(_SelfhostedAnimate, CommonFields, total=False):
    """Wan 2.2, from an image."""

    #: What happens in the film.
    prompt: str
    #: Short edge. Default: "480p".
    resolution: Literal["480p", "720p"]
    #: Seconds. 1 to 5. Default: 3.
    duration: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _SelfhostedImage(TypedDict):
    modelKey: Literal["selfhosted-image"]
    prompt: str


class SelfhostedImage(_SelfhostedImage, CommonFields, total=False):
    """Qwen-Image."""

    #: Default: "1:1".
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _SelfhostedImageEdit(TypedDict):
    modelKey: Literal["selfhosted-image-edit"]
    prompt: str
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class SelfhostedImageEdit(_SelfhostedImageEdit, CommonFields, total=False):
    """Qwen-Image-Edit."""

    #: Another shape than the picture’s own.
    aspectRatio: Literal["1:1", "3:2", "2:3", "4:3", "3:4", "16:9", "9:16", "21:9", "9:21", "3:1", "1:3"]
    #: Longest edge, pixels; met as nearly as the model allows. 512 to 1536. Default: 1024.
    resolution: int
    #: Default: "png".
    format: Literal["png", "webp", "jpeg"]
    #: 1 to 2147483647.
    seed: int


class _SelfhostedMesh(TypedDict):
    modelKey: Literal["selfhosted-mesh"]
    #: https link, data URL, or a link to an output of ours.
    imageUrl: str


class SelfhostedMesh(_SelfhostedMesh, CommonFields, total=False):
    """Hunyuan3D 2."""

    #: 1 to 2147483647.
    seed: int


class _SelfhostedMusic(TypedDict):
    modelKey: Literal["selfhosted-music"]
    prompt: str


class SelfhostedMusic(_SelfhostedMusic, CommonFields, total=False):
    """Stable Audio Open, music."""

    #: Seconds. 1 to 47. Default: 20.
    duration: float
    #: What is not to be seen.
    negativePrompt: str
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav", "flac"]
    #: 1 to 2147483647.
    seed: int


class _SelfhostedSound(TypedDict):
    modelKey: Literal["selfhosted-sound"]
    prompt: str


class SelfhostedSound(_SelfhostedSound, CommonFields, total=False):
    """Stable Audio Open, sound effects."""

    #: Seconds. 1 to 47. Default: 5.
    duration: float
    #: What is not to be seen.
    negativePrompt: str
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav", "flac"]
    #: 1 to 2147483647.
    seed: int


class _SelfhostedSpeech(TypedDict):
    modelKey: Literal["selfhosted-speech"]
    #: The text to speak.
    prompt: str


class SelfhostedSpeech(_SelfhostedSpeech, CommonFields, total=False):
    """Qwen3-TTS."""

    #: Default: "vivian".
    voice: Literal["vivian", "serena", "uncle_fu", "dylan", "eric", "ryan", "aiden", "ono_anna", "sohee"]
    #: How to speak, in plain words.
    instructions: str
    #: Default: "mp3".
    format: Literal["mp3", "ogg", "wav", "flac"]


class _SelfhostedVideo(TypedDict):
    modelKey: Literal["selfhosted-video"]
    prompt: str


class SelfhostedVideo(_SelfhostedVideo, CommonFields, total=False):
    """Wan 2.2."""

    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Short edge. Default: "480p".
    resolution: Literal["480p", "720p"]
    #: Seconds. 1 to 5. Default: 3.
    duration: int
    #: What is not to be seen.
    negativePrompt: str
    #: 1 to 2147483647.
    seed: int


class _StabilityCore(TypedDict):
    modelKey: Literal["stability-core"]
    prompt: str


class StabilityCore(_StabilityCore, CommonFields, total=False):
    """Stable Image Core."""

    #: What should not be seen.
    negativePrompt: str
    #: Default: "1:1".
    aspectRatio: Literal["1:1", "16:9", "9:16", "3:2", "2:3", "5:4", "4:5", "21:9", "9:21"]
    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]
    #: Left out, it is chosen at random. 0 to 4294967294.
    seed: int


class _StabilityImageToImage(TypedDict):
    modelKey: Literal["stability-image-to-image"]
    prompt: str
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str


class StabilityImageToImage(_StabilityImageToImage, CommonFields, total=False):
    """Stable Diffusion 3.5 Large, image to image."""

    #: What should not be seen.
    negativePrompt: str
    #: 0 keeps the image, 1 ignores it. 0 to 1. Default: 0.7.
    strength: float
    #: Default: "png".
    format: Literal["png", "jpeg"]
    #: Left out, it is chosen at random. 0 to 4294967294.
    seed: int


class _StabilityReframe(TypedDict):
    modelKey: Literal["stability-reframe"]
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str
    #: <width>:<height>, from 1:4 to 4:1.
    aspectRatio: str


class StabilityReframe(_StabilityReframe, CommonFields, total=False):
    """Stability outpaint."""

    #: What the new parts show.
    prompt: str
    #: 0 to 1. Default: 0.5.
    creativity: float
    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]


class _StabilityRemoveBackground(TypedDict):
    modelKey: Literal["stability-remove-background"]
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str


class StabilityRemoveBackground(_StabilityRemoveBackground, CommonFields, total=False):
    """Stability background removal."""

    #: Default: "png".
    format: Literal["png", "webp"]


class _StabilityUltra(TypedDict):
    modelKey: Literal["stability-ultra"]
    prompt: str


class StabilityUltra(_StabilityUltra, CommonFields, total=False):
    """Stable Image Ultra."""

    #: What should not be seen.
    negativePrompt: str
    #: Default: "1:1".
    aspectRatio: Literal["1:1", "16:9", "9:16", "3:2", "2:3", "5:4", "4:5", "21:9", "9:21"]
    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]
    #: Left out, it is chosen at random. 0 to 4294967294.
    seed: int


class _StabilityUpscale(TypedDict):
    modelKey: Literal["stability-upscale"]
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str


class StabilityUpscale(_StabilityUpscale, CommonFields, total=False):
    """Stability fast upscale."""

    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]


class _StabilityUpscaleCreative(TypedDict):
    modelKey: Literal["stability-upscale-creative"]
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str
    prompt: str


class StabilityUpscaleCreative(_StabilityUpscaleCreative, CommonFields, total=False):
    """Stability creative upscale."""

    #: What should not be seen.
    negativePrompt: str
    #: 0.1 to 0.5. Default: 0.3.
    creativity: float
    #: Default: "png".
    format: Literal["png", "jpeg", "webp"]
    #: Left out, it is chosen at random. 0 to 4294967294.
    seed: int


class _TripoImageTo3d(TypedDict):
    modelKey: Literal["tripo-image-to-3d"]
    #: https link, data URL, or a link to an output of ours. Up to 10 MB.
    imageUrl: str


class TripoImageTo3d(_TripoImageTo3d, CommonFields, total=False):
    """Tripo image to 3D."""

    #: Of the texture. Default: "standard".
    quality: Literal["standard", "detailed"]
    #: Faces at most. 1000 to 100000.
    faceLimit: int
    #: Left out, it is chosen at random. 0 to 2147483647.
    seed: int


class _TripoTextTo3d(TypedDict):
    modelKey: Literal["tripo-text-to-3d"]
    prompt: str


class TripoTextTo3d(_TripoTextTo3d, CommonFields, total=False):
    """Tripo text to 3D."""

    negativePrompt: str
    #: Of the texture. Default: "standard".
    quality: Literal["standard", "detailed"]
    #: Faces at most. 1000 to 100000.
    faceLimit: int
    #: Left out, it is chosen at random. 0 to 2147483647.
    seed: int


class _VeoImageToVideo(TypedDict):
    modelKey: Literal["veo-image-to-video"]
    #: https link, data URL, or a link to an output of ours. Up to 20 MB.
    imageUrl: str
    prompt: str


class VeoImageToVideo(_VeoImageToVideo, CommonFields, total=False):
    """Google Veo 3.1, from an image."""

    negativePrompt: str
    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Seconds. Default: 8.
    duration: Literal[4, 6, 8]


class _VeoTextToVideo(TypedDict):
    modelKey: Literal["veo-text-to-video"]
    prompt: str


class VeoTextToVideo(_VeoTextToVideo, CommonFields, total=False):
    """Google Veo 3.1."""

    negativePrompt: str
    #: Default: "16:9".
    aspectRatio: Literal["16:9", "9:16"]
    #: Seconds. Default: 8.
    duration: Literal[4, 6, 8]
