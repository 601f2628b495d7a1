"""The command `data` lists, and checks what it fetches."""

from tests.attncourse.cli.toys import done, refused


def test_data_lists_and_checks():
    assert "multi30k: en-fr, de-en" in done("data")
    found = done("data", "multi30k", "--pair", "de-en").splitlines()
    splits = ("train", "val", "test")
    assert found == [f"multi30k de-en {split}: 40 pairs" for split in splits]
    says = "unknown corpus: 'multi40k'; there are phrases, multi30k"
    assert says in refused("data", "multi40k")
