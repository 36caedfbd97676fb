"""Numbers from users: one reader for flags, options of games, seats and game files."""

import pytest

HUGE = "9" * 5000
STRANGE = ["²", "--5", "٣", "1_0", "0x10", "1e3", "+5", "", " ", HUGE, f"-{HUGE}"]


def is_refused(done):
    return done.exit_code in (1, 2) and "Traceback" not in done.stderr and len(done.stderr) < 2000


@pytest.mark.parametrize("text", STRANGE)
@pytest.mark.parametrize(
    "words",
    [
        ("run", "little-whist", "--set", "target={}"),
        ("run", "little-whist", "--as", "{}"),
        ("run", "little-whist", "--seed", "{}"),
        ("run", "little-whist", "--players", "{}"),
        ("play", "little-whist", "--seat", "{}"),
        ("replay", "none.game", "--step", "{}"),
        ("test", "little-whist", "--seconds", "{}"),
        ("test", "little-whist", "--games", "{}"),
        ("test", "little-whist", "--jobs", "{}"),
        ("diff", "little-whist", "little-whist", "--seconds", "{}"),
        ("diff", "little-whist", "little-whist", "--set-b", "target={}"),
    ],
    ids=lambda words: " ".join(words[::2]),
)
def test_a_strange_number_is_refused(words, text, hoyle):
    done = hoyle(*(word.replace("{}", text) for word in words))
    assert is_refused(done)


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "1e-3"])
def test_seconds_are_a_time(text, hoyle):
    done = hoyle("test", "little-whist", "--seconds", text)
    assert done.exit_code == 2 and "is not a time in seconds" in done.stderr


@pytest.mark.parametrize("text", [text for text in STRANGE if text.strip()])
@pytest.mark.parametrize("line", ["seed 3", "option target 1"])
def test_the_same_in_a_game_file(line, text, hoyle, tmp_path, sealed):
    record = tmp_path / "a.game"
    hoyle("run", "little-whist", "--seed", 3, "--set", "target=1", "--record", record)
    written = record.read_text(encoding="utf-8")
    assert f"{line}\n" in written
    word = line.rpartition(" ")[0]
    record.write_text(sealed(written.replace(line, f"{word} {text}")), encoding="utf-8")
    assert is_refused(hoyle("replay", record))


def test_what_is_said_at_the_prompt(hoyle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answers = "\n".join([*(text for text in STRANGE if text.strip()), "quit\n"])
    done = hoyle("play", "little-whist", "--seed", 5, answers=answers)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "saved: little-whist.game" in done.stdout


def test_a_seed_of_a_hundred_digits_is_written_and_read(hoyle, tmp_path):
    record, seed = tmp_path / "a.game", "-" + "9" * 100
    told = hoyle("run", "little-whist", "--seed", seed, "--record", record).stdout
    assert hoyle("replay", record).stdout == told and seed in told
    more = hoyle("run", "little-whist", "--seed", "9" * 101, "--record", record)
    assert more.exit_code == 2 and "has more than 100 digits" in more.stderr
