"""Batches of which one part is left where it was."""

from __future__ import annotations

from benchmarks.generated.bug import LINEAR, LOSS, OPTIMIZER, PAIRS, SEQUENTIAL, UPDATE, Bug

BATCHES = (
    Bug(
        "labels not moved",
        PAIRS + LINEAR + LOSS + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
"""
        + UPDATE,
    ),
    Bug(
        "inputs not moved",
        PAIRS + SEQUENTIAL + LOSS + OPTIMIZER,
        """\
for {x}, {y} in {loader}:
    move {x}? {y}
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
"""
        + UPDATE,
    ),
    Bug(
        "labels changed first by long",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.randint({k}, ({n},)).float()), batch_size={b})
"""
        + LINEAR
        + LOSS,
        """\
for {x}, {y} in {loader}:
    {y} = {y}.long()
    move {x} {y}?
    {loss} = {criterion}({net}({x}), {y})
    {loss}.backward()
""",
    ),
    Bug(
        "labels changed first by unsqueeze",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.rand({n})), batch_size={b})
{net} = nn.Sequential(nn.Linear({d}, 1), nn.Sigmoid())
put {net}
{criterion} = nn.BCELoss()
""",
        """\
for {x}, {y} in {loader}:
    {y} = {y}.unsqueeze(1)
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
""",
    ),
    Bug(
        "labels changed where they are used",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.randint(2, ({n},))), batch_size={b})
{net} = nn.Linear({d}, 1)
put {net}
{criterion} = nn.BCEWithLogitsLoss()
""",
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y}.float().view(-1, 1))
    {loss}.backward()
""",
    ),
    Bug(
        "inputs changed first by view",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, 1, {d}, {d}), torch.randint({k}, ({n},))), batch_size={b})
{net} = nn.Linear({d} * {d}, {k})
put {net}
"""
        + LOSS,
        """\
for {x}, {y} in {loader}:
    {x} = {x}.view({x}.size(0), -1)
    move {x}? {y}
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
""",
    ),
    Bug(
        "part out of a tuple",
        PAIRS + LINEAR + LOSS,
        """\
for {batch} in {loader}:
    {x}, {y} = {batch}
    move {x} {y}?
    {loss} = {criterion}({net}({x}), {y})
    {loss}.backward()
""",
    ),
    Bug(
        "part out of a dict",
        """\
{loader} = DataLoader({Rows}({n}), batch_size={b})
"""
        + LINEAR
        + LOSS,
        """\
for {batch} in {loader}:
    {x} = {batch}["{xkey}"]
    {y} = {batch}["{ykey}"]
    move {x} {y}?
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
""",
        top="""\
class {Rows}(Dataset):
    def __init__(self, count):
        self.rows = torch.rand(count, {d})
        self.kinds = torch.randint({k}, (count,))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return {"{xkey}": self.rows[index], "{ykey}": self.kinds[index]}
""",
    ),
    Bug(
        "part by its index",
        PAIRS + LINEAR + LOSS,
        """\
for {i}, {batch} in enumerate({loader}):
    good {x}, {y} = {batch}[0], {batch}[1]
    good move {x} {y}
    bad {x} = {batch}[0]
    bad move {x}
    bad {y} = {batch}[1]
    {out} = {net}({x})
    {loss} = {criterion}({out}, {y})
    {loss}.backward()
    print({i}, {loss}.item())
""",
    ),
    Bug(
        "index on another device",
        PAIRS + LINEAR,
        """\
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = torch.log_softmax({net}({x}), dim=1)
    {loss} = -{out}.gather(1, {y}.unsqueeze(1)).mean()
    {loss}.backward()
""",
    ),
    Bug(
        "numpy of a CUDA tensor",
        PAIRS + LINEAR,
        """\
{found} = []
for {x}, {y} in {loader}:
    move {x}
    {out} = {net}({x}).argmax(dim=1)
    bad {found}.append({out}.numpy())
    good {found}.append({out}.cpu().numpy())
print(len({found}))
""",
    ),
    Bug(
        "loss that nobody reads",
        PAIRS + LINEAR + LOSS,
        """\
{x}, {y} = next(iter({loader}))
move {x} {y}?
{loss} = {criterion}({net}({x}), {y})
""",
    ),
    Bug(
        "move discarded",
        PAIRS + LINEAR + LOSS,
        """\
for {x}, {y} in {loader}:
    bad lost {x}
    good move {x}
    move {y}
    {loss} = {criterion}({net}({x}), {y})
    {loss}.backward()
""",
    ),
    Bug(
        "labels compared with the prediction",
        PAIRS + LINEAR,
        """\
{hits} = 0
for {x}, {y} in {loader}:
    move {x} {y}?
    {out} = {net}({x}).argmax(dim=1)
    {hits} += ({out} == {y}).sum().item()
print({hits})
""",
    ),
    Bug(
        "one-hot by scatter",
        PAIRS + LINEAR,
        """\
for {x}, {y} in {loader}:
    move {x} {y}
    make? {hot} = torch.zeros({y}.size(0), {k})
    {hot}.scatter_(1, {y}.unsqueeze(1), 1.0)
    {loss} = nn.functional.mse_loss({net}({x}), {hot})
    {loss}.backward()
""",
    ),
    Bug(
        "inputs concatenated with the CPU",
        """\
{loader} = DataLoader(TensorDataset(torch.rand({n}, {d}), torch.randint(2, ({n},))), batch_size={b})
{net} = nn.Linear({d} + 2, 1)
put {net}
{criterion} = nn.BCEWithLogitsLoss()
""",
        """\
for {x}, {y} in {loader}:
    move {x} {y}
    make? {pad} = torch.zeros({x}.size(0), 2)
    {x} = torch.cat([{x}, {pad}], dim=1)
    {loss} = {criterion}({net}({x}).squeeze(1), {y}.float())
    {loss}.backward()
""",
    ),
)
