"""The Python client of Offprint: start a generation, wait for it, save the file.

    from offprint import Offprint

    offprint = Offprint()  # OFFPRINT_API_KEY, OFFPRINT_URL
    image = offprint.generate({"modelKey": "embedded-image", "prompt": "a lighthouse at dawn"})
    image.save("lighthouse.png")

`AsyncOffprint` has the same calls for asyncio.
"""

from importlib.metadata import version

from ._async.client import AsyncOffprint
from ._async.prediction import AsyncOutput, AsyncPrediction
from ._errors import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    FieldProblem,
    GenerationFailedError,
    InvalidRequestError,
    NotFoundError,
    OffprintError,
    PaymentRequiredError,
    PermissionDeniedError,
    RateLimitError,
    ServiceError,
    UnavailableError,
    WaitTimeoutError,
)
from ._sync.client import Offprint
from ._sync.prediction import Output, Prediction
from ._types import (
    Balance,
    EndUser,
    Environment,
    HistoryEntry,
    KeyRecord,
    LedgerEntry,
    MissingPrediction,
    Modality,
    Model,
    OutputFile,
    OutputMark,
    PredictionBody,
    PredictionStatus,
    Quote,
    SpendLimit,
    Started,
    Upload,
    UsageGroup,
    UsageItem,
)

__version__ = version("offprint")

__all__ = [
    "AsyncOffprint",
    "AsyncOutput",
    "AsyncPrediction",
    "AuthenticationError",
    "Balance",
    "ConflictError",
    "ConnectionFailedError",
    "EndUser",
    "Environment",
    "FieldProblem",
    "GenerationFailedError",
    "HistoryEntry",
    "InvalidRequestError",
    "KeyRecord",
    "LedgerEntry",
    "MissingPrediction",
    "Modality",
    "Model",
    "NotFoundError",
    "Offprint",
    "OffprintError",
    "Output",
    "OutputFile",
    "OutputMark",
    "PaymentRequiredError",
    "PermissionDeniedError",
    "Prediction",
    "PredictionBody",
    "PredictionStatus",
    "Quote",
    "RateLimitError",
    "ServiceError",
    "SpendLimit",
    "Started",
    "UnavailableError",
    "Upload",
    "UsageGroup",
    "UsageItem",
    "WaitTimeoutError",
]
