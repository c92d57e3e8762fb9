"""The testing kit of the service, which `npm run lane -- python` serves: accounts, a fake engine, a lossy network,
and the description of its API.
"""

from __future__ import annotations

import os
from typing import Any

import httpx


class Account:
    """An account with credits."""

    def __init__(self, kit: Kit, id: str) -> None:
        self._kit = kit
        self._path = f"/accounts/{id}"

    def key(self, **options: Any) -> str:
        """Creates an API key."""
        key: str = self._kit.call("POST", f"{self._path}/keys", options)["key"]
        return key

    def balance(self) -> float:
        """Returns the credits."""
        balance: float = self._kit.call("GET", f"{self._path}/balance")["balance"]
        return balance


class Kit:
    """The running service of the tests."""

    def __init__(self) -> None:
        self._client = httpx.Client(base_url=os.environ["OFFPRINT_KIT"], timeout=60, trust_env=False)
        #: Address of the service.
        self.url: str = self.call("GET", "/service")["url"]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Calls the kit."""
        response = self._client.request(method, path, json=body if body is not None else {})
        assert response.status_code == 200, response.text
        return response.json()

    def account(self, credits: float) -> Account:
        """Opens an account."""
        return Account(self, self.call("POST", "/accounts", {"credits": credits})["id"])

    def next(self, prompt: str, **behaviour: Any) -> None:
        """Sets what the engine does with the next submit of this prompt."""
        self.call("POST", "/engine/next", {"prompt": prompt, **behaviour})

    def relay(self, loss: float) -> tuple[str, str]:
        """Starts a relay in front of the service that loses a part of all exchanges. Returns its id and address."""
        relay = self.call("POST", "/relays", {"loss": loss})
        return relay["id"], relay["url"]

    def lost(self, relay: str) -> dict[str, int]:
        """Returns how many exchanges a relay has lost, by kind."""
        lost: dict[str, int] = self.call("GET", f"/relays/{relay}/lost")
        return lost

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()
