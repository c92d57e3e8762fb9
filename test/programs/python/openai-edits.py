import base64, os
from openai import OpenAI

client = OpenAI(base_url=os.environ["OFFPRINT_URL"] + "/v1", api_key=os.environ["OFFPRINT_API_KEY"])
with open("in.png", "rb") as image:
    answer = client.images.edit(model="gpt-image-1", image=image, prompt="wider")
with open("edited.png", "wb") as file:
    file.write(base64.b64decode(answer.data[0].b64_json))
