import asyncio, os
import aiohttp

HEADERS = {"Authorization": "Bearer " + os.environ["OFFPRINT_API_KEY"]}
BODY = {"modelKey": "embedded-image", "prompt": "a lighthouse at dawn", "resolution": 512}

async def main():
    async with aiohttp.ClientSession() as session:
        start = os.environ["OFFPRINT_URL"] + "/api/generate?wait=60"
        async with session.post(start, json=BODY, headers=HEADERS) as answer:
            state = await answer.json()
        async with session.get(state["outputUrl"]) as answer:
            with open("picture.png", "wb") as file:
                file.write(await answer.read())

asyncio.run(main())
