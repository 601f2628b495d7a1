"""How a run is computed: by one process or several, a batch at once or in
pieces, with 32 or 16 bits. What is learned stays the same, but for rounding.

`torchrun --nproc-per-node 2 ...` starts the processes, and `team` joins them.
Each takes its piece of every batch; DistributedDataParallel adds up their
gradients. Source: Li et al. 2020.
"""

import contextlib
import copy
import os
import signal
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from attnbook.train import microbatches

MOST = 10_000  # pieces of a batch


@dataclass(frozen=True)
class Engine:
    """What one may choose for a machine. Raises ValueError for a number of
    pieces that no batch has, and for a GPU where PyTorch sees none.
    """

    accumulate: int = 1  # pieces of a batch that come one after the other
    autocast: bool = False  # products of matrices in bfloat16
    compiled: bool = False  # the loss by torch.compile
    gpu: bool = False  # models learn there, and are measured where they were

    def __post_init__(self):
        if not 1 <= self.accumulate <= MOST:
            raise ValueError(
                f"accumulate must lie in 1 .. {MOST}: "
                f"accumulate={self.accumulate}"
            )
        if self.gpu and not torch.cuda.is_available():
            raise ValueError("PyTorch sees no GPU here: leave out gpu")


class LostError(ValueError):
    """Another process of the team has ended."""


def lost(error: BaseException) -> bool:
    """Is this raised where another process has ended, or by torchrun, which
    then ends this one? If so, torchrun has to wait: what is learned is to be
    stored.
    """
    known = isinstance(error, dist.DistError | SystemExit)
    if size() == 1 or not (known or "gloo" in str(error)):
        return False
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return True


PLAIN = Engine()
_chosen: ContextVar[Engine] = ContextVar("engine", default=PLAIN)


def chosen() -> Engine:
    """The engine of the runs here."""
    return _chosen.get()


@contextlib.contextmanager
def using(engine: Engine) -> Iterator[None]:
    """The runs inside have this engine."""
    token = _chosen.set(engine)
    try:
        yield
    finally:
        _chosen.reset(token)


def told() -> dict[str, Any]:
    """What a result should say of it: only what differs from a plain one."""
    found = {"processes": size()} | asdict(chosen())
    plain = {"processes": 1} | asdict(PLAIN)
    return {name: x for name, x in found.items() if x != plain[name]}


@contextlib.contextmanager
def team() -> Iterator[None]:
    """Join the processes that torchrun has started, if it has; with the engine
    on GPUs, each takes that of its number.
    """
    if _started() == 1:
        yield
        return
    if graphics := chosen().gpu:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    store, number, count = next(dist.rendezvous("env://"))
    if os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True":
        # a restarted team must not read the addresses of the one before
        attempt = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
        store = dist.PrefixStore(f"attempt {attempt}", store)
    dist.init_process_group(
        "nccl" if graphics else "gloo",
        store=store,
        rank=number,
        world_size=count,
    )
    try:
        yield
    finally:
        dist.destroy_process_group()


@contextlib.contextmanager
def placed(model: nn.Module) -> Iterator[None]:
    """The model on the GPU, if that is chosen; afterwards it is where it
    was.
    """
    home = next(model.parameters()).device
    model.to("cuda" if chosen().gpu else home)
    try:
        yield
    finally:
        model.to(home)


def on(device: torch.device, model: nn.Module) -> nn.Module:
    """The model, or a copy on that device: of one that moves there and back,
    DistributedDataParallel would no longer see the gradients.
    """
    if next(model.parameters()).device == device:
        return model
    return copy.deepcopy(model).to(device)


_ending = False


def _end(*_: Any) -> None:
    global _ending  # noqa: PLW0603
    _ending = True


@contextlib.contextmanager
def whole_steps() -> Iterator[None]:
    """If torchrun ends this process in here, it does so where `check_end` is
    asked, or at the end.
    """
    if size() == 1:
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    yield
    check_end()
    signal.signal(signal.SIGTERM, before)


def check_end() -> None:
    """Raise SystemExit if torchrun has asked this process to end."""
    if _ending:
        raise SystemExit(128 + signal.SIGTERM)


def _started() -> int:
    """How many processes torchrun has started, or this one alone."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def rank() -> int:
    """The number of this process, from 0. Process 0 alone writes."""
    return dist.get_rank() if dist.is_initialized() else 0


def size() -> int:
    """How many processes there are."""
    return dist.get_world_size() if dist.is_initialized() else 1


def agreed(value: Any) -> Any:
    """What process 0 has, for all; they wait for it."""
    if size() == 1:
        return value
    box = [value]
    dist.broadcast_object_list(box)
    return box[0]


def added(total: float, count: int) -> tuple[float, int]:
    """A loss and its tokens, of all processes."""
    if size() == 1:
        return total, count
    device = "cuda" if dist.get_backend() == "nccl" else "cpu"
    sums = torch.tensor([total, count], dtype=torch.float64, device=device)
    dist.all_reduce(sums)
    return float(sums[0]), int(sums[1])


class Learner(nn.Module):
    """A model and its loss, for what calls a module."""

    def __init__(self, model: nn.Module, loss: Any):
        super().__init__()
        self.model, self.engine = model, chosen()
        self.loss = torch.compile(loss) if self.engine.compiled else loss

    def forward(self, batch: Any) -> tuple[Tensor, int]:
        """The summed loss of a batch, and how many tokens it sums over."""
        kind = next(self.model.parameters()).device.type
        with torch.autocast(kind, torch.bfloat16, self.engine.autocast):
            total, count = self.loss(self.model, batch)
        return total, count


class Steps:
    """Steps of a model on its loss, by all processes; the loss of several needs
    all parameters. Raises ValueError for processes that have not joined, and
    where batch normalisation would see pieces of a batch.
    """

    def __init__(self, model: nn.Module, loss: Any):
        if _started() != size():
            raise ValueError(
                "torchrun has started several processes: train inside "
                "attnbook.train.engine.team()"
            )
        whole = chosen().accumulate == size() == 1
        kind = nn.modules.batchnorm._BatchNorm
        if not whole and any(isinstance(x, kind) for x in model.modules()):
            raise ValueError(
                "batch normalisation needs whole batches: one process, "
                "accumulate=1"
            )
        self.learner: nn.Module = Learner(model, loss)
        if size() > 1:
            self.learner = DistributedDataParallel(self.learner)

    def gradients(self, batch: Any) -> tuple[float, int]:
        """Add those of the mean loss of a batch; its summed loss, and how many
        tokens it sums over. Where nothing is asked there are none.
        """
        total, count = 0.0, 0
        each = chosen().accumulate
        todo = microbatches.cut(batch, each * size())
        todo = todo[rank() * each :][:each]
        for k, (piece, weight) in enumerate(todo):
            last = k == len(todo) - 1
            with self._unsynchronised(not last):
                summed, asked = self.learner(piece)
                one = added(summed.item() * weight, asked * weight)
                total, count = total + one[0], count + one[1]
                # of a single piece all is known now; of several at the end
                share = size() / (max(count, 1) if len(todo) == 1 else 1)
                if isfinite(total) and (count or size() > 1):
                    (summed * (weight * share)).backward()
        if len(todo) > 1 and count:
            for p in self.learner.parameters():
                if p.grad is not None:
                    p.grad /= count
        return total, count

    def _unsynchronised(self, wanted: bool) -> Any:
        """Gradients of this piece stay here until the last one."""
        if wanted and isinstance(self.learner, DistributedDataParallel):
            return self.learner.no_sync()
        return contextlib.nullcontext()
