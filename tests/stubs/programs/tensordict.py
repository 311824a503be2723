"""Programs that carry batches in TensorDicts."""

import torch
from tensordict import TensorDict, tensorclass
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn


def bad_moved_copy_of_a_tensordict_is_dropped(device):
    batch = TensorDict({"x": torch.randn(4, 3), "y": torch.randn(4, 1)}, batch_size=[4])
    model = nn.Linear(3, 1).to(device)
    batch.to(device)
    loss = nn.functional.mse_loss(model(batch["x"]), batch["y"])  # wanted, not found: modules and classes of TensorDict are not followed
    loss.backward()


def ok_moved_copy_of_a_tensordict_is_dropped(device):
    batch = TensorDict({"x": torch.randn(4, 3), "y": torch.randn(4, 1)}, batch_size=[4])
    model = nn.Linear(3, 1).to(device)
    batch = batch.to(device)
    loss = nn.functional.mse_loss(model(batch["x"]), batch["y"])
    loss.backward()


def bad_entry_is_added_to_a_tensordict_without_device():
    rollout = TensorDict({"reward": torch.rand(5, device="cuda")}, batch_size=[5])
    rollout["discount"] = torch.full((5,), 0.99).cumprod(0)
    return (rollout["reward"] * rollout["discount"]).sum()  # wanted


def ok_entry_is_added_to_a_tensordict_without_device():
    rollout = TensorDict({"reward": torch.rand(5, device="cuda")}, batch_size=[5], device="cuda")
    rollout["discount"] = torch.full((5,), 0.99).cumprod(0)
    return (rollout["reward"] * rollout["discount"]).sum()


def bad_modules_of_a_tensordict_are_not_moved(device):
    encoder = TensorDictModule(nn.Linear(3, 4), in_keys=["observation"], out_keys=["hidden"])
    head = TensorDictModule(nn.Linear(4, 2), in_keys=["hidden"], out_keys=["action"])
    policy = TensorDictSequential(encoder, head)
    step = TensorDict({"observation": torch.randn(2, 3)}, batch_size=[2], device=device)
    return policy(step)["action"]  # wanted, not found: modules and classes of TensorDict are not followed


def ok_modules_of_a_tensordict_are_not_moved(device):
    encoder = TensorDictModule(nn.Linear(3, 4), in_keys=["observation"], out_keys=["hidden"])
    head = TensorDictModule(nn.Linear(4, 2), in_keys=["hidden"], out_keys=["action"])
    policy = TensorDictSequential(encoder, head).to(device)
    step = TensorDict({"observation": torch.randn(2, 3)}, batch_size=[2], device=device)
    return policy(step)["action"]


@tensorclass
class Transition:
    observation: torch.Tensor
    reward: torch.Tensor


def bad_field_of_a_tensorclass_is_converted_on_the_gpu(device):
    step = Transition(observation=torch.randn(3, 2), reward=torch.ones(3), batch_size=[3]).to(device)
    returns = step.reward.flip(0).cumsum(0).flip(0)
    return returns.numpy()  # wanted, not found: modules and classes of TensorDict are not followed


def ok_field_of_a_tensorclass_is_converted_on_the_gpu(device):
    step = Transition(observation=torch.randn(3, 2), reward=torch.ones(3), batch_size=[3]).to(device)
    returns = step.reward.flip(0).cumsum(0).flip(0)
    return returns.cpu().numpy()
