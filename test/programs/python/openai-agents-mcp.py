import asyncio, base64, os
from agents.mcp import MCPServerStdio

args = [os.environ["OFFPRINT_MCP"], "--max-credits", "20"]
server = MCPServerStdio(
    params={"command": "node", "args": args, "env": dict(os.environ)},
    client_session_timeout_seconds=90,
)

async def main():
    async with server:
        request = {"modelKey": "embedded-image", "input": {"prompt": "a lighthouse", "resolution": 512}}
        answer = await server.call_tool("generate", request)
        picture = next(item for item in answer.content if item.type == "image")
        with open("picture.png", "wb") as file:
            file.write(base64.b64decode(picture.data))

asyncio.run(main())
