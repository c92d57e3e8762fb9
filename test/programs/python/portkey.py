import base64, os
from portkey_ai import Portkey

portkey = Portkey(
    base_url=os.environ["OFFPRINT_URL"] + "/v1",
    Authorization="Bearer " + os.environ["OFFPRINT_API_KEY"],
)
answer = portkey.images.generate(model="gpt-image-1", prompt="a lighthouse at dawn")
with open("picture.png", "wb") as file:
    file.write(base64.b64decode(answer.data[0].b64_json))
