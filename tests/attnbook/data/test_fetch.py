"""Fetching: mirror, cache, address; every way in which it fails is told, and
nothing half-written stays.
"""

import hashlib
import threading
import tracemalloc
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from attnbook import files
from attnbook.data import fetch
from tests.toys import refused

GOOD = b"The whole content of the file.\n" * 16_301
DIGEST = hashlib.sha256(GOOD).hexdigest()
LONG = bytes(2**24)
PIECE = 200_003  # bytes: a connection to /shaky brings no more


class Handler(BaseHTTPRequestHandler):
    """good: all of it; wrong: other bytes; broken: cut in the middle; unknown:
    without its size; shaky: a piece for each connection, from where it is asked
    to begin.
    """

    def do_GET(self):  # noqa: N802 (the name is http.server's)
        self.server.asked.append(self.path)
        bodies = {
            "/wrong": GOOD[::-1],
            "/broken": GOOD[:1000],
            "/long": LONG,
        }
        body = bodies.get(self.path, GOOD)
        shaky = self.path == "/shaky"
        asked = self.headers.get("Range", "bytes=0-")
        start = int(asked[6:-1]) if shaky else 0
        if self.path == "/missing":
            self.send_error(404)
            return
        self.send_response(206 if start else 200)
        if self.path != "/unknown":
            size = len(GOOD if self.path == "/broken" else body) - start
            self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.write(body[start:][:PIECE] if shaky else body)

    def log_message(self, *_):
        """Quiet."""


@pytest.fixture(scope="module")
def server():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.asked = []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def address(server, monkeypatch):
    """From a path to its address; no proxy stands between."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server.asked.clear()
    return lambda path: f"http://127.0.0.1:{server.server_port}{path}"


def get(address, name="set/file", digest=DIGEST):
    """The file, from its address or from where it lies already."""
    return fetch.fetch(name, address, digest)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNBOOK_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ATTNBOOK_DATA", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    folder = tmp_path / "mirror"
    (folder / "set").mkdir(parents=True)
    monkeypatch.setenv("ATTNBOOK_DATA", str(folder))
    return folder


def contents(folder):
    """Every file below the folder, temporary ones too."""
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in folder.rglob("*")
        if p.is_file()
    }


def test_a_good_download_is_kept_and_not_asked_for_twice(
    server, address, cache
):
    for _ in range(2):
        assert get(address("/good")) == cache / "set" / "file"
    assert contents(cache) == {"set/file": GOOD}
    assert server.asked == ["/good"]


@pytest.mark.parametrize(
    ("path", "size"), [("/good", " (505kB)"), ("/unknown", "")]
)
def test_a_download_is_told_in_one_line(address, capfd, path, size):
    get(address(path))
    assert capfd.readouterr() == ("", f"fetching set/file{size}\n")
    get(address(path))
    assert capfd.readouterr() == ("", "")


def test_a_connection_that_breaks_is_taken_up_where_it_broke(
    server, address, cache, capfd
):
    get(address("/shaky"))
    assert contents(cache) == {"set/file": GOOD}
    assert len(server.asked) > len(GOOD) / PIECE > 2
    assert capfd.readouterr().err == "fetching set/file (505kB)\n"


def test_a_file_is_never_held_in_memory(address):
    """Neither while it is fetched, nor while the one in the cache is
    checked.
    """
    for _ in range(2):
        tracemalloc.start()
        get(address("/long"), digest=hashlib.sha256(LONG).hexdigest())
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < len(LONG) / 10


def test_a_wrong_checksum_names_file_address_and_both_hashes(address, cache):
    found, where = hashlib.sha256(GOOD[::-1]).hexdigest(), address("/wrong")
    with refused("wrong checksum: set/file") as caught:
        get(where)
    assert all(x in str(caught.value) for x in (where, DIGEST, found))
    assert contents(cache) == {}


@pytest.mark.parametrize("path", ["/broken", "/missing"])
def test_half_a_download_or_none_names_file_and_address(address, cache, path):
    begins = f"^cannot fetch set/file from {address(path)}: "
    ends = f"; it may be put by hand at {cache / 'set' / 'file'}$"
    with refused(f"{begins}[^\n]{{1,160}}{ends}", OSError):
        get(address(path))
    assert contents(cache) == {}
    assert get(address("/good")).read_bytes() == GOOD


@pytest.mark.parametrize("wrong", ["no", "set/file", "set"])
def test_a_mirror_without_the_file_is_named_when_the_network_fails(
    mirror, monkeypatch, wrong
):
    """Absent, a file, and one level too deep."""
    (mirror / "set" / "file").write_bytes(GOOD)
    folder = mirror / wrong
    monkeypatch.setenv("ATTNBOOK_DATA", str(folder))
    with refused(f"^ATTNBOOK_DATA={folder} has no set/file; then: ", OSError):
        get("http://127.0.0.1:9/file")


def test_a_damaged_file_in_the_cache_is_told_and_not_replaced(
    server, address, cache
):
    files.write(cache / "set" / "file", GOOD[:-1])
    with refused(f"wrong checksum: set/file\n  file:     {cache}/set/file"):
        get(address("/good"))
    assert server.asked == []


def test_the_mirror_is_searched_first_and_never_written(
    server, address, cache, mirror
):
    (mirror / "set" / "file").write_bytes(GOOD)
    assert get(address("/good")) == mirror / "set" / "file"
    assert server.asked == []
    get(address("/good"), "set/other")
    assert contents(mirror) == {"set/file": GOOD}
    assert contents(cache) == {"set/other": GOOD}
    (mirror / "set" / "file").write_bytes(GOOD[:-1])
    with refused(f"wrong checksum: set/file\n  file:     {mirror}/set/file"):
        get(address("/good"))


def test_where_nobody_knows_the_checksum_none_is_asked(address):
    path = get(address("/wrong"), digest=None)
    assert path.read_bytes() == GOOD[::-1]
    assert get(address("/missing"), digest=None) == path
