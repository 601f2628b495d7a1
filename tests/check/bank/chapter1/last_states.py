"""Typical wrong answers to `last_states`, the context of a padded batch."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()


@wrong("you take the last column, padding included")
def last_column(h, source, pad):
    return h[:, -1]


@wrong("one too far, as is the first padding")
def off_by_one(h, source, pad):
    return h[torch.arange(len(h)), (source != pad).sum(1)]


@wrong("one too far, as is the first padding")
def first_padding(h, source, pad):
    return h[torch.arange(len(h)), (source == pad).int().argmax(1)]


@wrong("one too early: the last token counts too")
def one_too_early(h, source, pad):
    return h[torch.arange(len(h)), (source != pad).sum(1) - 2]


@wrong("0 is taken for padding. Here padding is 3")
def padding_is_zero(h, source, pad):
    return h[torch.arange(len(h)), (source != 0).sum(1) - 1]


@wrong("each sentence is read at the ends of all")
def no_index_for_the_batch(h, source, pad):
    return h[:, (source != pad).sum(1) - 1]


@wrong("but the mean over its real tokens")
def mean_over_real_tokens(h, source, pad):
    real = (source != pad).unsqueeze(-1)
    return (h * real).sum(1) / real.sum(1)


@wrong("but the mean of all states, with padding")
def mean_over_all(h, source, pad):
    return h.mean(1)


@wrong("it holds the largest number over all positions")
def largest_over_positions(h, source, pad):
    return h.max(1).values


@wrong("the end of the longest one")
def the_longest_for_all(h, source, pad):
    end = int((source != pad).sum(1).max()) - 1
    return h[:, end]


@wrong("one position serves all sentences. Each has its own end")
def end_of_the_first_sentence(h, source, pad):
    end = int((source[0] != pad).sum()) - 1
    return h[:, end]


@wrong("(source != pad).sum(0) - 1]")
def counts_down_the_batch(h, source, pad):
    return h[torch.arange(len(h)), (source != pad).sum(0) - 1]


@wrong("you count the padding, not the tokens")
def counts_the_padding(h, source, pad):
    return h[torch.arange(len(h)), (source == pad).sum(1) - 1]


@wrong("you take the first state of each sentence")
def first_state(h, source, pad):
    return h[:, 0]


@wrong("you take the first state of each sentence")
def first_real_token(h, source, pad):
    return h[torch.arange(len(h)), (source != pad).int().argmax(1)]


@wrong("Is the padding set to 0, and then taken?")
def hides_and_takes_the_last(h, source, pad):
    return (h * (source != pad).unsqueeze(-1))[:, -1]


@wrong("M is lost")
def gather_without_the_units(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h.gather(1, end[:, None, None])


@wrong("1 is left: sum over it, or take it away")
def keeps_the_axis(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h.gather(1, end[:, None, None].expand(-1, -1, h.shape[-1]))


@wrong("torch.stack(...) makes one of a list")
def list_of_rows(h, source, pad):
    return [h[b, (source[b] != pad).sum() - 1] for b in range(len(h))]


@wrong("you look for the first 2. Padding alone tells the end")
def looks_for_two(h, source, pad):
    return h[torch.arange(len(h)), (source == 2).int().argmax(1)]


@wrong("your function changes its argument h")
def clears_the_padding(h, source, pad):
    h[source == pad] = 0
    return h.sum(1)


@wrong("but the sum over its real tokens")
def sum_over_real_tokens(h, source, pad):
    return (h * (source != pad).unsqueeze(-1)).sum(1)


@wrong("All rows are of one sentence")
def first_sentence_only(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h[0, end]


@wrong("B is lost: summed or squeezed away, or is this a part alone?")
def leaves_the_loop_at_once(h, source, pad):
    rows = []
    for states, tokens in zip(h, source, strict=True):
        rows.append(states[(tokens != pad).sum() - 1])
        return torch.stack(rows)


@wrong("one position serves all sentences")
def counts_over_the_whole_batch(h, source, pad):
    end = int((source != pad).sum()) // len(source) - 1
    return h[:, end]


@wrong("the sum over its padding: the mask is turned round")
def sum_of_the_padding(h, source, pad):
    return (h * (source == pad)[..., None]).sum(1)


@wrong("these are all real states, one below the other")
def boolean_index(h, source, pad):
    return h[source != pad]


@wrong("M is lost")
def last_of_the_first_unit(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h[torch.arange(len(h)), end, 0]


@wrong("last[1] is h[1, 1], and sentence 1 ends at position 3")
def shortest_for_all(h, source, pad):
    return h[:, int((source != pad).sum(1).min()) - 1]


@wrong("one too early: the last token counts too")
def token_before_the_stop(h, source, pad):
    end = (source != pad).sum(1) - 2
    return h[torch.arange(len(h)), end.clamp(min=0)]


@wrong("last[0] is h[1, 3], a state of another sentence")
def sorted_by_length(h, source, pad):
    length = (source != pad).sum(1)
    order = length.argsort(descending=True)
    return h[order, length[order] - 1]


@wrong("the sum of its states times 0, 0, 0.5, 0.5, 0")
def last_two_averaged(h, source, pad):
    end = (source != pad).sum(1) - 1
    rows = torch.arange(len(h))
    return (h[rows, end] + h[rows, (end - 1).clamp(min=0)]) / 2


@wrong("M is lost")
def source_in_place_of_states(h, source, pad):
    end = (source != pad).sum(1) - 1
    return source[torch.arange(len(h)), end]


@wrong("S stands where M belongs")
def takes_the_index_along_units(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h[torch.arange(len(h)), :, end]


@wrong("you take the last column, padding included")
def nonzero_states(h, source, pad):
    end = (h != 0).any(-1).sum(1) - 1
    return h[torch.arange(len(h)), end]


@wrong("tanh is taken of the right state")
def tanh_of_it(h, source, pad):
    end = (source != pad).sum(1) - 1
    return torch.tanh(h[torch.arange(len(h)), end])


@wrong("two too early: all tokens count.")
def subtracts_two_for_start_and_stop(h, source, pad):
    return h[torch.arange(len(h)), (source != pad).sum(1) - 3]


@wrong("you take the place of the largest token.")
def last_occurrence_of_the_largest(h, source, pad):
    rows = []
    for states, tokens in zip(h, source.tolist(), strict=True):
        rows.append(states[tokens.index(max(tokens))])
    return torch.stack(rows)


@wrong("rows.append(states[tokens.index(pad) - 1])")
def finds_pad_with_index(h, source, pad):
    rows = []
    for states, tokens in zip(h, source.tolist(), strict=True):
        rows.append(states[tokens.index(pad) - 1])
    return torch.stack(rows)


@wrong("you take the last column, padding included.")
def truth_for_padding(h, source, pad):
    rows = []
    for states, tokens in zip(h, source.tolist(), strict=True):
        real = [i for i, token in enumerate(tokens) if token]
        rows.append(states[real[-1]])
    return torch.stack(rows)


@wrong("a token that comes again counts again.")
def the_set_of_tokens(h, source, pad):
    rows = []
    for states, tokens in zip(h, source.tolist(), strict=True):
        rows.append(states[len(set(tokens) - {pad}) - 1])
    return torch.stack(rows)


@wrong("you count the tokens above pad, and those below count too.")
def greater_than_pad(h, source, pad):
    return h[torch.arange(len(h)), (source > pad).sum(1) - 1]


@wrong("it holds the largest number over its real positions, unit by")
def minus_infinity_and_max(h, source, pad):
    hidden = (source == pad)[..., None]
    return h.masked_fill(hidden, float("-inf")).max(1).values


@wrong("M is lost")
def sums_along_the_units(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h[torch.arange(len(h)), end].sum(-1, keepdim=True)


@wrong("return h[torch.arange(len(h)), end]")
def ends_as_floats(h, source, pad):
    end = (source != pad).float().sum(1) - 1
    return h[torch.arange(len(h)), end]


@wrong("is an index for the batch missing?")
def view_of_a_flat_memory(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h.reshape(-1, h.shape[-1])[end]


@wrong("but the sum over its real tokens")
def cumulative(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h.cumsum(1)[torch.arange(len(h)), end]


@wrong("S stands where M belongs")
def transposed_memory(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h.transpose(1, 2)[torch.arange(len(h)), end]


@wrong("these are the right ends, sorted.")
def all_ends_sorted(h, source, pad):
    end = ((source != pad).sum(1) - 1).sort().values
    return h[torch.arange(len(h)), end]


@wrong("the sum of its states times 1, 0, 0, 1, 0")
def first_and_last(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h[torch.arange(len(h)), end] + h[:, 0]


@wrong("while tokens[i] != pad:")
def stops_at_the_first_pad_by_while(h, source, pad):
    rows = []
    for states, tokens in zip(h, source, strict=True):
        i = 0
        while tokens[i] != pad:
            i += 1
        rows.append(states[i - 1])
    return torch.stack(rows)


@wrong("one position serves all sentences, the end of the longest one.")
def second_to_last_column(h, source, pad):
    return h[:, -2]


@wrong("last[0] is h[0, 2], and sentence 0 ends at position 1")
def end_for_the_next_sentence(h, source, pad):
    end = ((source != pad).sum(1) - 1).roll(1)
    return h[torch.arange(len(h)), end]


@wrong("last[0] is h[2, 2], a state of another sentence")
def sentences_rolled(h, source, pad):
    end = (source != pad).sum(1) - 1
    return h[torch.arange(len(h)), end].roll(1, 0)


@wrong("the sum of its states times 0.1, 0.2, 0.3, 0.4, 0")
def weights_by_position(h, source, pad):
    real = (source != pad).to(h)
    share = real.cumsum(1) * real
    return torch.einsum("bs,bsm->bm", share / share.sum(1, keepdim=True), h)


@wrong("last[0] is h[0, 2], and sentence 0 ends at position 1")
def index_of_the_last_token_value(h, source, pad):
    last = source[torch.arange(len(h)), (source != pad).sum(1) - 1]
    return h[torch.arange(len(h)), last.clamp(max=h.shape[1] - 1)]


@wrong("return h[torch.arange(len(source)), end]")
def swaps_the_axes_first(h, source, pad):
    h = h.transpose(0, 1)
    end = (source != pad).sum(1) - 1
    return h[torch.arange(len(source)), end]


@wrong("last must have the shape (B, M) = (3, 7): yours is (3, 4, 7).")
def slices(h, source, pad):
    end = int((source != pad).sum(1).max())
    return h[:, :end]


@wrong("the sum of its states times 0, 0, -1, 1, 0")
def difference_of_the_last_two(h, source, pad):
    end = (source != pad).sum(1) - 1
    rows = torch.arange(len(h))
    return h[rows, end] - h[rows, end - 1]


@wrong("but its state at position 3 times 0.3033")
def normalised(h, source, pad):
    end = (source != pad).sum(1) - 1
    return torch.nn.functional.normalize(h[torch.arange(len(h)), end])
