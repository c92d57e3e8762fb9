import os
from openai import OpenAI

client = OpenAI(base_url=os.environ["OFFPRINT_URL"] + "/v1", api_key=os.environ["OFFPRINT_API_KEY"])
with client.audio.speech.with_streaming_response.create(model="tts-1", voice="alloy", input="Hello there.") as speech:
    speech.stream_to_file("speech.mp3")
