import os, urllib.request
from llama_index.tools.openai.image_generation.base import OpenAIImageGenerationToolSpec

os.environ["OPENAI_BASE_URL"] = os.environ["OFFPRINT_URL"] + "/v1"
tool = OpenAIImageGenerationToolSpec(api_key=os.environ["OFFPRINT_API_KEY"])
link = tool.image_generation("a lighthouse at dawn", model="dall-e-3")
urllib.request.urlretrieve(link, "picture.png")
