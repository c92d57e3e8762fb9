import base64, os
from haystack.components.generators import OpenAIImageGenerator
from haystack.utils import Secret

generator = OpenAIImageGenerator(
    model="gpt-image-1",
    api_base_url=os.environ["OFFPRINT_URL"] + "/v1",
    api_key=Secret.from_env_var("OFFPRINT_API_KEY"),
)
answer = generator.run("a lighthouse at dawn")
with open("picture.png", "wb") as file:
    file.write(base64.b64decode(answer["images"][0]))
