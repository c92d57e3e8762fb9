"""What Schemathesis asks of this repository: credentials, addresses, and which failures are explained."""

import ipaddress
import itertools
import os

import schemathesis
from allowances import is_allowed

# Ids of the credentials and the account that the run itself needs: it would revoke, suspend or delete them.
PROTECTED_IDS = frozenset(os.environ["FUZZ_PROTECTED_IDS"].split(","))
# Operations with a limit per account, which are called as several.
LIMITED_PER_ACCOUNT = frozenset(
    {"POST /api/account/invitations", "POST /api/dashboard/predictions", "POST /api/dashboard/uploads"}
)
ACCOUNTS = itertools.cycle(os.environ["FUZZ_ACCOUNT_TOKENS"].split(","))
# They take turns: each has a limit per window.
OPERATOR_KEYS = itertools.cycle(os.environ["FUZZ_OPERATOR_KEYS"].split(","))
SWITCH = "POST /api/auth/switch"
CHANGES = frozenset({"DELETE", "PATCH", "POST"})
ADDRESSES = itertools.count(1)
# Characters of an Idempotency-Key to which a number can be appended.
KEY_LENGTH = 200
KEYS = itertools.count(1)
# Values of fields whose rules no schema states: what the installation has, and what the clock allows.
FITTING = {
    "accountId": os.environ["FUZZ_OTHER_ACCOUNT"],
    "allowedIps": ["203.0.113.0/24"],
    "allowedModels": ["embedded-image"],
    "expiresAt": "2099-12-31T00:00:00Z",
    "plan": "free",
    "version": 1,
}
OPAQUE = frozenset({"cursor", "from", "to"})
IS_FITTED = itertools.cycle([True, False])


# Tokens of single operations.
tokens = {
    SWITCH: os.environ["FUZZ_OTHER_TOKEN"],
    "GET /metrics": os.environ["FUZZ_METRICS_TOKEN"],
    # They take the account away: another user, whose password is that of the examples.
    "DELETE /api/account": os.environ["FUZZ_EXAMPLE_TOKEN"],
    "POST /api/auth/password": os.environ["FUZZ_EXAMPLE_TOKEN"],
}


# Without a cache: it would keep the first credential for all operations.
@schemathesis.auth(refresh_interval=None)
class Credentials:
    """Uses an operator key or an API key where a route accepts one, and the administrator's access token elsewhere."""

    def get(self, case, context):
        requirements = context.operation.definition.raw.get("security", [])
        schemes = {name for requirement in requirements for name in requirement}
        if context.operation.label in tokens:
            return tokens[context.operation.label]
        if context.operation.label in LIMITED_PER_ACCOUNT and phase_of(case) != "stateful":
            return next(ACCOUNTS)
        if "operatorKey" in schemes:
            return next(OPERATOR_KEYS)
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
    if phase_of(case) == "fuzzing" and case.meta.generation.mode.value == "positive" and next(IS_FITTED):
        fit(case)
    if case.method.upper() in CHANGES:
        for name, value in (case.path_parameters or {}).items():
            if value in PROTECTED_IDS:
                case.path_parameters[name] = value[:-8] + "00000000"


@schemathesis.hook
def after_call(context, case, response):
    # Its session has ended, and the response has the token of the next.
    if case.operation.label == SWITCH and response.status_code == 200:
        tokens[SWITCH] = response.json()["accessToken"]


def phase_of(case):
    return case.meta.phase.name.value if case.meta else None


def fit(case):
    """Lets a random request that obeys the description also obey the rules behind it."""
    if isinstance(case.body, dict):
        case.body = {name: FITTING.get(name, value) if value is not None else None for name, value in case.body.items()}
    if case.query:
        case.query = {name: value for name, value in case.query.items() if name not in OPAQUE}


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
