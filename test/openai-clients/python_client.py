"""Every documented call of the mapped routes, by OpenAI's official client for Python. Prints `[{name, error}]` as JSON."""

import asyncio
import base64
import json
import struct
import sys
import traceback
import zlib

import openai
from openai import AsyncOpenAI, OpenAI

client = OpenAI()
checks = []


def check(work):
    checks.append(work)
    return work


def png(width=64, height=48):
    """Returns a red picture."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\x00" + b"\xff\x00\x00" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def refused(work, kind=openai.BadRequestError):
    try:
        work()
    except kind as error:
        return error
    raise AssertionError("was not refused")


@check
def models_list_and_retrieve():
    ids = [model.id for model in client.models.list()]
    assert "gpt-image-1" in ids, ids
    assert client.models.retrieve("gpt-image-1").object == "model"
    assert refused(lambda: client.models.retrieve("gpt-9"), openai.NotFoundError).code == "model_not_found"


@check
def images_generate():
    result = client.images.generate(model="gpt-image-1", prompt="a lighthouse", size="512x256", output_format="jpeg")
    assert base64.b64decode(result.data[0].b64_json).startswith(b"\xff\xd8")
    result = client.images.generate(model="gpt-image-1", prompt="x", response_format="url", extra_body={"seed": 7})
    assert result.data[0].url.startswith("http")


@check
def images_edit():
    result = client.images.edit(model="embedded-reframe", image=("in.png", png()), prompt="", size="1:1")
    assert base64.b64decode(result.data[0].b64_json).startswith(b"\x89PNG")
    error = refused(
        lambda: client.images.edit(
            model="embedded-reframe", image=("in.png", png()), mask=("mask.png", png()), prompt="", size="1:1"
        )
    )
    assert error.param == "mask", error.param


@check
def audio_speech_create():
    response = client.audio.speech.create(model="tts-1", voice="en", input="Hello there.")
    assert response.response.headers["content-type"] == "audio/mpeg"
    assert len(response.read()) > 1000
    with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="de", input="Guten Tag.", response_format="wav", speed=1.5
    ) as streamed:
        assert b"".join(streamed.iter_bytes()).startswith(b"RIFF")


@check
def videos():
    video = client.videos.create_and_poll(model="sora-2", prompt="waves", seconds="1", size="640x360")
    assert video.status == "completed", video
    assert (video.size, video.seconds) == ("640x360", "1"), video
    content = client.videos.download_content(video.id)
    assert content.response.headers["content-type"] == "video/mp4"
    whole = content.read()
    part = client.videos.download_content(video.id, extra_headers={"Range": "bytes=10-19"})
    assert part.read() == whole[10:20]
    assert video.id in [one.id for one in client.videos.list(limit=1)]
    assert client.videos.delete(video.id).deleted
    refused(lambda: client.videos.retrieve(video.id), openai.NotFoundError)


@check
def videos_from_an_image():
    video = client.videos.create(model="embedded-animate", prompt="", seconds="1", input_reference=("in.png", png()))
    assert client.videos.poll(video.id).status == "completed"


@check
def refusals():
    for work in [
        lambda: client.images.generate(model="gpt-image-1", prompt="x", quality="superb"),
        lambda: client.images.generate(model="gpt-image-1", prompt="x", stream=True),
        lambda: client.images.generate(model="gpt-image-1", prompt="x", n=11),
        lambda: client.images.create_variation(image=("in.png", png())),
        lambda: client.audio.speech.create(model="tts-1", voice="bavarian", input="x"),
        lambda: client.videos.remix("pred_1", prompt="y"),
        lambda: client.videos.create(model="sora-2", prompt="x", size="large"),
    ]:
        assert refused(work).type == "invalid_request_error"
    other = client.with_options(api_key="of_live_" + "0" * 48)
    assert refused(lambda: other.models.list(), openai.AuthenticationError).code == "invalid_api_key"


@check
def the_asynchronous_client():
    async def paint():
        async with AsyncOpenAI() as other:
            works = [other.images.generate(model="gpt-image-1", prompt=f"boat {i}", size="256x256") for i in range(3)]
            return await asyncio.gather(*works)

    assert all(result.data[0].b64_json for result in asyncio.run(paint()))


def run(work):
    try:
        work()
        error = None
    except Exception:
        error = traceback.format_exc()
    return {"name": work.__name__.replace("_", " "), "error": error}


json.dump([run(work) for work in checks], sys.stdout)
