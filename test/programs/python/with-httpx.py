import os
import httpx

headers = {"Authorization": "Bearer " + os.environ["OFFPRINT_API_KEY"]}
body = {"modelKey": "embedded-image", "prompt": "a lighthouse at dawn", "resolution": 512}
with httpx.Client(base_url=os.environ["OFFPRINT_URL"], timeout=90) as offprint:
    state = offprint.post("/api/generate", params={"wait": 60}, json=body, headers=headers).json()
    with offprint.stream("GET", state["outputUrl"]) as answer, open("picture.png", "wb") as file:
        for piece in answer.iter_bytes():
            file.write(piece)
