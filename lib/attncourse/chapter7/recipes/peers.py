"""The same sizes in the libraries that people use, each as one step to time.

`x-transformers` and `vit-pytorch` come with the extra `bench`.
"""

import warnings
from importlib import import_module
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import decode
from attnbook.models import transformer, vit
from attnbook.train import engine
from attncourse.experiments.costs import Step

OURS = "attnbook"
PACKAGES = "x-transformers", "vit-pytorch"
ENGINES = {
    OURS: engine.PLAIN,
    "in 4 pieces": engine.Engine(accumulate=4),
    "autocast": engine.Engine(autocast=True),
    "compiled": engine.Engine(compiled=True),
}
"""Ways of ours to take an update."""


class Bare(nn.Module):
    """PyTorch's encoder and decoder between embeddings of its own."""

    def __init__(self, config: transformer.Config):
        super().__init__()
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        with warnings.catch_warnings(action="ignore"):  # of nested tensors
            self.stacks = nn.Transformer(
                config.width,
                config.heads,
                config.encoder_layers,
                config.decoder_layers,
                config.hidden,
                dropout=0.0,
                batch_first=True,
                norm_first=True,
            )

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        return self.read(target, *self.encode(source)) @ self.embedding.weight.T

    def encode(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """The memory, and where its padding is."""
        padding = source == 0
        x = self.embedding(source)
        memory = self.stacks.encoder(x, src_key_padding_mask=padding)
        return memory, padding

    def read(self, target: Tensor, memory: Tensor, padding: Tensor) -> Tensor:
        """Features of each target token."""
        seen = nn.Transformer.generate_square_subsequent_mask(target.shape[1])
        return self.stacks.decoder(
            self.embedding(target),
            memory,
            tgt_mask=seen,
            memory_key_padding_mask=padding,
            tgt_is_causal=True,
        )

    def write(self, source: Tensor, count: int) -> None:
        """Greedy, with all that is written read again for each token."""
        encoded = self.encode(source)
        written = source[:, :1]
        for _ in range(count):
            y = self.read(written, *encoded)
            scores = y[:, -1] @ self.embedding.weight.T
            written = torch.cat([written, scores.argmax(-1)[:, None]], 1)


def x_transformer(config: transformer.Config) -> nn.Module:
    """That of x-transformers, with GELU and learned positions; one table for
    both languages and for the output, as ours.
    """
    sides = {"enc": config.encoder_layers, "dec": config.decoder_layers}
    sizes: dict[str, Any] = {}
    for side, layers in sides.items():
        sizes |= {
            f"{side}_num_tokens": config.vocabulary,
            f"{side}_depth": layers,
            f"{side}_heads": config.heads,
            f"{side}_attn_dim_head": config.width // config.heads,
            f"{side}_ff_mult": config.hidden / config.width,
            f"{side}_max_seq_len": 256,
            f"{side}_attn_flash": True,
        }
    home: Any = import_module("x_transformers")
    made = home.XTransformer(dim=config.width, tie_token_emb=True, **sizes)
    decoder = made.decoder.net
    decoder.to_logits.weight = decoder.token_emb.emb.weight
    return made


def training(recipe: Any, way: str, batch: int) -> Step:
    """One update of a translator. No sentence has padding, but all look for
    it.
    """
    pair = sentences(recipe, batch)
    if way == "x-transformers":
        theirs = x_transformer(recipe.model)
        shown = pair[0] != 0
        return _update(theirs, lambda: theirs(*pair, mask=shown).backward())
    model = _translator(recipe, way)

    def loss(model: nn.Module, batch: Any) -> tuple[Tensor, int]:
        source, target = batch
        logits, wanted = model(source, target[:, :-1]), target[:, 1:]
        summed = nn.functional.cross_entropy(logits.mT, wanted, reduction="sum")
        return summed, wanted.numel()

    chosen = ENGINES.get(way, engine.PLAIN)
    with engine.using(chosen):
        steps = engine.Steps(model, loss)

    def gradients() -> None:
        with engine.using(chosen):
            steps.gradients(pair)

    return _update(model, gradients)


def writing(recipe: Any, way: str, batch: int) -> Step:
    """As many tokens as a sentence has, greedy; with a cache, where there is
    one.
    """
    source, _ = sentences(recipe, batch)
    count = recipe.tokens
    if way == "x-transformers":
        theirs: Any = x_transformer(recipe.model).eval()

        def write() -> None:
            theirs.generate(
                source,
                source[:, :1],
                count,
                mask=source != 0,
                temperature=0.0,
            )

    elif way in ENGINES:
        ours = _translator(recipe, way).eval()

        def write() -> None:
            decode.greedy(ours, source, start=1, stop=-1, limit=count)

    else:
        bare = _translator(recipe, way).eval()

        def write() -> None:
            bare.write(source, count)

    return torch.inference_mode()(write)


def images(recipe: Any, way: str, batch: int) -> Step:
    """One update of a Vision Transformer."""
    c: vit.Config = recipe.image_model
    torch.manual_seed(1)
    seen = torch.rand(batch, c.channels, c.side, c.side)
    labels = torch.randint(c.classes, (batch,))
    model: Any
    if way == OURS:
        model = vit.build(c, torch.Generator().manual_seed(1))
    else:
        model = import_module("vit_pytorch").ViT(
            image_size=c.side,
            patch_size=c.patch,
            num_classes=c.classes,
            dim=c.width,
            depth=c.layers,
            heads=c.heads,
            mlp_dim=c.hidden,
            channels=c.channels,
            dim_head=c.width // c.heads,
        )
    criterion = nn.CrossEntropyLoss()
    return _update(model, lambda: criterion(model(seen), labels).backward())


TASKS = {"training": training, "writing": writing, "images": images}


def step(recipe: Any, task: str, way: str, batch: int) -> Step:
    """A step of a task, in one of its ways."""
    return TASKS[task](recipe, way, batch)


def sentences(recipe: Any, batch: int) -> tuple[Tensor, Tensor]:
    """Random tokens, none of them padding."""
    generator = torch.Generator().manual_seed(1)
    shape = 2, batch, recipe.tokens
    source, target = torch.randint(
        4, recipe.model.vocabulary, shape, generator=generator
    )
    return source, target


def _translator(recipe: Any, way: str) -> Any:
    if way in ENGINES:
        return transformer.build(recipe.model, torch.Generator().manual_seed(1))
    return Bare(recipe.model)


def _update(model: nn.Module, gradients: Step) -> Step:
    """Forward and backward, and a step of Adam."""
    optimizer = torch.optim.Adam(model.train().parameters(), lr=1e-4)

    def update() -> None:
        optimizer.zero_grad()
        gradients()
        optimizer.step()

    return update
