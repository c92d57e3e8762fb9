import asyncio, base64, os
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER = StdioServerParameters(
    command="node", args=[os.environ["OFFPRINT_MCP"], "--max-credits", "20"], env=dict(os.environ)
)

async def main():
    async with stdio_client(SERVER) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        request = {"modelKey": "embedded-image", "input": {"prompt": "a lighthouse", "resolution": 512}}
        answer = await session.call_tool("generate", request)
        picture = next(item for item in answer.content if item.type == "image")
        with open("picture.png", "wb") as file:
            file.write(base64.b64decode(picture.data))

asyncio.run(main())
