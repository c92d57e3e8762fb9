"""Rejections that are right although the request obeys openapi.json: rules that no schema can state.

An allowance names its operations and what the response must say, and nothing else is allowed: a response with one more problem
is a failure. docs/fuzzing.md has a row for each.
"""

import json
import re

WAIT_RULE = "wait must be a number between 0 and 60"
DATE_RULE = r"(from|to) must be a valid ISO 8601 date string"

# Routes with `from` and `to`.
PERIODS = [
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
]
# Routes that make or change keys.
KEYS = ["PATCH /api/keys/{id}", "POST /api/admin/accounts/{id}/keys", "POST /api/keys"]
UPLOADS = ["POST /api/dashboard/uploads", "POST /api/uploads"]
# Routes whose body is the input of a model.
INPUTS = [
    "POST /api/dashboard/predictions",
    "POST /api/dashboard/quote",
    "POST /api/generate",
    "POST /api/generate/quote",
]

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
        "GET /api/admin/payments",
        "GET /api/admin/predictions",
        "GET /api/admin/subscriptions",
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
    r"from must be (before `to`|within \d+ days of `to`)": PERIODS,
    # Years before 100, which no row has.
    DATE_RULE: PERIODS,
    r"(from|to) must be (the start of an hour|after 1970|before 9999)": ["GET /api/admin/overview", "GET /api/dashboard/credits/spend"],
    r"plan must not be given together with pack|pack must be the id of a pack, unless plan is given": ["POST /api/billing/checkout"],
    r".+ is required with .+": ["PATCH /api/admin/catalogue/plans/{key}"],
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
    r"routes must (name engines of the catalogue’s files: .+|name each engine once|leave one route enabled; .+)": [
        "PATCH /api/admin/catalogue/models/{modelKey}",
    ],
    r"plan must be one of .+": ["PATCH /api/admin/accounts/{id}", "POST /api/admin/accounts"],
    r"models must (be keys of models: .* is none|have each value once)": ["PATCH /api/admin/catalogue/plans/{key}"],
    r"allowedModels must be keys of GET /api/models; there is no model .+": KEYS,
    r"version must be a version of the (model|pack|plan) .+": [
        "POST /api/admin/catalogue/models/{modelKey}/restore",
        "POST /api/admin/catalogue/packs/{id}/restore",
        "POST /api/admin/catalogue/plans/{key}/restore",
    ],
    # The form of an address or a network, of either family.
    r"allowedIps must have IP addresses or networks only, .+": [*KEYS, "POST /api/admin/operator-keys"],
    # The clock decides.
    r"expiresAt must be in the future": [*KEYS, "POST /api/admin/credits/grants", "POST /api/admin/operator-keys"],
    # An administrator may set it lower for an account, or its plan has it.
    r"rateLimit must not be greater than \d+, the highest of .+": KEYS,
    # JSON Schema's `multipleOf: 0.001` is inexact in floating point, and generated clients cannot express `not 0`.
    r"(amount|credits) must be a number of credits with at most 3 decimals": [
        *KEYS,
        "POST /api/admin/accounts",
        "POST /api/admin/credits/adjustments",
        "POST /api/admin/credits/grants",
        "PUT /api/end-users/{externalUserId}",
    ],
    r"alertBelow must be .+, with at most 3 decimals, or null": ["PATCH /api/account"],
    r".+ must have at most 3 decimals": [
        "PATCH /api/admin/catalogue/models/{modelKey}",
        "PATCH /api/admin/catalogue/packs/{id}",
        "PATCH /api/admin/catalogue/plans/{key}",
    ],
    r"amount should not be equal to 0": ["POST /api/admin/credits/adjustments"],
    # The form of a link or a data URL, and the models' own limits.
    r"(imageUrl|videoUrl) must be an https link, a data URL or a link to an output of ours": INPUTS,
    r"aspectRatio must be between 1:4 and 4:1": INPUTS,
    # The content of a file.
    r"The file (is not a picture or a video of a kind that is supported: .*|has no picture in it)\.": UPLOADS,
    # Names that PostgreSQL cannot store, or that every object of JavaScript has; an empty one.
    r"metadata\..* (is not an allowed field name|must have a name of 1 to 64 characters)": [
        *INPUTS,
        *KEYS,
    ],
    # Numbers that Python writes with an exponent (1e-05).
    WAIT_RULE: [
        "POST /api/dashboard/predictions",
        "GET /api/dashboard/predictions/{predictionId}",
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

# Of every operation: PostgreSQL stores no such text, and each string would need a pattern.
TEXT_RULE = r".+ must not hold NUL bytes or lone surrogates"

# Seconds beyond the `wait` of a request: `max_response_time` of schemathesis.toml.
RESPONSE_SECONDS = 30


def is_allowed(failure, case, response):
    """Returns whether a failure is one that docs/fuzzing.md explains."""
    operation = case.operation.label
    if "max_response_time" in failure.checks:
        return response.elapsed <= seconds_to_wait(case) + RESPONSE_SECONDS
    if "negative_data_rejection" in failure.checks:
        # A form whose file Schemathesis has replaced by a real picture: it names nothing that is invalid.
        return operation in UPLOADS and case.meta.phase.data.description == "Positive test case"
    if "positive_data_acceptance" not in failure.checks or not 400 <= response.status_code < 500:
        return False
    if case.method.upper() == "HEAD":
        # Its response has no body.
        return response.status_code == 400 and has_unstorable_text(case)
    body = response.json()
    code = body.get("code")
    if operation in CODES.get(code, ()):
        return True
    if code != "validation_failed":
        return False
    problems = [problem["message"] for problem in body.get("details", [])]
    return bool(problems) and all(is_explained(problem, case) for problem in problems)


def is_explained(problem, case):
    query = case.query or {}
    if re.fullmatch(TEXT_RULE, problem, re.DOTALL):
        return has_unstorable_text(case)
    if problem == WAIT_RULE and not has_exponent(query.get("wait")):
        return False
    if re.fullmatch(DATE_RULE, problem) and not query[problem.split()[0]].startswith("00"):
        return False
    return any(case.operation.label in labels and re.fullmatch(rule, problem, re.DOTALL) for rule, labels in PROBLEMS.items())


def has_unstorable_text(case):
    request = json.dumps([case.path_parameters, case.query, case.body], default=str)
    # Pairs of surrogates are one character.
    return "\\u0000" in request or re.search(r"\\ud[89a-f]", re.sub(r"\\ud[89ab]..\\ud[c-f]..", "", request)) is not None


def has_exponent(number):
    return "e" in str(number).lower()


def seconds_to_wait(case):
    """Returns what a request asks for: `wait` of the query, or `Prefer: wait=1`."""
    preference = re.fullmatch(r"wait=(\d{1,2})", str((case.headers or {}).get("Prefer", "")))
    wait = str((case.query or {}).get("wait", preference and preference[1]))
    return min(60, float(wait)) if re.fullmatch(r"\d{1,2}(\.\d+)?", wait) else 0
