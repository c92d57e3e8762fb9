import os
import requests

offprint = requests.Session()
offprint.headers["Authorization"] = "Bearer " + os.environ["OFFPRINT_API_KEY"]
body = {"modelKey": "embedded-image", "prompt": "a lighthouse at dawn", "resolution": 512}
state = offprint.post(os.environ["OFFPRINT_URL"] + "/api/generate?wait=60", json=body).json()
with requests.get(state["outputUrl"], stream=True) as answer, open("picture.png", "wb") as file:
    for piece in answer.iter_content(65536):
        file.write(piece)
