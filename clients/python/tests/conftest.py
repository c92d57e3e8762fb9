from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from blocking import Blocking
from kit import Account, Kit

from offprint import AsyncOffprint, Offprint

#: Makes a client of the service, of the kind that is tested. Takes what `Offprint` takes, or a `transport` of
#: httpx that both kinds can use.
NewClient = Callable[..., Any]


@pytest.fixture(scope="session")
def kit() -> Iterator[Kit]:
    kit = Kit()
    yield kit
    kit.close()


@pytest.fixture(scope="session")
def account(kit: Kit) -> Account:
    return kit.account(10_000)


@pytest.fixture(scope="session")
def api_key(account: Account) -> str:
    return account.key()


@pytest.fixture(params=["sync", "async"])
def new_client(request: pytest.FixtureRequest, kit: Kit, api_key: str) -> Iterator[NewClient]:
    """Makes `Offprint`, and `AsyncOffprint` as if it were one."""
    loop = asyncio.new_event_loop()
    made: list[Any] = []

    def make(transport: Any = None, **settings: Any) -> Any:
        settings = {"url": kit.url, "api_key": api_key, **settings}
        is_sync = request.param == "sync"
        if transport:
            settings["http_client"] = (httpx.Client if is_sync else httpx.AsyncClient)(transport=transport)
        client: Any = Offprint(**settings) if is_sync else Blocking(AsyncOffprint(**settings), loop)
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture
def offprint(new_client: NewClient) -> Any:
    return new_client()
