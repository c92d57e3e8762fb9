import os, urllib.request
from langchain_community.utilities.dalle_image_generator import DallEAPIWrapper

tool = DallEAPIWrapper(
    model="dall-e-3",
    base_url=os.environ["OFFPRINT_URL"] + "/v1",
    api_key=os.environ["OFFPRINT_API_KEY"],
)
link = tool.run("a lighthouse at dawn")
urllib.request.urlretrieve(link, "picture.png")
