"""What each word of a device stub means to the evaluator: a wrong use is found, a right one is not."""

from __future__ import annotations

import textwrap

import pytest

from devlint.configuration.options import Options
from devlint.engine.linter import lint

STUB = '''
"""A library for tests."""

with module("lab", "lab.parts.*"):

    def read(path) -> Tensor[cpu]: ...
    def fresh(size, device: Device = default) -> Tensor[device]: ...
    def best(path) -> Tensor[accelerator]: ...
    def first(path) -> Tensor["cuda:0"]: ...
    def like(x: Tensor, scale=1.0) -> Tensor[x]: ...
    def joined(a: Tensor, b: Tensor[a]) -> Tensor[a]: ...
    def all_of(a: Tensor, *others: Tensor[a]) -> Tensor[a]: ...
    def plotted(x: Array) -> Array: ...
    def packed(x, lengths: Tensor[cpu]) -> Unknown: ...
    def traced(model: Model, example: Tensor[model]) -> Same[model]: ...
    def shown(model: Model[accelerator]) -> Number: ...
    def sent(model: Moved[cuda]) -> Unknown: ...
    def brought(x, device: Device) -> Moved[x, device]: ...
    def sampled(n, generator: Generator[cpu] = None) -> Number: ...
    def changed(model: Escaping) -> Unknown: ...
    def asked(model) -> Number: ...
    def pair(path) -> tuple[Tensor[cpu], Net["cuda"]]: ...
    def rows(path) -> list[Tensor[cpu]]: ...
    def table(path) -> dict[str, Tensor[cpu]]: ...
    def drawn() -> Generator[cpu]: ...
    def stacked(xs: Batch[xs]) -> Tensor[xs]: ...
    def linked(pairs: Batch, *, device: Device = pairs) -> Tensor[device]: ...
    def encoded(text, kind="np", raw=False) -> Tensor[cpu] if kind == "pt" else Array: ...

    class Net(Module[device]):
        def __init__(self, size, device: Device = default): ...
        def scored(self, x: Tensor[self]) -> Tensor[self]: ...
        place: Device[self]

    class Wide(Net):
        def __call__(self, x: Tensor[self]) -> Batch[self]: ...

    class Pipe(At[device]):
        def __init__(self, device: Device = accelerator): ...
        def __call__(self, text) -> Tensor[self]: ...

    @parts("stem", "blocks")
    class Part(Model):
        def __getitem__(self, index) -> Part[self]: ...

    class Whole(Part, Model[device]):
        def __init__(self, size, device: Device = default): ...
        def __call__(self, x: Tensor[self], step: AnyTensor[self] = None) -> Tensor[self]: ...

    class Frames(Dataset):
        def __init__(self, path): ...
        def sent(self: Frames if device is None else Sent, device=None) -> None: ...
        def mapped(self: Escaping, function) -> None: ...

    class Sent: ...

    class Rule:
        @called_back
        def __call__(self, tokens: Tensor[accelerator], batch: Batch[self]): ...

    class Explainer(At[model]):
        def __init__(self, model): ...
        def explain(self, x: Tensor[self]) -> Tensor[x]: ...

    class Sample(Record):
        def __init__(self, x=None): ...

    @names("*Net", "Deep*", "!Sub*")
    class AnyNet(Model[default]):
        @classmethod
        def loaded(cls, name, device_map=None) -> Model[default] if device_map is None else Model: ...
'''
HEAD = """
import lab
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader
"""


def found(body: str) -> list[str]:
    """The codes of the findings in a function with ``body``, and what else ``body`` defines at its top."""
    options = Options(stubs=(("lab", STUB),))
    return [one.code for one in lint(HEAD + textwrap.dedent(body), "program.py", options)]


def inside(lines: str) -> list[str]:
    given = "x: torch.Tensor, device" if "device)" in lines else "x: torch.Tensor"
    return found(f"def run({given}):\n" + textwrap.indent(textwrap.dedent(lines).strip(), "    ") + "\n")


WRONG = {
    "a result on the CPU": ("return lab.read(1) + x", "y = lab.read(1).to(x)\nreturn y + x"),
    "a device by default": ("return lab.fresh(3) + x", "return lab.fresh(3, device=x.device) + x"),
    "a device by position": ('return np.unique(lab.fresh(3, "cuda"))', 'return np.unique(lab.fresh(3, "cpu"))'),
    "an accelerator": ("return lab.best(1) + torch.ones(3)", "y = lab.best(1)\nreturn y + torch.ones_like(y)"),
    "a device by name": ("return lab.first(1).numpy()", "return lab.first(1).cpu().numpy()"),
    "where an argument is": (
        'return lab.like(torch.ones(3, device="cuda")).numpy()', "return lab.like(torch.ones(3)).numpy()",
    ),
    "arguments that meet": (
        'return lab.joined(torch.ones(3, device="cuda"), torch.ones(3))',
        "return lab.joined(torch.ones(3), torch.ones(3))",
    ),
    "further arguments that meet": (
        'a = torch.ones(3, device="cuda")\nreturn lab.all_of(a, a, torch.ones(3))',
        'a = torch.ones(3, device="cuda")\nreturn lab.all_of(a, a)',
    ),
    "an array": ('return lab.plotted(torch.ones(3, device="cuda"))', "return lab.plotted(torch.ones(3))"),
    "what has to be on the CPU": (
        'return lab.packed(x, torch.ones(3, device="cuda"))', "return lab.packed(x, torch.ones(3))",
    ),
    "a model that is applied": (
        'return lab.traced(nn.Linear(2, 2).to("cuda"), torch.ones(1, 2))',
        'return lab.traced(nn.Linear(2, 2).to("cuda"), (torch.ones(1, 2, device="cuda"),))',
    ),
    "a model that has to be there": (
        "net = nn.Linear(2, 2)\nlab.shown(net)\nreturn net", 'net = nn.Linear(2, 2).to("cuda")\nlab.shown(net)\nreturn net',
    ),
    "a model that is moved": (
        "net = nn.Linear(2, 2)\nlab.sent(net)\nreturn net(torch.ones(1, 2))",
        'net = nn.Linear(2, 2)\nlab.sent(net)\nreturn net(torch.ones(1, 2, device="cuda"))',
    ),
    "what is moved and given back": (
        'return np.unique(lab.brought([torch.ones(3)], "cuda")[0])', 'return np.unique(lab.brought([torch.ones(3)], "cpu")[0])',
    ),
    "where all are that a tuple holds": (
        'a = torch.ones(3, device="cuda")\nreturn lab.linked((a, a)).numpy()', "a = torch.ones(3)\nreturn lab.linked((a, a)).numpy()",
    ),
    "what a list holds meets": (
        'a = torch.ones(3, device="cuda")\nreturn lab.stacked([a, torch.ones(3)])',
        'a = torch.ones(3, device="cuda")\nreturn lab.stacked([a, a])',
    ),
    "where a list is": (
        'a = torch.ones(3, device="cuda")\nreturn lab.stacked([a, a]).numpy()', "return lab.stacked([torch.ones(3)]).numpy()",
    ),
    "a tuple of numbers": ("return x + lab.linked(([0, 1], [1, 2]))", "return x + lab.linked(([0, x], [1, 2]))"),
    "a tuple, and a device": (
        'return lab.linked(([0, 1], [1, 2]), device="cuda").numpy()', 'return lab.linked(([0, 1], [1, 2]), device="cpu").numpy()',
    ),
    "a generator": (
        'return lab.sampled(3, generator=torch.Generator("cuda"))', "return lab.sampled(3, generator=torch.Generator())",
    ),
    "a generator that is given": (
        'return torch.rand(3, device="cuda", generator=lab.drawn())', "return torch.rand(3, generator=lab.drawn())",
    ),
    "a model that stays": (
        "net = nn.Linear(2, 2).to(device)\nlab.asked(net)\nreturn net(torch.ones(1, 2))",
        "net = nn.Linear(2, 2).to(device)\nlab.changed(net)\nreturn net(torch.ones(1, 2))",
    ),
    "a tuple": (
        "y, net = lab.pair(1)\nreturn net.scored(y)", 'y, net = lab.pair(1)\nreturn net.scored(y.to("cuda"))',
    ),
    "a list": ("return [one + x for one in lab.rows(1)]", "return [one.to(x.device) + x for one in lab.rows(1)]"),
    "a dict": ('return lab.table(1)["a"] + x', 'return lab.table(1)["a"].to(x.device) + x'),
    "a kind that is named": ('return lab.encoded("a", kind="pt") + x', 'return lab.encoded("a", kind="np") + x'),
    "a module": ("return lab.Net(3, device).scored(torch.ones(3))", "return lab.Net(3).scored(torch.ones(3))"),
    "a module that was moved": (
        "net = lab.Net(3)\nnet.to(device)\nreturn net.scored(torch.ones(3))",
        "net = lab.Net(3)\nnet.to(device)\nreturn net.scored(torch.ones(3, device=net.place))",
    ),
    "a call of an object": (
        'return lab.Wide(3, device="cuda")(torch.ones(3))', 'return lab.Wide(3, device="cuda")(torch.ones(3).cuda())',
    ),
    "an object that is no module": ("return lab.Pipe()(1) + torch.ones(3)", "return lab.Pipe(device='cpu')(1) + torch.ones(3)"),
    "an object around a model that is moved later": (
        "net = nn.Linear(2, 2)\ne = lab.Explainer(net)\nnet.to('cuda')\nreturn e.explain(torch.ones(2))",
        "net = nn.Linear(2, 2)\ne = lab.Explainer(net)\nnet.to('cuda')\nreturn e.explain(torch.ones(2, device='cuda'))",
    ),
    "a record": (
        "s = lab.Sample(torch.ones(3), y=torch.ones(3))\nreturn x + s.y", "s = lab.Sample(torch.ones(3), y=torch.ones(3)).to(x.device)\nreturn x + s.y",
    ),
    "a record that is changed": (
        "s = lab.Sample(torch.ones(3))\nlen(s)\nreturn x + s.x",
        "s = lab.Sample(torch.ones(3))\nfor k in s.keys():\n    s[k] = s[k].to(x.device)\nreturn x + s.x",
    ),
    "many names": (
        "net = lab.DeepThing(2)\nnet.to(device)\nreturn net(torch.ones(3))",
        "net = lab.DeepThing(2)\nnet.to(device)\nreturn net(torch.ones(3, device=device))",
    ),
    "a name that is none of many": (
        "net = lab.FineNet(2)\nreturn net(torch.ones(3).cuda())", "net = lab.SubNet(2)\nreturn net(torch.ones(3).cuda())",
    ),
    "a part": (
        "net = lab.Whole(2)\nnet.to('cuda')\nreturn net.stem(torch.ones(3))",
        "net = lab.Whole(2)\nnet.to('cuda')\nreturn net.stem(torch.ones(3).cuda())",
    ),
    "what a part gives": (
        "net = lab.Whole(2, 'cuda')\nreturn net.stem(x.cuda()) + torch.ones(3)",
        "net = lab.Whole(2, 'cuda')\nreturn net.stem(x.cuda()) + torch.ones(3).cuda()",
    ),
    "parts in a loop": (
        "net = lab.Whole(2, 'cuda')\nfor block in net.blocks:\n    block.stem(torch.ones(3))",
        "net = lab.Whole(2, 'cuda')\nnet.cpu()\nfor block in net.blocks:\n    block.stem(torch.ones(3))",
    ),
    "a part attached late": (
        "net = lab.Whole(2)\nnet.to('cuda')\nnet.stem.head = nn.Linear(2, 2)\nreturn net(x.cuda())",
        "net = lab.Whole(2)\nnet.stem.head = nn.Linear(2, 2)\nnet.to('cuda')\nreturn net(x.cuda())",
    ),
    "one with dimensions": (
        "return lab.Whole(2, 'cuda')(torch.ones(3).cuda(), torch.ones(1))",
        "return lab.Whole(2, 'cuda')(torch.ones(3).cuda(), torch.tensor(1))",
    ),
    "a data set": (
        "net = nn.Linear(2, 2).cuda()\nfor y in DataLoader(lab.Frames(1)):\n    net(y)",
        "net = nn.Linear(2, 2).cuda()\nrows = lab.Frames(1)\nrows.sent(device='cuda')\nfor y in DataLoader(rows):\n    net(y)",
    ),
    "a data set that stays": (
        "net = nn.Linear(2, 2).cuda()\nrows = lab.Frames(1)\nrows.sent()\nfor y in DataLoader(rows):\n    net(y)",
        "net = nn.Linear(2, 2).cuda()\nrows = lab.Frames(1)\nrows.mapped(len)\nfor y in DataLoader(rows):\n    net(y)",
    ),
    "a module below": ("return lab.parts.inner.read(1) + x", "return lab.other.read(1) + x"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_found(case: str) -> None:
    assert len(inside(WRONG[case][0])) == 1


@pytest.mark.parametrize("case", WRONG)
def test_what_is_right_is_not(case: str) -> None:
    assert inside(WRONG[case][1]) == []


def test_what_a_library_calls_back() -> None:
    program = """
        class Stop(lab.Rule):
            def __init__(self):
                self.ids = torch.ones(3)

            def __call__(self, tokens, batch):
                return tokens + self.ids{}
    """
    assert found(program.format("")) == ["DEV102"]
    assert found(program.format(".to(tokens.device)")) == []


def test_what_a_library_calls_back_may_be_called_with_anything() -> None:
    program = """
        class Stop(lab.Rule):
            def __call__(self, tokens, batch):
                return super().__call__(tokens.cpu(), batch)
    """
    assert found(program) == []
    assert inside("return lab.Rule().__call__(torch.ones(3), x)") == []


def test_arguments_out_of_sight_say_nothing() -> None:
    assert inside("return lab.fresh(*x) + lab.fresh(**x) + x") == []


def test_stubs_of_one_run_are_not_those_of_another() -> None:
    assert inside("return lab.read(1) + x") == ["DEV105"]
    assert lint(HEAD + "def run(x):\n    return lab.read(1) + x\n", "program.py") == []


def test_what_is_made_of_something_unknown_is_anywhere() -> None:
    body = "def run(y, flag):\n    y = y.pop(flag)\n    return lab.like(torch.from_numpy(y) if flag else y).numpy()\n"
    assert found(body) == []


def test_a_plain_attribute_of_a_model_stays_where_it_is() -> None:
    """A record takes along what it holds, and a model its weights alone."""
    assert inside('net = lab.DeepThing(2)\nnet.extra = torch.ones(3)\nnet.to("cuda")\nreturn net.extra.numpy()') == []


def test_a_class_that_is_only_called_back_leaves_its_objects_to_others() -> None:
    """A model that a trainer of transformers moves is moved, though a stub says what the trainer calls back."""
    stub = """
        with module("transformers"):
            class Trainer:
                @called_back
                def log(self, logs): ...
    """
    program = """
        import torch
        from transformers import BertConfig, BertModel, Trainer

        def run():
            model = BertModel(BertConfig())
            trainer = Trainer(model=model)
            trainer.train()
            return model(torch.ones(1, 3).long())
    """
    options = Options(stubs=(("transformers", textwrap.dedent(stub)),))
    assert [one.code for one in lint(textwrap.dedent(program), "program.py", options)] == ["DEV101"]


def test_a_model_that_is_loaded_has_the_methods_of_its_class() -> None:
    stub = """
        with module("transformers"):
            class BertModel(Model[default]):
                def __init__(self, config): ...
                def counted(self, ids) -> Tensor[self]: ...
    """
    program = """
        from transformers import BertModel

        def run():
            model = BertModel.from_pretrained("bert")
            model.to("cuda")
            return model.counted([1, 2]){}.numpy()
    """
    options = Options(stubs=(("transformers", textwrap.dedent(stub)),))

    def codes(text: str) -> list[str]:
        return [one.code for one in lint(textwrap.dedent(text), "program.py", options)]

    assert codes(program.format("")) == ["DEV107"]
    assert codes(program.format(".cpu()")) == []


def test_each_alternative_of_a_model_gives_an_object_of_its_own() -> None:
    stub = """
        with module("diffusers"):
            class Encoded(At[cpu]):
                latent: Tensor[self]
            class Autoencoder(Model[default]):
                def encode(self, x: Tensor[self]) -> Encoded[self]: ...
    """
    program = """
        import torch
        from diffusers import Autoencoder

        def run(pixels):
            device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
            model = Autoencoder().to(device)
            latents = model.encode(pixels.to(device)).latent
            return latents + torch.ones(3, device=device)
    """
    options = Options(stubs=(("diffusers", textwrap.dedent(stub)),))
    assert [one.code for one in lint(textwrap.dedent(program), "program.py", options)] == []


def test_what_becomes_of_an_entry_of_a_batch_of_a_library_is_unknown() -> None:
    stub = """
        with module("shelf"):
            def batch(size, device: Device = cpu) -> Batch[device]: ...
    """
    program = """
        import torch
        from shelf import batch

        def run():
            rows = batch(5, device="cpu").to("cuda")
            rows{0} = torch.ones(5)
            return rows["reward"] * rows{1}
    """
    options = Options(stubs=(("shelf", textwrap.dedent(stub)),))

    def codes(kept: str, read: str) -> list[str]:
        return [one.code for one in lint(textwrap.dedent(program.format(kept, read)), "program.py", options)]

    assert codes('["scale"]', ".clone() * torch.ones(5)") == ["DEV101"], "what it holds is on the GPU"
    assert codes('["scale"]', '["scale"]') == []
    assert codes(".scale", ".scale") == []
    assert codes('["next"]["scale"]', '["next"]["scale"]') == []


def codes_of(program: str) -> list[str]:
    """The codes of the findings in a program of its own."""
    return [one.code for one in lint(textwrap.dedent(program), "program.py", Options(stubs=(("lab", STUB),)))]


def test_what_a_stub_calls_a_tensor_is_one() -> None:
    program = """
        import torch
        from lab import joined

        def run(net):
            net = net.cuda()
            logits = net(torch.ones(3, device="cuda")).logits
            return joined(logits, torch.ones(3){0})
    """
    assert codes_of(program.format("")) == ["DEV101"]
    assert codes_of(program.format(".cuda()")) == []


def test_a_dict_of_tensors_that_is_spread_brings_them() -> None:
    program = """
        from lab import table
        from transformers import AutoModel

        def run(path):
            model = AutoModel.from_pretrained("small").cuda()
            batch = table(path)
            {0}
            return model(**batch)
    """
    assert codes_of(program.format("")) == ["DEV105"]
    assert codes_of(program.format("batch = {name: one.cuda() for name, one in batch.items()}")) == []


def test_a_sample_of_pyro_is_where_its_distribution_is() -> None:
    program = """
        import pyro
        import pyro.distributions as dist
        import torch

        def model(rows):
            level = pyro.sample("level", dist.Normal(torch.zeros(3){0}, torch.ones(3){0}).to_event(1))
            return level + torch.ones(3, device="cuda")
    """
    assert codes_of(program.format("")) == ["DEV101"]
    assert codes_of(program.format(".cuda()")) == []


@pytest.mark.parametrize(
    "made",
    [
        "model = Net() if large else OtherNet()\nmodel.to('cuda')",
        "model = Net().to('cuda') if large else OtherNet().to('cuda')",
        "model = Net()\nif large:\n    model = OtherNet()\nmodel.to('cuda')",
    ],
)
def test_alternatives_of_a_model_are_kept(made: str) -> None:
    program = """
        import torch
        from hub import Net, OtherNet

        def run(large):
        {0}
            return model.encode(1) + torch.ones(3{1})
    """
    stub = """
        with module("hub"):
            class Net(Model[default]):
                def encode(self, text) -> Tensor[self]: ...
            class OtherNet(Model[default]):
                def encode(self, text) -> Tensor[self]: ...
    """
    options = Options(stubs=(("hub", textwrap.dedent(stub)),))

    def codes(where: str) -> list[str]:
        text = textwrap.dedent(program).format(textwrap.indent(made, "    "), where)
        return [one.code for one in lint(text, "program.py", options)]

    assert codes("") == ["DEV101"]
    assert codes(", device='cuda'") == []
