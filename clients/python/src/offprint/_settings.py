"""Where the service is, who calls it, and how long a call may take."""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import dataclass

import httpx

from ._errors import OffprintError

LOCAL_URL = "http://127.0.0.1:3000"


class ApiKey(httpx.Auth):
    """Adds the key to requests. Neither its `repr` nor that of a request shows the secret."""

    def __init__(self, secret: str) -> None:
        self.__secret = secret

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Sends the request with the key."""
        request.headers["Authorization"] = f"Bearer {self.__secret}"
        yield request

    def __repr__(self) -> str:
        return "ApiKey(***)"

    def __reduce__(self) -> str:
        raise TypeError("An API key is not pickled.")


@dataclass(frozen=True)
class Settings:
    """Settings of a client, all checked."""

    #: Address of the service without `/api` and without a slash at its end.
    url: str
    api_key: ApiKey
    #: Seconds for which a request is repeated.
    retry_seconds: float
    #: Seconds without response after which a request counts as lost; the wait of a long poll comes on top.
    timeout_seconds: float


def read_settings(url: str | None, api_key: str | None, retry_seconds: float, timeout_seconds: float) -> Settings:
    """Reads the settings, and the environment for those that are `None`.

    Raises `OffprintError` `not_configured` without an API key, or with an address that is none.
    """
    address = (url or os.environ.get("OFFPRINT_URL") or LOCAL_URL).strip().rstrip("/")
    if not _is_http(address):
        raise OffprintError("The url of the service begins with http:// or https://.", "not_configured")
    key = (api_key or os.environ.get("OFFPRINT_API_KEY") or "").strip()
    if not key:
        raise OffprintError("Give an api_key, or set OFFPRINT_API_KEY.", "not_configured")
    if not key.isascii() or not key.isprintable() or " " in key:
        # A header cannot hold it, and the HTTP library's error would show it.
        raise OffprintError("The API key has characters that no key has.", "not_configured")
    return Settings(address, ApiKey(key), max(0.0, retry_seconds), timeout_seconds)


def _is_http(address: str) -> bool:
    try:
        url = httpx.URL(address)
    except (httpx.InvalidURL, ValueError):
        return False
    return url.scheme in ("http", "https") and url.host != ""
