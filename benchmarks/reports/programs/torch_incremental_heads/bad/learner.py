import torch
from inc_net import ExpandingNet
from torch import optim
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class Learner:
    def __init__(self, args):
        self.args = args
        self._device = args["device"][0]
        self._multiple_gpus = args["device"]
        self._known_classes = 0
        self._total_classes = 0
        self._network = ExpandingNet(args)

    def incremental_train(self, task_size):
        self._total_classes = self._known_classes + task_size
        self._network.update_fc(self._total_classes)
        labels = torch.randint(self._known_classes, self._total_classes, (32,))
        dataset = TensorDataset(torch.randn(32, 1, 8, 8), labels)
        loader = DataLoader(dataset, batch_size=16, shuffle=True)
        self._network.to(self._device)
        optimizer = optim.SGD(filter(lambda p: p.requires_grad, self._network.parameters()), lr=0.1)
        for _ in range(self.args["epochs"]):
            losses = 0.0
            for inputs, targets in loader:
                inputs, targets = inputs.to(self._device), targets.to(self._device)
                outputs = self._network(inputs)
                loss = F.cross_entropy(outputs["logits"], targets)
                if "aux_logits" in outputs:
                    aux_targets = torch.where(targets - self._known_classes + 1 > 0, targets - self._known_classes + 1, 0)
                    loss = loss + F.cross_entropy(outputs["aux_logits"], aux_targets)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses += loss.item()
            print(self._total_classes, losses / len(loader))
        self._known_classes = self._total_classes
