import base64, os
from openai import OpenAI

client = OpenAI(base_url=os.environ["OFFPRINT_URL"] + "/v1", api_key=os.environ["OFFPRINT_API_KEY"])
answer = client.images.generate(model="gpt-image-1", prompt="a lighthouse at dawn", size="1024x1024")
with open("picture.png", "wb") as file:
    file.write(base64.b64decode(answer.data[0].b64_json))
