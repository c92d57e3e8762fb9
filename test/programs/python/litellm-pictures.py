import base64, os
import litellm

answer = litellm.image_generation(
    model="openai/gpt-image-1",
    prompt="a lighthouse at dawn",
    api_base=os.environ["OFFPRINT_URL"] + "/v1",
    api_key=os.environ["OFFPRINT_API_KEY"],
)
with open("picture.png", "wb") as file:
    file.write(base64.b64decode(answer.data[0].b64_json))
