"""The command `data` checks what it fetches."""

from tests.attncourse.cli.toys import done, refused


def test_data_is_fetched_and_checked():
    found = done("data", "multi30k", "--pair", "de-en").splitlines()
    splits = ("train", "val", "test")
    assert found == [f"multi30k de-en {split}: 40 pairs" for split in splits]
    says = "unknown corpus: 'multi40k'; there are phrases, multi30k"
    assert says in refused("data", "multi40k")
