"""The command `data` lists, and checks what it fetches."""

from tests.cli.toys import run


def test_data_lists_and_checks():
    assert "multi30k: en-fr, de-en" in run("data").output
    result = run("data", "multi30k", "--pair", "de-en")
    assert result.output.splitlines() == [
        f"multi30k de-en {split}: 40 pairs"
        for split in ("train", "val", "test")
    ]
    wrong = run("data", "multi40k")
    assert wrong.exit_code == 2
    assert (
        "unknown corpus: 'multi40k'; there are phrases, multi30k"
        in wrong.stderr
    )


def test_an_altered_file_is_told(places):
    (places / "data" / "multi30k" / "val.fr.gz").write_bytes(b"altered")
    result = run("data", "multi30k")
    assert result.exit_code == 2
    assert "wrong checksum: multi30k/val.fr.gz" in result.stderr
