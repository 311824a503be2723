"""The ways in which programs name the device they run on.

A spelling is text with names in braces, which a seed fills in: ``{device}``, ``{args}``, ``{flag}``, ``{config}``,
``{net}``. What is moved is moved by ``x.to(place)``, or by the method ``call``; under ``condition`` only, or where
the flag ``choice`` holds: ``x.cuda() if use_cuda else x``.
"""

from __future__ import annotations

from dataclasses import dataclass

PARSER = """\
{parser} = argparse.ArgumentParser()
"""


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to choose a device. ``setup`` runs where the program is set up, ``top`` at the head of the file."""

    name: str
    setup: str = ""
    place: str = ""
    top: str = ""
    imports: str = ""
    call: str = ""
    condition: str = ""
    choice: str = ""
    module_call: str = ""

    def moved(self, expression: str, *, module: bool = False, options: str = "") -> str:
        """``expression`` on the device, with ``options`` of ``to``."""
        call = self.module_call if module and self.module_call else self.call
        if self.choice:
            return f"{expression}{call} if {self.choice} else {expression}"
        return f"{expression}{call}" if call else f"{expression}.to({self.place}{options})"


SPELLINGS = (
    Spelling(
        "torch.device of a choice",
        '{device} = torch.device("cuda" if torch.cuda.is_available() else "cpu")\n',
        "{device}",
    ),
    Spelling(
        "torch.device of a choice of cuda:0",
        '{device} = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")\n',
        "{device}",
    ),
    Spelling("choice of strings", '{device} = "cuda" if torch.cuda.is_available() else "cpu"\n', "{device}"),
    Spelling(
        "choice of devices",
        '{device} = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")\n',
        "{device}",
    ),
    Spelling(
        "if and else",
        """\
if torch.cuda.is_available():
    {device} = torch.device("cuda")
    print("running on", torch.cuda.device_count(), "GPUs")
else:
    {device} = torch.device("cpu")
""",
        "{device}",
    ),
    Spelling(
        "default, then if",
        """\
{device} = "cpu"
if torch.cuda.is_available():
    {device} = "cuda"
""",
        "{device}",
    ),
    Spelling(
        "cuda, mps, cpu by statements",
        """\
if torch.cuda.is_available():
    {device} = "cuda"
elif torch.backends.mps.is_available():
    {device} = "mps"
else:
    {device} = "cpu"
""",
        "{device}",
    ),
    Spelling(
        "cuda, mps, cpu in one expression",
        """\
{device} = (
    "cuda"
    if torch.cuda.is_available()
    else "mps"
    if torch.backends.mps.is_available()
    else "cpu"
)
""",
        "{device}",
    ),
    Spelling(
        "--gpu index",
        PARSER
        + """\
{parser}.add_argument("--gpu", type=int, default=0)
{args} = {parser}.parse_args()
{device} = torch.device(f"cuda:{{args}.gpu}" if torch.cuda.is_available() else "cpu")
""",
        "{device}",
        imports="import argparse\n",
    ),
    Spelling(
        "args.device from the command line",
        PARSER
        + """\
{parser}.add_argument("--device", default="cuda")
{parser}.add_argument("--epochs", type=int, default=1)
{args} = {parser}.parse_args()
""",
        "{args}.device",
        imports="import argparse\n",
    ),
    Spelling(
        "args.device computed",
        PARSER
        + """\
{parser}.add_argument("--no-cuda", action="store_true")
{args} = {parser}.parse_args()
{args}.device = torch.device("cuda" if torch.cuda.is_available() and not {args}.no_cuda else "cpu")
""",
        "{args}.device",
        imports="import argparse\n",
    ),
    Spelling(
        "device of a flag of the command line",
        PARSER
        + """\
{parser}.add_argument("--no-cuda", action="store_true", default=False)
{args} = {parser}.parse_args()
{flag} = not {args}.no_cuda and torch.cuda.is_available()
{device} = torch.device("cuda" if {flag} else "cpu")
""",
        "{device}",
        imports="import argparse\n",
    ),
    Spelling(
        "helper function",
        "{device} = {helper}()\n",
        "{device}",
        top="""\
def {helper}():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("cpu")
""",
    ),
    Spelling(
        "helper with an index",
        "{device} = {helper}(0)\n",
        "{device}",
        top="""\
def {helper}(index=0):
    if torch.cuda.device_count() >= index + 1:
        return torch.device(f"cuda:{index}")
    return torch.device("cpu")
""",
    ),
    Spelling("torch.device('cuda:0')", '{device} = torch.device("cuda:0")\n', "{device}"),
    Spelling("torch.device('cuda', 0)", '{device} = torch.device("cuda", 0)\n', "{device}"),
    Spelling("the string 'cuda'", place='"cuda"'),
    Spelling("the string 'cuda:0'", place='"cuda:0"'),
    Spelling(".cuda()", call=".cuda()"),
    Spelling(".cuda(0)", call=".cuda(0)"),
    Spelling("if use_cuda", "{flag} = torch.cuda.is_available()\n", call=".cuda()", condition="{flag}"),
    Spelling(
        "if args.cuda",
        PARSER
        + """\
{parser}.add_argument("--cuda", action="store_true", default=True)
{args} = {parser}.parse_args()
""",
        call=".cuda()",
        condition="{args}.cuda",
        imports="import argparse\n",
    ),
    Spelling(
        "constant of the module",
        place="DEVICE",
        top='DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")\n',
    ),
    Spelling(
        "class of settings",
        place="Config.device",
        top="""\
class Config:
    epochs = 1
    device = "cuda" if torch.cuda.is_available() else "cpu"
""",
    ),
    Spelling(
        "dict of settings",
        """\
{config} = {"epochs": 1, "device": "cuda" if torch.cuda.is_available() else "cpu"}
""",
        '{config}["device"]',
    ),
    Spelling(
        "torch.accelerator",
        """\
{device} = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"
""",
        "{device}",
    ),
    Spelling(
        "variable of is_available",
        """\
{flag} = torch.cuda.is_available()
{device} = torch.device("cuda" if {flag} else "cpu")
""",
        "{device}",
    ),
    Spelling("next(parameters).device", place="next({net}.parameters()).device", module_call=".cuda()"),
    Spelling("torch.cuda.current_device", "{device} = torch.cuda.current_device()\n", "{device}"),
    Spelling(
        "LOCAL_RANK",
        """\
{device} = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0)))
""",
        "{device}",
        imports="import os\n",
    ),
    Spelling(
        "--gpu index, negative for none",
        PARSER
        + """\
{parser}.add_argument("--gpu", type=int, default=0)
{args} = {parser}.parse_args()
{device} = torch.device(f"cuda:{{args}.gpu}" if {args}.gpu >= 0 else "cpu")
""",
        "{device}",
        imports="import argparse\n",
    ),
    Spelling(
        "torch.device(args.device)",
        PARSER
        + """\
{parser}.add_argument("--device", type=str, default="cuda:0", help="where to run")
{args} = {parser}.parse_args()
{device} = torch.device({args}.device)
""",
        "{device}",
        imports="import argparse\n",
    ),
    Spelling(
        "object of settings",
        """\
{config} = {Settings}()
""",
        "{config}.device",
        top="""\
@dataclass
class {Settings}:
    epochs: int = 1
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
""",
        imports="from dataclasses import dataclass\n",
    ),
    Spelling(".cuda(device)", '{device} = torch.device("cuda:0")\n', "{device}", call=".cuda({device})"),
    Spelling("to(device=...)", '{device} = "cuda:0" if torch.cuda.is_available() else "cpu"\n', "device={device}"),
    Spelling(
        "environment",
        """\
{device} = os.environ.get("DEVICE", "cuda")
""",
        "{device}",
        imports="import os\n",
    ),
    Spelling(
        "list of devices",
        """\
{devices} = [torch.device(f"cuda:{number}") for number in range(torch.cuda.device_count())]
""",
        "{devices}[0]",
    ),
    Spelling("cuda() if use_cuda else", "{flag} = torch.cuda.is_available()\n", call=".cuda()", choice="{flag}"),
    Spelling(
        "if CUDA, a constant",
        top="CUDA = torch.cuda.is_available()\n",
        call=".cuda()",
        condition="CUDA",
    ),
)
