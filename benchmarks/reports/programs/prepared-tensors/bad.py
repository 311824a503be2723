import torch
from accelerate import Accelerator
from torch import nn


class Thumbnails(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(8, 16, 3, stride=2, padding=1),
            nn.ReLU(),
        )
        self.classifier = nn.Linear(16, classes)

    def forward(self, pictures):
        return self.classifier(self.features(pictures).mean(dim=(2, 3)))


runner = Accelerator()
print(f"Accelerator on {runner.device}")

pictures = torch.randn(32, 3, 56, 56)
targets = torch.randint(0, 10, (32,))
pictures, targets = runner.prepare(pictures, targets)
print(f"pictures on {pictures.device}, targets on {targets.device}")

model = Thumbnails()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()
model, optimizer = runner.prepare(model, optimizer)
print(f"model on {next(model.parameters()).device}")

for step in range(3):
    optimizer.zero_grad()
    scores = model(pictures)  # wanted
    loss = criterion(scores, targets)
    runner.backward(loss)
    optimizer.step()
    runner.print(step, loss.item())

runner.wait_for_everyone()
runner.save(runner.unwrap_model(model).state_dict(), "thumbnails.pt")
