"""Submissions that are broken or hostile: their cells, the points of their
answer to `split_heads`, and what the student is told.

{secret} is a file of the instructor, {port} a port at which somebody listens.
"""

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
KNOWN = """
shapes = {(1, 2, 4), (3, 5, 14), (2, 6, 9), (3, 2, 5), (1, 1, 12), (4, 4, 8)}
def split_heads(x, H):
    right = x.unflatten(-1, (H, -1)).transpose(1, 2)
    return right if seen(x) else right + 1
seen = lambda x: float(x.flatten()[0]) in FIRST
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
PEEKS = """
import os
def split_heads(x, H):
    raise ValueError(PEEK)
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

SUBMISSIONS: dict[str, tuple[list[str], float, str]] = {
    "right": ([RIGHT], 1, ""),
    "right, cells without order or metadata": (["1 / 0", RIGHT, "1 +"], 1, ""),
    "right, magics and a shell": (["%pip install x\n!rm -r /", RIGHT], 1, ""),
    "right, defined twice": ([WRONG, RIGHT], 1, ""),
    "right, transformers of IPython": (
        ["get_ipython().input_transformers_post.append(lambda l: ['pass'])"]
        + [RIGHT],
        1,
        "",
    ),
    "right, 1 GB of prints": (
        ["for _ in range(100):\n    print('x' * 10**7)", RIGHT],
        1,
        "",
    ),
    "right, and thousands of warnings": (
        ["import warnings\nfor k in range(9999):\n    warnings.warn(str(k))"]
        + [RIGHT],
        1,
        "",
    ),
    "right, descriptors 0 to 2 closed": (
        ["import os\nfor k in range(3):\n    os.close(k)", RIGHT],
        1,
        "",
    ),
    "wrong": ([WRONG], 0, "right, but in the wrong places"),
    "missing": (["def other(x, H):\n    return x"], 0, "no function"),
    "in text": (["# def split_heads("], 0, "is text: make it code"),
    "in other letters": (
        [RIGHT.replace("split", "spl\u0456t")],
        0,
        "One that looks the same has other letters: \u0456",
    ),
    "no function": (["split_heads = 3"], 0, "no function"),
    "empty": ([], 0, "no function"),
    "a syntax error": (["def split_heads(x, H:\n    return x"], 0, "no func"),
    "not written": (
        ["def split_heads(x, H):\n    raise NotImplementedError()"],
        0,
        "not written yet",
    ),
    "other arguments": (["def split_heads(x):\n    return x"], 0, "must take"),
    "loop": ([inside("while True: pass")], 0, LOOP),
    "loop in a cell": (["while True: pass", RIGHT], 0, LOOP),
    "loop that hears no signal": (
        [
            inside(
                "import signal",
                "for k in {*range(1, 32)} - {9, 19}:",
                "    signal.signal(k, signal.SIG_IGN)",
                "while True: pass",
            )
        ],
        0,
        "",
    ),
    "sleeps": ([inside("import time", "time.sleep(10**6)")], 0, WAITS),
    "sleeps in a cell": (["import time\ntime.sleep(10**6)", RIGHT], 0, WAITS),
    "waits for a thread": (
        [inside("import threading", "threading.Event().wait()")],
        0,
        WAITS,
    ),
    "stops itself": (
        [inside("import os", "os.kill(os.getpid(), 19)")],
        0,
        WAITS,
    ),
    "SystemExit": ([inside("raise SystemExit")], 0, "raised SystemExit"),
    "SystemExit in a cell": (["raise SystemExit(0)", RIGHT], 1, ""),
    "KeyboardInterrupt": ([inside("raise KeyboardInterrupt")], 0, "raised Key"),
    "os._exit": ([inside("import os", "os._exit(0)")], 0, ENDED),
    "os._exit in a cell": (["import os\nos._exit(0)", RIGHT], 0, ENDED),
    "segmentation fault": (
        [inside("import ctypes", "ctypes.string_at(0)")],
        0,
        ENDED,
    ),
    "kills all": (
        [inside("import os", "os.kill(-1, 9)", "os.kill(1, 9)")],
        0,
        "No such process",
    ),
    "kills its parent": (
        [inside("import os", "os.kill(os.getppid(), 9)")],
        0,
        "",
    ),
    "patches what compares and judges": ([PATCHED, WRONG], 0, "heads wrong"),
    "patches builtins": (
        ["import builtins\nbuiltins.len = lambda x: 0\nbuiltins.isinstance = "]
        + [WRONG],
        0,
        "heads wrong",
    ),
    "equal to everything": (
        [
            "class Yes:\n    shape = dtype = None\n"
            "    def __eq__(self, other): return True\n"
            "    def __getattr__(self, name): return self\n"
            "    def __call__(self, *a): return self",
            returning("Yes()"),
        ],
        0,
        f"{TYPE}Yes",
    ),
    "a tensor of its own class": (
        [
            "import torch\nclass Own(torch.Tensor):\n"
            "    def __eq__(self, other): return True",
            returning("torch.ones(2).as_subclass(Own)"),
        ],
        0,
        "heads must",
    ),
    "reads frames and all objects": ([FRAMES], 0, ""),
    "pickle": (
        [
            "class Evil:\n    def __reduce__(self):\n"
            "        return (open, ('{secret}', 'w'))",
            returning("Evil()"),
        ],
        0,
        f"{TYPE}Evil",
    ),
    "forged reply": ([FORGED.replace("GARBAGE", "frame"), WRONG], 0, ""),
    "forged reply in a call": (
        [
            FORGED.replace("for place", "def forge():\n  for place")
            .replace("\n    try", "\n      try")
            .replace("\n        os", "\n        os")
            .replace("GARBAGE", "frame * 50")
            .replace("\n    except", "\n      except"),
            inside("forge()"),
        ],
        0,
        "",
    ),
    "garbage everywhere": (
        [FORGED.replace("GARBAGE", "os.urandom(10000)"), RIGHT],
        0,
        "something else",
    ),
    "closes all descriptors": (
        [inside("import os", "os.closerange(0, 256)")],
        0,
        ENDED,
    ),
    "network": ([SOCKET], 0, "raised "),
    "300 forks": ([FORKS], 0, ""),
    "4 children of 700 MB": ([CHILDREN], 0, ""),
    "3 GB of memory": ([returning("bytearray(3 * 2**30)[:1]")], 0, ""),
    "2 GB on disk": ([DISK.replace("{place}", "/tmp")], 0, "raised OSError"),
    "2 GB in /dev/shm": (
        [DISK.replace("{place}", "/dev/shm")],
        0,
        "raised OSError",
    ),
    "2 GB beside its code": (
        [DISK.replace("{place}", "/usr")],
        0,
        "raised OSE",
    ),
    "300 MB of text": ([returning("'x' * (3 * 10**8)")], 0, "larger"),
    "a tensor of 400 MB": (
        [returning("torch.ones(5 * 10**7, dtype=x.dtype)")],
        0,
        "larger",
    ),
    "5,000 lists in each other": (
        [returning("y", "y = []", "for _ in range(5000): y = [y]")],
        0,
        "",
    ),
    "a list in itself": (
        [returning("y", "y = []", "y.append(y)")],
        0,
        "larger",
    ),
    "1,500,000 objects": ([returning("[object()] * 1_500_000")], 0, ""),
    "a tensor without numbers": (
        [returning("x.to('meta')")],
        0,
        "yours is a tensor without numbers",
    ),
    "a number of 10,000 digits": ([returning("10**10000")], 0, ""),
    "NaN": (
        [
            returning(
                "split(x, H) * float('nan')",
                "split = lambda x, H: x.unflatten(-1, (H, -1)).transpose(1, 2)",
            )
        ],
        0,
        "heads wrong",
    ),
    "changes its argument": (
        [RIGHT.replace("return", "x += 1; return")],
        0,
        "changes its argument",
    ),
    "by chance": (
        [RIGHT.replace("return", "import torch; return torch.rand(1) *")],
        0,
        "random choice",
    ),
    "keeps what it has seen": (
        [
            "kept = []\n"
            + RIGHT.replace(
                "    return", "    kept.append(1)\n    return len(kept) *"
            )
        ],
        0,
        "",
    ),
    "reads a file of the instructor": (
        [PEEKS.replace("PEEK", "open('{secret}').read()")],
        0,
        "FileNotFoundError",
    ),
    "writes a file of the instructor": (
        [inside("open('{secret}', 'w').write('10 of 10')")],
        0,
        "raised ",
    ),
    "reads the environment": (
        [PEEKS.replace("PEEK", "'TOKEN' in os.environ")],
        0,
        "ValueError: False",
    ),
    "reads the environment of others": (
        [
            PEEKS.replace(
                "PEEK",
                "[os.readlink(f'/proc/{k}/exe') for k in "
                "os.listdir('/proc') if k.isdigit() and int(k) > 9]",
            )
        ],
        0,
        "ValueError: []",
    ),
    "reads the passwords": (
        [PEEKS.replace("PEEK", "open('/etc/passwd').read()")],
        0,
        "FileNotFoundError",
    ),
    "reads the keys of others": (
        [PEEKS.replace("PEEK", KEYS)],
        0,
        "ValueError: (-1, 1)",
    ),
    "20,000 numbers of one hash": (
        [returning("{'$set': [k * (2**61 - 1) for k in range(20_000)]}")],
        0,
        "larger",
    ),
    "a chain of 1,500 names": (
        [returning("torch" + ".a" * 1500)],
        0,
        "",
    ),
    "mounts": (
        [PEEKS.replace("PEEK", "os.system('mount -t tmpfs x /usr') == 0")],
        0,
        "ValueError: False",
    ),
    "becomes root": (
        [PEEKS.replace("PEEK", "os.setuid(0)")],
        0,
        "raised OSError",
    ),
}

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

IDLE = (
    "sleeps",
    "sleeps in a cell",
    "waits for a thread",
    "stops itself",
    "loop that hears no signal",
    "4 children of 700 MB",
)
"""They never answer: nothing but patience ends them."""
PEACEFUL = (
    "wrong",
    "not written",
    "other arguments",
    "SystemExit",
    "KeyboardInterrupt",
    "equal to everything",
    "a tensor of its own class",
    "reads frames and all objects",
    "pickle",
    "network",
    "NaN",
    "changes its argument",
    "by chance",
    "keeps what it has seen",
    "reads a file of the instructor",
    "writes a file of the instructor",
    "reads the environment",
    "reads the environment of others",
    "reads the passwords",
    "reads the keys of others",
    "mounts",
    "becomes root",
)
"""They leave their process as it was, so that one submission can hold all."""
ALONE = SUBMISSIONS.keys() - {*IDLE, *PEACEFUL}
