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

    def forward(self, x):
        return self.classifier(self.features(x).mean(dim=(2, 3)))


accelerator = Accelerator()
print(f"Accelerator on {accelerator.device}")

x = torch.randn(32, 3, 56, 56)
y = torch.randint(0, 10, (32,))
x, y = accelerator.prepare(x, y)
print(f"x on {x.device}, y on {y.device}")

model = Thumbnails()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()
model, optimizer = accelerator.prepare(model, optimizer)
print(f"model on {next(model.parameters()).device}")

for step in range(3):
    optimizer.zero_grad()
    outputs = model(x)  # wanted
    loss = criterion(outputs, y)
    accelerator.backward(loss)
    optimizer.step()
    accelerator.print(step, loss.item())

accelerator.wait_for_everyone()
accelerator.save(accelerator.unwrap_model(model).state_dict(), "thumbnails.pt")
