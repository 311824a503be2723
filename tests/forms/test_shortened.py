"""Source text in messages: cut between names, with the name of what is called at its end."""

from __future__ import annotations

import re

import pytest

from devlint.forms.shortened import shortened

CHOICE = "torch.device('cuda') if features.is_cuda else torch.device('cpu')"
CUT = {
    ("return torch.device(device.type, 0)", 22): "... torch.device(...)",
    ('optimizer.load_state_dict(torch.load(path)["optimizer"])', 30): "optimizer.load_state_dict(...)",
    ('optimizer.load_state_dict(torch.load(path)["optimizer"])', 27): "...load_state_dict(...)",
    ("self.linear.weight.abs().max(1)", 27): "self.linear...abs().max(1)",
    ("value.detach().view(-1)", 23): "value.detach().view(-1)",
    ("value.detach().view(-1)", 22): "value...view(-1)",
    ("torch.zeros(size).to(device)", 22): "torch.zeros...to(...)",
    (CHOICE, 48): "torch.device(...) ... torch.device(...)",
    (CHOICE, 22): "torch.device(...) ...",
    ("weights - torch.einsum(pattern, u, s, v)", 20): "weights ...",
    ('"a text of words that goes on and on"', 22): '"a text...on and on"',
    ("one_name_that_is_longer_than_all_that_there_is_room_for", 22): (
        "one_name_that_is_longer_than_all_that_there_is_room_for"
    ),
    ("-" * 40, 20): "-" * 10 + "..." + "-" * 7,
}


@pytest.mark.parametrize(("text", "longest"), CUT)
def test_a_text_is_cut_between_names(text: str, longest: int) -> None:
    assert shortened(text, longest) == CUT[text, longest]


@pytest.mark.parametrize("longest", range(12, 70))
def test_names_stay_whole_and_the_last_one_stays(longest: int) -> None:
    text = "transformers.AutoModelForCausalLM.from_pretrained(folder).to(device).eval()"
    names = set(re.findall(r"\w+", text))
    short = shortened(text, longest)
    assert set(re.findall(r"\w+", short)) <= names
    assert short.endswith("eval()")
    assert len(short) <= longest
