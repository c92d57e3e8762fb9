import os
import litellm

speech = litellm.speech(
    model="openai/tts-1",
    voice="alloy",
    input="Hello there.",
    api_base=os.environ["OFFPRINT_URL"] + "/v1",
    api_key=os.environ["OFFPRINT_API_KEY"],
)
speech.stream_to_file("speech.mp3")
