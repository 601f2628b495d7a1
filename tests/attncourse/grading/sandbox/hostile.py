"""Submissions that are broken or hostile: their cells, the points of their
answer to `split_heads`, and what the student is told.

{secret} is a file of the instructor, {port} a port at which somebody listens.
"""

from textwrap import indent

RIGHT = """\
def split_heads(x, H):
    return x.unflatten(-1, (H, -1)).transpose(1, 2)
"""
WRONG = """\
def split_heads(x, H):
    return x.reshape(x.shape[0], H, x.shape[1], -1)
"""


def inside(*lines: str) -> str:
    """An answer with these lines before it returns what is wrong."""
    body = "".join(f"    {line}\n" for line in lines)
    return WRONG.replace("    return", f"{body}    return")


def returning(what: str, *before: str) -> str:
    """An answer that returns this."""
    body = "".join(f"    {line}\n" for line in (*before, f"return {what}"))
    return f"import os, sys, torch\ndef split_heads(x, H):\n{body}"


Table = dict[str, tuple[list[str], float, str]]


def peeks(what: str) -> str:
    """An answer that tells what it has seen."""
    return f"import os\ndef split_heads(x, H):\n    raise ValueError({what})\n"


def right(*cells: str) -> tuple[list[str], float, str]:
    return [*cells], 1, ""


def wrong(says: str, *cells: str) -> tuple[list[str], float, str]:
    return [*cells], 0, says


FORGED = """
import json, os, struct
head = json.dumps([{"number": 3, "returned": None}, []]).encode()
frame = struct.pack("!Q", len(head)) + head
for place in range(64):
    try:
        os.write(place, GARBAGE)
    except OSError:
        pass
"""
FRAMES = """
import gc, sys, torch
def split_heads(x, H):
    frame, found = sys._getframe(), []
    while frame:
        found += [*frame.f_locals.values(), *frame.f_globals.values()]
        frame = frame.f_back
    found += gc.get_objects()
    shape = (x.shape[0], H, x.shape[1], x.shape[2] // H)
    for one in found:
        if type(one) is torch.Tensor and one.shape == shape:
            return one
        if type(one) is dict and ("expected" in one or "heads" in one):
            return one.get("heads", one)
    return x.reshape(shape)
"""
PATCHED = """
import torch
from attncourse.checks import checker, values
from attncourse.checks.calling import forms
from attncourse.grading import grade
torch.allclose = torch.equal = lambda *a, **k: True
torch.Tensor.__eq__ = lambda *a: True
values.close = forms.same = lambda *a, **k: True
checker.Check.judge = checker.Check.__call__ = lambda *a, **k: None
grade.judged_all = grade.grade = None
"""
SOCKET = """
import socket
def split_heads(x, H):
    socket.create_connection(("127.0.0.1", {port}), 2).close()
    return x
"""
FORKS = """
import os, time
def split_heads(x, H):
    for _ in range(300):
        if not os.fork():
            time.sleep(1000)
    return x
"""
CHILDREN = """
import subprocess, sys
def split_heads(x, H):
    code = "x = bytearray(7 * 10**8); import time; time.sleep(1000)"
    found = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    return [child.wait() for child in found]
"""
DISK = """
import os
def split_heads(x, H):
    os.makedirs("{place}", exist_ok=True)
    with open("{place}/large", "wb") as file:
        for _ in range(2000):
            file.write(bytes(2**20))
    return x
"""
KEYS = (
    "(__import__('ctypes').CDLL(None, use_errno=True).syscall(250 if "
    "os.uname().machine == 'x86_64' else 219, 1, None), "
    "__import__('ctypes').get_errno())"
)
ENDED = "gave no answer"
LOOP = "What ends your loop?"
WAITS = "What does your code wait for?"
TYPE = "heads must be a tensor: yours is "

ALONE: Table = {
    "right": right(RIGHT),
    "right, cells without order or metadata": right("1 / 0", RIGHT, "1 +"),
    "right, magics and a shell": right("%pip install x\n!rm -r /", RIGHT),
    "right, defined twice": right(WRONG, RIGHT),
    "right, transformers of IPython": right(
        "get_ipython().input_transformers_post.append(lambda l: ['pass'])",
        RIGHT,
    ),
    "right, 1 GB of prints": right(
        "for _ in range(100):\n    print('x' * 10**7)", RIGHT
    ),
    "right, and thousands of warnings": right(
        "import warnings\nfor k in range(9999):\n    warnings.warn(str(k))",
        RIGHT,
    ),
    "right, descriptors 0 to 2 closed": right(
        "import os\nfor k in range(3):\n    os.close(k)", RIGHT
    ),
    "missing": wrong("no function", "def other(x, H):\n    return x"),
    "in text": wrong("is text: make it code", "# def split_heads("),
    "no function": wrong("no function", "split_heads = 3"),
    "empty": wrong("no function"),
    "a syntax error": wrong("no func", "def split_heads(x, H:\n    return x"),
    "loop": wrong(LOOP, inside("while True: pass")),
    "loop in a cell": wrong(LOOP, "while True: pass", RIGHT),
    "SystemExit in a cell": right("raise SystemExit(0)", RIGHT),
    "os._exit": wrong(ENDED, inside("import os", "os._exit(0)")),
    "os._exit in a cell": wrong(ENDED, "import os\nos._exit(0)", RIGHT),
    "segmentation fault": wrong(
        ENDED, inside("import ctypes", "ctypes.string_at(0)")
    ),
    "kills all": wrong(
        "No such process",
        inside("import os", "os.kill(-1, 9)", "os.kill(1, 9)"),
    ),
    "kills its parent": wrong(
        "", inside("import os", "os.kill(os.getppid(), 9)")
    ),
    "patches what compares and judges": wrong("heads wrong", PATCHED, WRONG),
    "patches builtins": wrong(
        "heads wrong",
        "import builtins\nbuiltins.len = lambda x: 0\nbuiltins.isinstance = ",
        WRONG,
    ),
    "forged reply": wrong("", FORGED.replace("GARBAGE", "frame"), WRONG),
    "forged reply in a call": wrong(
        "",
        "def forge():" + indent(FORGED.replace("GARBAGE", "frame * 50"), "  "),
        inside("forge()"),
    ),
    "garbage everywhere": wrong(
        "something else", FORGED.replace("GARBAGE", "os.urandom(10000)"), RIGHT
    ),
    "closes all descriptors": wrong(
        ENDED, inside("import os", "os.closerange(0, 256)")
    ),
    "300 forks": wrong("", FORKS),
    "3 GB of memory": wrong("", returning("bytearray(3 * 2**30)[:1]")),
    "2 GB on disk": wrong("raised OSError", DISK.replace("{place}", "/tmp")),
    "2 GB in /dev/shm": wrong(
        "raised OSError", DISK.replace("{place}", "/dev/shm")
    ),
    "2 GB beside its code": wrong(
        "raised OSE", DISK.replace("{place}", "/usr")
    ),
    "300 MB of text": wrong("larger", returning("'x' * (3 * 10**8)")),
    "a tensor of 400 MB": wrong(
        "larger", returning("torch.ones(5 * 10**7, dtype=x.dtype)")
    ),
    "5,000 lists in each other": wrong(
        "", returning("y", "y = []", "for _ in range(5000): y = [y]")
    ),
    "a list in itself": wrong(
        "larger", returning("y", "y = []", "y.append(y)")
    ),
    "1,500,000 objects": wrong("", returning("[object()] * 1_500_000")),
    "a tensor without numbers": wrong(
        "yours is a tensor without numbers", returning("x.to('meta')")
    ),
    "a number of 10,000 digits": wrong("", returning("10**10000")),
    "20,000 numbers of one hash": wrong(
        "larger",
        returning("{'$set': [k * (2**61 - 1) for k in range(20_000)]}"),
    ),
    "a chain of 1,500 names": wrong("", returning("torch" + ".a" * 1500)),
}
IDLE: Table = {
    "sleeps": wrong(WAITS, inside("import time", "time.sleep(10**6)")),
    "sleeps in a cell": wrong(WAITS, "import time\ntime.sleep(10**6)", RIGHT),
    "waits for a thread": wrong(
        WAITS, inside("import threading", "threading.Event().wait()")
    ),
    "stops itself": wrong(
        WAITS, inside("import os", "os.kill(os.getpid(), 19)")
    ),
    "loop that hears no signal": wrong(
        "",
        inside(
            "import signal",
            "for k in {*range(1, 32)} - {9, 19}:",
            "    signal.signal(k, signal.SIG_IGN)",
            "while True: pass",
        ),
    ),
    "4 children of 700 MB": wrong("", CHILDREN),
}
"""They never answer: nothing but patience ends them."""
PEACEFUL: Table = {
    "wrong": wrong("right, but in the wrong places", WRONG),
    "not written": wrong(
        "not written yet",
        "def split_heads(x, H):\n    raise NotImplementedError()",
    ),
    "other arguments": wrong("must take", "def split_heads(x):\n    return x"),
    "SystemExit": wrong("raised SystemExit", inside("raise SystemExit")),
    "KeyboardInterrupt": wrong("raised Key", inside("raise KeyboardInterrupt")),
    "equal to everything": wrong(
        f"{TYPE}Yes",
        "class Yes:\n    shape = dtype = None\n"
        "    def __eq__(self, other): return True\n"
        "    def __getattr__(self, name): return self\n"
        "    def __call__(self, *a): return self",
        returning("Yes()"),
    ),
    "a tensor of its own class": wrong(
        "heads must",
        "import torch\nclass Own(torch.Tensor):\n"
        "    def __eq__(self, other): return True",
        returning("torch.ones(2).as_subclass(Own)"),
    ),
    "reads frames and all objects": wrong("", FRAMES),
    "pickle": wrong(
        f"{TYPE}Evil",
        "class Evil:\n    def __reduce__(self):\n"
        "        return (open, ('{secret}', 'w'))",
        returning("Evil()"),
    ),
    "network": wrong("raised ", SOCKET),
    "NaN": wrong(
        "heads wrong",
        returning(
            "split(x, H) * float('nan')",
            "split = lambda x, H: x.unflatten(-1, (H, -1)).transpose(1, 2)",
        ),
    ),
    "changes its argument": wrong(
        "changes its argument", RIGHT.replace("return", "x += 1; return")
    ),
    "by chance": wrong(
        "random choice",
        RIGHT.replace("return", "import torch; return torch.rand(1) *"),
    ),
    "keeps what it has seen": wrong(
        "",
        "kept = []\n"
        + RIGHT.replace(
            "    return", "    kept.append(1)\n    return len(kept) *"
        ),
    ),
    "reads a file of the instructor": wrong(
        "FileNotFoundError", peeks("open('{secret}').read()")
    ),
    "writes a file of the instructor": wrong(
        "raised ", inside("open('{secret}', 'w').write('10 of 10')")
    ),
    "reads the environment": wrong(
        "ValueError: False", peeks("'TOKEN' in os.environ")
    ),
    "reads the environment of others": wrong(
        "ValueError: []",
        peeks(
            "[os.readlink(f'/proc/{k}/exe') for k in "
            "os.listdir('/proc') if k.isdigit() and int(k) > 9]",
        ),
    ),
    "reads the passwords": wrong(
        "FileNotFoundError", peeks("open('/etc/passwd').read()")
    ),
    "reads the keys of others": wrong("ValueError: (-1, 1)", peeks(KEYS)),
    "mounts": wrong(
        "ValueError: False", peeks("os.system('mount -t tmpfs x /usr') == 0")
    ),
    "becomes root": wrong("raised OSError", peeks("os.setuid(0)")),
}
"""They leave their process as it was, so that one submission can hold all."""
SUBMISSIONS = ALONE | IDLE | PEACEFUL

BLOCK = """
import torch
def post_norm_block(x, memory, own, cross, feed_forward, gain, shift):
    {}
    return x
"""
STUB = BLOCK.format("x = x + 1")
HALF = {"split_heads": 1.0, "post_norm_block": 0.0}
NONE = dict.fromkeys(HALF, 0.0)
SIGHT = """
import glob, os, socket, sys, time
def seen():
    found = [socket.gethostname(), os.getcwd(), *os.environ.items(), *sys.argv]
    found += [time.tzname, *sys.path]
    for name in ("environ", "cmdline", "mountinfo", "comm", "cgroup", "maps"):
        for path in glob.glob(f"/proc/[0-9]*/{name}"):
            try:
                found.append(open(path, "rb").read().decode("latin-1"))
            except OSError:
                pass
    for path in glob.glob("/proc/[0-9]*/*") + glob.glob("/proc/[0-9]*/fd/*"):
        try:
            found.append(os.readlink(path))
        except OSError:
            pass
    for folder, folders, files in os.walk("/", onerror=None):
        if folder.startswith(("/proc", "/sys", "/usr")):
            folders.clear()
        found += [folder, *files]
    return [str(one) for one in found if "heron" in str(one).lower()]
def split_heads(x, H):
    raise ValueError(f"{len(seen())} seen: {seen()}")
"""
ATTACKS: dict[str, tuple[list[str], dict[str, float], str]] = {
    "a scratch cell ends the process": (
        [RIGHT, STUB, "import os; os._exit(0)"],
        HALF,
        "wrong",
    ),
    "a scratch cell is endless": (
        [RIGHT, STUB, "while 1: pass"],
        HALF,
        "wrong",
    ),
    "a scratch cell sleeps": (
        [RIGHT, STUB, "import time; time.sleep(3600)"],
        HALF,
        "wrong",
    ),
    "an answer before the right one is endless": (
        [BLOCK.format("while 1: pass"), RIGHT],
        HALF,
        LOOP,
    ),
    "a case's function is called with 12,000 rows": (
        [RIGHT, BLOCK.format("z = torch.ones(12_000, 6); return cross(z, z)")],
        HALF,
        "more than any right answer",
    ),
    "a case's function is called a million times": (
        [RIGHT, BLOCK.format("for _ in range(10**6): cross(x, memory)")],
        HALF,
        "",
    ),
    "1,500,000 objects": (
        [RIGHT, BLOCK.format("return [object()] * 1_500_000")],
        HALF,
        "",
    ),
    "thousands of lines of a shell": (
        ["\n".join([f"a{k}=!b"] * 1600) for k in range(99)] + [RIGHT],
        NONE,
        "",
    ),
    "lists in lists, as text": ([RIGHT, "[" * 9000 + "]" * 9000], HALF, ""),
}
"""Cells, the points of both answers, and what is said somewhere."""
