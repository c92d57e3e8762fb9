import asyncio, base64, os
from langchain_mcp_adapters.client import MultiServerMCPClient

client = MultiServerMCPClient({
    "offprint": {
        "transport": "stdio",
        "command": "node",
        "args": [os.environ["OFFPRINT_MCP"], "--max-credits", "20"],
        "env": dict(os.environ),
    }
})

async def main():
    generate = next(tool for tool in await client.get_tools() if tool.name == "generate")
    request = {"modelKey": "embedded-image", "input": {"prompt": "a lighthouse", "resolution": 512}}
    content = await generate.ainvoke(request)
    picture = next(item for item in content if item["type"] == "image")
    with open("picture.png", "wb") as file:
        file.write(base64.b64decode(picture["base64"]))

asyncio.run(main())
