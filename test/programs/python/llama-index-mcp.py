import asyncio, base64, os
from llama_index.tools.mcp import BasicMCPClient

args = [os.environ["OFFPRINT_MCP"], "--max-credits", "20"]
client = BasicMCPClient("node", args=args, env=dict(os.environ))

async def main():
    request = {"modelKey": "embedded-image", "input": {"prompt": "a lighthouse", "resolution": 512}}
    answer = await client.call_tool("generate", request)
    picture = next(item for item in answer.content if item.type == "image")
    with open("picture.png", "wb") as file:
        file.write(base64.b64decode(picture.data))

asyncio.run(main())
