"""What Schemathesis asks of this repository: credentials, addresses, and which failures are explained."""

import ipaddress
import itertools
import os

import schemathesis
from allowances import is_allowed

# Ids of the credentials and the account that the run itself needs: it would revoke, suspend or delete them.
PROTECTED_IDS = frozenset(os.environ["FUZZ_PROTECTED_IDS"].split(","))
# Operations that take the account away. They are called as another user, whose password is that of the examples.
ENDING_ACCOUNTS = frozenset({"DELETE /api/account", "POST /api/auth/password"})
CHANGES = frozenset({"DELETE", "PATCH", "POST"})
ADDRESSES = itertools.count(1)
# Characters of an Idempotency-Key to which a number can be appended.
KEY_LENGTH = 200
KEYS = itertools.count(1)


# Without a cache: it would keep the first credential for all operations.
@schemathesis.auth(refresh_interval=None)
class Credentials:
    """Uses an operator key or an API key where a route accepts one, and the administrator's access token elsewhere."""

    def get(self, case, context):
        requirements = context.operation.definition.raw.get("security", [])
        schemes = {name for requirement in requirements for name in requirement}
        if context.operation.label in ENDING_ACCOUNTS:
            return os.environ["FUZZ_EXAMPLE_TOKEN"]
        if "operatorKey" in schemes:
            return os.environ["FUZZ_OPERATOR_KEY"]
        if "apiKey" in schemes:
            return os.environ["FUZZ_API_KEY"]
        return os.environ["FUZZ_ACCESS_TOKEN"] if "dashboard" in schemes else None

    def set(self, case, data, context):
        if data is not None:
            case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    # Limits per address (failed credentials, sign-ins, registrations) would hide what is behind them.
    case.headers["X-Forwarded-For"] = next_address()
    key = case.headers.get("Idempotency-Key")
    if key and len(key) <= KEY_LENGTH:
        # With one key for all, only the first body would be looked at: 422 `idempotency_mismatch`.
        case.headers["Idempotency-Key"] = f"{key}-{next(KEYS)}"
    if case.headers.get("Prefer") == "wait=30":
        # The example waits for the file, in each of some hundred cases.
        case.headers["Prefer"] = "wait=1"
    if case.method.upper() in CHANGES:
        for name, value in (case.path_parameters or {}).items():
            if value in PROTECTED_IDS:
                case.path_parameters[name] = value[:-8] + "00000000"


def next_address():
    """Returns another address of 10.0.0.0/8 for each request."""
    return str(ipaddress.IPv4Address((10 << 24) + next(ADDRESSES)))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    return not is_allowed(failure, case, response)


@schemathesis.deserializer("application/yaml", "text/yaml")
def text(_context, response):
    """The catalogue's export is several YAML documents. Schemathesis reads one."""
    return response.text
