"""Rejections that are right although the request obeys openapi.json: rules that no schema can state.

An allowance names its operations and what the response must say, and nothing else is allowed: a response with one more problem
is a failure. docs/fuzzing.md has a row for each.
"""

import re

WAIT_RULE = "wait must be a number between 0 and 60"

# Of `positive_data_acceptance`: messages of the problems in `details`, by operation.
PROBLEMS = {
    # A cursor is opaque. Only those of this list are accepted.
    r"cursor is not a cursor of this list": [
        "GET /api/admin/accounts",
        "GET /api/admin/accounts/{id}/audit",
        "GET /api/admin/accounts/{id}/ledger",
        "GET /api/admin/audit",
        "GET /api/admin/catalogue/models/{modelKey}/versions",
        "GET /api/admin/catalogue/packs/{id}/versions",
        "GET /api/admin/catalogue/plans/{key}/versions",
        "GET /api/admin/operator-keys",
        "GET /api/admin/predictions",
        "GET /api/audit",
        "GET /api/billing/payments",
        "GET /api/credits/ledger",
        "GET /api/dashboard/credits/ledger",
        "GET /api/dashboard/predictions",
        "GET /api/dashboard/reframes",
        "GET /api/generate/history",
        "GET /api/generate/reframe/history",
        "GET /api/keys",
        "GET /api/requests",
    ],
    # Two fields together.
    r"from must be (before `to`|within \d+ days of `to`)": [
        "GET /api/admin/accounts/{id}/audit",
        "GET /api/admin/accounts/{id}/ledger",
        "GET /api/admin/accounts/{id}/usage",
        "GET /api/admin/audit",
        "GET /api/admin/overview",
        "GET /api/admin/predictions",
        "GET /api/admin/usage",
        "GET /api/audit",
        "GET /api/credits/ledger",
        "GET /api/dashboard/credits/ledger",
        "GET /api/dashboard/credits/ledger.csv",
        "GET /api/dashboard/credits/spend",
        "GET /api/dashboard/overview",
        "GET /api/dashboard/predictions",
        "GET /api/dashboard/reframes",
        "GET /api/generate/history",
        "GET /api/generate/reframe/history",
        "GET /api/requests",
        "GET /api/usage",
    ],
    r"plan must not be given together with pack|pack must be the id of a pack, unless plan is given": ["POST /api/billing/checkout"],
    r"name or alertBelow is required": ["PATCH /api/account"],
    r"body must have one of .+": [
        "PATCH /api/admin/catalogue/models/{modelKey}",
        "PATCH /api/admin/catalogue/packs/{id}",
        "PATCH /api/admin/catalogue/plans/{key}",
    ],
    # Names of the time-zone database, and of the catalogue.
    r"timeZone must be an IANA time zone such as Europe/Berlin": [
        "GET /api/admin/overview",
        "GET /api/dashboard/credits/spend",
        "GET /api/dashboard/overview",
    ],
    r"routes must name engines of the catalogue’s files: .+": ["PATCH /api/admin/catalogue/models/{modelKey}"],
    # JSON Schema's `multipleOf: 0.001` is inexact in floating point, and generated clients cannot express `not 0`.
    r"amount must be a number of credits with at most 3 decimals": [
        "POST /api/admin/credits/adjustments",
        "POST /api/admin/credits/grants",
    ],
    r"amount should not be equal to 0": ["POST /api/admin/credits/adjustments"],
    # The form of a link or a data URL, and the models' own limits.
    r"(imageUrl|videoUrl) must be an https link, a data URL or a link to an output of ours": [
        "POST /api/generate",
        "POST /api/generate/quote",
    ],
    r"aspectRatio must be between 1:4 and 4:1": ["POST /api/generate", "POST /api/generate/quote"],
    # Names that PostgreSQL cannot store, or that every object of JavaScript has; an empty one.
    r"metadata\..* (is not an allowed field name|must have a name of 1 to 64 characters)": [
        "POST /api/generate",
        "POST /api/generate/quote",
    ],
    # Numbers that Python writes with an exponent (1e-05).
    WAIT_RULE: [
        "GET /api/generate/status",
        "GET /api/generate/status/{predictionId}",
        "POST /api/generate",
    ],
    # Depends on the credential, not on the request.
    r"Idempotency-Key is required where an operator key moves credits": [
        "POST /api/admin/accounts",
        "POST /api/admin/credits/adjustments",
        "POST /api/admin/credits/grants",
    ],
}

# Codes of responses, by operation.
CODES = {
    # Links are sent by mail and cannot be guessed.
    "link_invalid": [
        "POST /api/account/invitations/accept",
        "POST /api/auth/email/verify",
        "POST /api/auth/password/reset",
        "POST /api/auth/register/invited",
    ],
    "signature_invalid": ["POST /api/billing/webhooks/{provider}"],
    # The same key with another body.
    "idempotency_mismatch": [
        "POST /api/admin/accounts",
        "POST /api/admin/credits/adjustments",
        "POST /api/admin/credits/grants",
        "POST /api/generate",
    ],
}

# Operations whose body is described for all models. The model's own schema validates it.
BY_MODEL = frozenset({"POST /api/dashboard/predictions", "POST /api/dashboard/quote"})

# Seconds beyond the `wait` of a request: `max_response_time` of schemathesis.toml.
RESPONSE_SECONDS = 30


def is_allowed(failure, case, response):
    """Returns whether a failure is one that docs/fuzzing.md explains."""
    operation = case.operation.label
    if "max_response_time" in failure.checks:
        return response.elapsed <= seconds_to_wait(case) + RESPONSE_SECONDS
    if "positive_data_acceptance" not in failure.checks or not 400 <= response.status_code < 500:
        return False
    body = response.json()
    code = body.get("code")
    if operation in CODES.get(code, ()):
        return True
    if code != "validation_failed":
        return False
    if operation in BY_MODEL:
        return True
    problems = [problem["message"] for problem in body["details"]]
    return bool(problems) and all(is_explained(problem, case) for problem in problems)


def is_explained(problem, case):
    if problem == WAIT_RULE and not has_exponent((case.query or {}).get("wait")):
        return False
    return any(case.operation.label in labels and re.fullmatch(rule, problem, re.DOTALL) for rule, labels in PROBLEMS.items())


def has_exponent(number):
    return "e" in str(number).lower()


def seconds_to_wait(case):
    """Returns what a request asks for: `wait` of the query, or `Prefer: wait=1`."""
    preference = re.fullmatch(r"wait=(\d{1,2})", str((case.headers or {}).get("Prefer", "")))
    wait = str((case.query or {}).get("wait", preference and preference[1]))
    return min(60, float(wait)) if re.fullmatch(r"\d{1,2}(\.\d+)?", wait) else 0
