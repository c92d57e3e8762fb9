import os
from pydantic_ai.images import ImageGenerator
from pydantic_ai.images.openai import OpenAIImageGenerationModel
from pydantic_ai.providers.openai import OpenAIProvider

provider = OpenAIProvider(
    base_url=os.environ["OFFPRINT_URL"] + "/v1", api_key=os.environ["OFFPRINT_API_KEY"]
)
generator = ImageGenerator(OpenAIImageGenerationModel("gpt-image-1", provider=provider))
result = generator.generate_sync("a lighthouse at dawn")
with open("picture.png", "wb") as file:
    file.write(result.image.data)
