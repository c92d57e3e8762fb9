"""`python -m offprint`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from kit import Account, Kit


@pytest.fixture
def environment(kit: Kit, api_key: str) -> dict[str, str]:
    return {**os.environ, "OFFPRINT_URL": kit.url, "OFFPRINT_API_KEY": api_key}


def run(environment: dict[str, str], folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "offprint", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_generates_and_saves_a_picture(environment: dict[str, str], tmp_path: Path) -> None:
    result = run(environment, tmp_path, "a lighthouse at dawn", "-o", "x.png", "-f", "seed=7", "-m", "embedded-image")
    assert result.returncode == 0, result.stderr
    saved = (tmp_path / "x.png").read_bytes()
    assert saved[1:4] == b"PNG"
    assert result.stdout.startswith(f"x.png: {len(saved)} bytes, embedded-image, ")
    assert "completed 100 %" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["x.png"]


def test_chooses_a_model_by_the_name_of_the_file(environment: dict[str, str], tmp_path: Path) -> None:
    quoted = run(environment, tmp_path, "a lighthouse at dawn", "-o", "x.webp", "--quote")
    assert (quoted.returncode, quoted.stderr) == (0, "")
    assert float(quoted.stdout) > 0
    result = run(environment, tmp_path, "a lighthouse at dawn", "-o", "x.mp3", "-m", "fake-audio", "-q")
    assert (result.returncode, result.stderr) == (0, "")
    assert list(tmp_path.glob("x.*")) == [tmp_path / "x.mp3"]


def test_says_in_a_line_what_is_wrong(environment: dict[str, str], tmp_path: Path) -> None:
    for arguments, expected in [
        (["a prompt", "-o", "x.unknown"], "does not say what to make"),
        (["a prompt", "-o", "x.tiff", "-m", "embedded-image"], "embedded-image makes png"),
        (["a prompt", "-o", "x.png", "-m", "no-such-model"], "does not exist"),
        (["a prompt", "-o", "x.png", "-m", "embedded-image", "-f", "colour=red"], "colour"),
        (["a prompt", "-o", "x.png", "-f", "colour"], "NAME=VALUE"),
    ]:
        result = run(environment, tmp_path, *arguments)
        assert result.returncode == 1
        assert expected in result.stderr
        assert "Traceback" not in result.stderr
    result = run({**environment, "OFFPRINT_API_KEY": ""}, tmp_path, "a prompt", "-o", "x.png")
    assert (result.returncode, result.stderr) == (1, "Give an api_key, or set OFFPRINT_API_KEY.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no SIGINT for another process")
def test_ctrl_c_cancels_and_refunds(kit: Kit, account: Account, environment: dict[str, str], tmp_path: Path) -> None:
    prompt = f"interrupted {uuid4()}"
    kit.next(prompt, submit="pending", poll="pending")
    balance = account.balance()
    command = [sys.executable, "-m", "offprint", prompt, "-o", "x.png", "-m", "fake-image"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        assert process.stderr.readline().startswith("processing")
        process.send_signal(signal.SIGINT)
        assert process.stderr.read().endswith("Cancelled; what was charged is refunded.\n")
    assert process.returncode == 130
    assert account.balance() == balance
    assert list(tmp_path.iterdir()) == []
