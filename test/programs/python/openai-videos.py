import os
from openai import OpenAI

client = OpenAI(base_url=os.environ["OFFPRINT_URL"] + "/v1", api_key=os.environ["OFFPRINT_API_KEY"])
video = client.videos.create_and_poll(model="sora-2", prompt="waves", seconds="4", poll_interval_ms=1000)
client.videos.download_content(video.id).write_to_file("video.mp4")
