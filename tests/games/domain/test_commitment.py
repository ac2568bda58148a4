"""Commitments can be checked by anyone with standard tools."""

import random
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.commitment import commit, draw_salt, verify

SALT = "000102030405060708090a0b0c0d0e0f"


def test_a_commitment_is_the_sha256_of_salt_colon_answer() -> None:
    # FIPS 180-2, appendix B.1: SHA-256 of "abc"; a commitment is never made without a salt, so the
    # second vector is of the full form, computed with coreutils' sha256sum.
    assert commit("", "")[:16] == "e7ac0786668e0ff0"  # SHA-256 of ":"
    assert (
        commit(SALT, "blue")
        == subprocess.run(
            f"printf '%s' '{SALT}:blue' | sha256sum", shell=True, capture_output=True, text=True, check=True
        ).stdout.split()[0]
    )


@pytest.mark.parametrize(
    "answer", ["blue", "zwei\nZeilen mit \u00fc", "100 % \\n $HOME 'quoted'", "\U0001f680"]
)
def test_the_shell_agrees_with_a_commitment(answer: str) -> None:
    told = subprocess.run(
        ["sh", "-c", 'printf %s "$1:$2" | sha256sum', "sh", SALT, answer],
        capture_output=True,
        text=True,
        check=True,
    )
    assert commit(SALT, answer) == told.stdout.split()[0]


@given(st.text(max_size=50), st.text(max_size=50))
def test_only_the_committed_answer_verifies(sealed: str, claimed: str) -> None:
    sealed, claimed = (text.encode("utf-8", "ignore").decode() for text in (sealed, claimed))
    assert verify(commit(SALT, sealed), SALT, claimed) == (sealed == claimed)


def test_equal_answers_have_different_commitments_under_different_salts() -> None:
    rng = random.Random(1)
    salts = {draw_salt(rng) for _ in range(100)}
    assert len(salts) == 100
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)
    assert len({commit(salt, "blue") for salt in salts}) == 100
