"""The client for programs with an event loop of asyncio."""
